package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// BoardSource says where a command reads boards: from its arguments, from a file ("-" is
// standard input) or, without either, from standard input. It reads one board at a time.
// So the first result can be printed before the last board is read, and memory does not
// grow with the number of boards.
type BoardSource struct {
	Arguments []string
	File      string
	In        io.Reader
	Size      puzzle.Size // required size of each board; zero for any
}

// Reads reports whether boards are read from standard input.
func (s BoardSource) Reads() bool {
	return len(s.Arguments) == 0 &&
		(s.File == "" || s.File == "-")
}

// Puzzles yields a puzzle for each board, numbered from 1. The goal is a name or a board,
// and must fit the size of each board. Without a goal, each board has the goal that its text
// gives, or the default. In place of a board with a mistake, puzzles yields a
// *puzzle.ParseError. The caller may go on to the next board. Any other error ends the boards.
func (s BoardSource) Puzzles(goal string, costs puzzle.Costs) iter.Seq2[bench.Puzzle, error] {
	return func(yield func(bench.Puzzle, error) bool) {
		number := 0
		for problem, err := range s.read {
			number++
			problem.Costs = costs
			p := bench.Puzzle{Number: number, Problem: problem}
			if err == nil && (goal != "" || p.Goal == puzzle.Board{}) {
				p.Goal, err = puzzle.Goal(cmp.Or(goal, puzzle.BlankLast), p.Start.Size())
				if err != nil {
					err = Misuse("board %d: %v", number, err) // not a mistake of the board
				}
			}
			if !yield(p, err) || err != nil && !Is[*puzzle.ParseError](err) {
				return
			}
		}
	}
}

// read yields the boards in order, with the goals that their texts give, and
// *puzzle.ParseError in place of boards with a mistake. The caller stops at any other error.
// The name of the file begins each error.
func (s BoardSource) read(yield func(search.Problem, error) bool) {
	if len(s.Arguments) > 0 {
		s.readArguments(yield)
		return
	}
	in := s.In
	name := ""
	if !s.Reads() {
		f, err := openInput(s.File)
		if err != nil {
			yield(search.Problem{}, err)
			return
		}
		defer f.Close()
		in = f
		name = s.File
	}
	reader := puzzle.NewReader(in, s.Size)
	for first := true; ; first = false {
		start, goal, err := reader.Next()
		if err == io.EOF && first {
			err = Misuse("no board; expected one such as 1 2 3/4 5 6/7 8 0")
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			err = InFile(name, err)
		}
		if !yield(search.Problem{Start: start, Goal: goal}, err) {
			return
		}
	}
}

// readArguments yields the board of each argument. Arguments that are single tiles form
// one board: the shell has split it, because the user left out the quotes. Errors name
// the board by its position among the arguments. They name a line only if the argument
// has several lines. If the argument is the name of a file, the error says how to read
// boards from this file.
func (s BoardSource) readArguments(yield func(search.Problem, error) bool) {
	arguments := s.Arguments
	alone := func(text string) bool {
		return len(text) < len("1230") &&
			!strings.ContainsAny(text, " \t\n,/")
	}
	if len(arguments) > 1 && slices.ContainsFunc(arguments, alone) &&
		!strings.ContainsAny(strings.Join(arguments, ""), " \t\n,") {
		arguments = []string{strings.Join(arguments, " ")}
	}
	for i, text := range arguments {
		start, goal, err := puzzle.ParseWithGoal(text, s.Size)
		if parse, ok := errors.AsType[*puzzle.ParseError](err); ok {
			place := *parse
			place.Board = i + 1
			if !strings.Contains(text, "\n") {
				place.Line = 0
			}
			err = &place
			if isFileName(text) {
				err = Misuse("board %d: %q is not a board; expected -f %s to read boards from it",
					i+1, text, text)
			}
		}
		if !yield(search.Problem{Start: start, Goal: goal}, err) {
			return
		}
	}
}

// isFileName reports whether an argument that is not a board looks like the name of a
// file: an existing file, "-", or a single word with an extension, which may be mistyped.
func isFileName(text string) bool {
	_, missing := os.Stat(text)
	word := !strings.ContainsAny(text, " \t\n")
	return missing == nil || text == "-" || word && filepath.Ext(text) != ""
}

// RandomOptions are the flags that say which random boards to draw. The commands
// generate, compare, tune and heuristics share them, so that equal flags draw equal
// boards in all of them.
type RandomOptions struct {
	Boards bench.Group // Count, Seed and Scramble are set
	Size   puzzle.Size
	Goal   string // a name or a board, "" for the default; the method group checks it
}

// SizeFlag makes the flag --size of random boards.
func (o *RandomOptions) SizeFlag() urfave.Flag {
	return Parsed(&urfave.StringFlag{
		Name: "size", Category: "boards", Value: "3x3",
		Usage: "draw boards of `ROWSxCOLS`, from 1x2 to 16x16",
	}, &o.Size, puzzle.ParseSize)
}

// PuzzlesFlag makes the flag --puzzles, the number of boards.
func (o *RandomOptions) PuzzlesFlag(byDefault int) urfave.Flag {
	return &urfave.IntFlag{
		Name: "puzzles", Category: "boards", Value: byDefault, Usage: "draw `N` boards",
		Destination: &o.Boards.Count, Action: Between("puzzles", 1, 1_000_000_000),
	}
}

// ScrambleFlags makes the flags that say how boards are drawn.
func (o *RandomOptions) ScrambleFlags() []urfave.Flag {
	walk := func(c *urfave.Context, moves int) error {
		o.Boards.Scramble.Walk = &moves
		return Between("walk", 0, 10_000_000)(c, moves)
	}
	misplaced := func(c *urfave.Context, share float64) error {
		o.Boards.Scramble.Misplaced = &share
		return Within("misplaced", 0, 1)(c, share)
	}
	return []urfave.Flag{
		&urfave.IntFlag{
			Name: "walk", Category: "boards", Action: walk,
			Usage: "draw each board by `N` random moves from the goal (not with --misplaced)",
		},
		&urfave.Float64Flag{
			Name: "misplaced", Category: "boards", Action: misplaced,
			Usage: "draw boards with a fraction `F` of the tiles on wrong cells (not with --walk)",
		},
	}
}

// Flags makes all flags of random boards. The default of their number depends on the command.
func (o *RandomOptions) Flags(puzzles int) []urfave.Flag {
	flags := []urfave.Flag{
		o.SizeFlag(), GoalFlag(&o.Goal), o.PuzzlesFlag(puzzles), SeedFlag("boards", &o.Boards.Seed),
	}
	return append(flags, o.ScrambleFlags()...)
}

// Group returns the boards as a group of an experiment, named by their size. The boards
// are drawn later, one at a time.
func (o RandomOptions) Group() (bench.Group, error) {
	g := o.Boards
	goal, err := puzzle.Goal(cmp.Or(o.Goal, puzzle.BlankLast), o.Size)
	if err != nil {
		return g, AsUsage(err)
	}
	g.Name = o.Size.String()
	g.Goal = goal
	return g, nil
}

// generated is the JSON output of generate for one board.
type generated struct {
	Puzzle    int          `json:"puzzle"`
	Board     puzzle.Board `json:"board"`
	Goal      puzzle.Board `json:"goal"`
	Rows      int          `json:"rows"`
	Cols      int          `json:"cols"`
	Seed      *uint64      `json:"seed,omitempty"` // seed of a random board; nil for a given board
	Walk      *int         `json:"walk,omitempty"`
	Misplaced *float64     `json:"misplaced,omitempty"`
	Group     string       `json:"group"`
}

// PrintBoards prints each board of the groups on its own line with its goal, as JSON or in a
// form that solve and experiment files read. The name of each group comes before its boards in the
// given format.
//
// Boards are drawn and printed one at a time, so memory does not grow with their number.
// After an interrupt, the output ends with a complete line, and PrintBoards returns
// errUnsolved.
func PrintBoards(ctx context.Context, con Console, heading string, groups ...bench.Group) error {
	for _, g := range groups {
		size := g.Goal.Size()
		seed := &g.Seed
		if g.Boards != nil {
			seed = nil
		}
		if heading != "" && !con.JSON {
			fmt.Fprintf(con.Out, heading, g.Name)
		}
		for p, err := range g.Draw() {
			if err == nil && ctx.Err() != nil {
				err = ErrUnsolved
			}
			if err != nil {
				return err
			}
			board := generated{
				Puzzle: p.Number, Board: p.Start, Goal: p.Goal, Rows: size.Rows, Cols: size.Cols,
				Seed: seed, Walk: p.Walk, Misplaced: p.Misplaced, Group: g.Name,
			}
			line := puzzle.FormatWithGoal(p.Start, p.Goal)
			if err := con.Result(board, func() { fmt.Fprintln(con.Out, line) }); err != nil {
				return err
			}
		}
	}
	return nil
}
