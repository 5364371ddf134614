package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// randomOptions are the flags that say which random boards to draw. The commands
// generate, compare, tune and heuristics share them, so that equal flags draw equal
// boards in all of them.
type randomOptions struct {
	size     puzzle.Size
	goal     string // a name or a board; the method group checks it
	puzzles  int    // number of boards
	seed     uint64
	scramble bench.Scramble // how boards are drawn; zero for uniformly
}

// randomFlags makes the flags of random boards. The parameter puzzles is the flag of
// their number, whose default depends on the command.
func randomFlags(o *randomOptions, puzzles *cli.GenericFlag) []cli.Flag {
	return in(aboutBoards,
		flagOf("size", "draw boards of `ROWSxCOLS`, from 1x2 to 16x16", "3x3", &o.size, puzzle.ParseSize),
		goalFlag(&o.goal),
		puzzles,
		seedFlag(&o.seed),
		flagOf("walk", "draw each board by `N` random moves from the goal (not with --misplaced)", "",
			&o.scramble.Walk, pointerTo(units.Whole(0, 10_000_000))),
		flagOf("misplaced", "draw boards with a fraction `F` of the tiles on wrong cells (not with --walk)", "",
			&o.scramble.Misplaced, pointerTo(units.Decimal(0, 1))),
	)
}

// puzzlesFlag makes the flag --puzzles, the number of boards.
func puzzlesFlag(byDefault string, to *int) *cli.GenericFlag {
	return flagOf("puzzles", "draw `N` boards", byDefault, to, units.Whole(1, 1_000_000_000))
}

// group returns the boards as a group of an experiment, named by their size. The boards
// are drawn later, one at a time.
func (o randomOptions) group() (bench.Group, error) {
	goal, err := puzzle.Goal(o.goal, o.size)
	if err != nil {
		return bench.Group{}, &usageError{err}
	}
	return bench.Group{Name: o.size.String(), Goal: goal, Count: o.puzzles, Seed: o.seed, Scramble: o.scramble}, nil
}

// description returns a text that says which boards are drawn.
func (o randomOptions) description() string {
	return fmt.Sprintf("%s of %v%s; seed %d",
		units.Plural(o.puzzles, "random board", "random boards"), o.size, scrambleText(o.scramble), o.seed)
}

// scrambleText returns a text that says how boards are drawn, or "" if they are drawn
// uniformly.
func scrambleText(s bench.Scramble) string {
	switch {
	case s.Walk != nil:
		return fmt.Sprintf(", %s from the goal", units.Plural(*s.Walk, "random move", "random moves"))
	case s.Misplaced != nil:
		return fmt.Sprintf(", %v %% of the tiles misplaced", 100**s.Misplaced)
	}
	return ""
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

// generateCommand draws random boards. Each board depends only on the seed and its
// number. So with the same seed, a longer list begins with the boards of a shorter one.
func generateCommand(con console) *cli.Command {
	var o randomOptions
	var asJSON bool
	return command(cli.Command{
		Name:  "generate",
		Usage: "draw random solvable boards: uniformly, by random moves, or with some tiles misplaced",
		Flags: slices.Concat(
			randomFlags(&o, puzzlesFlag("1", &o.puzzles)),
			in(aboutOutput, jsonFlag("print one JSON object per board", &asJSON))),
		Action: func(c *cli.Context) error {
			group, err := o.group()
			if err != nil {
				return err
			}
			return printGroup(c.Context, group, asJSON, con)
		},
	},
		"npuzzle generate --size 4x4 --puzzles 5 --seed 7",
		"npuzzle generate --puzzles 3 --walk 20 --goal snail --json",
	)
}

// printGroup prints each board of a group on its own line, as JSON or in a form that
// solve reads.
//
// Boards are drawn and printed one at a time, so memory does not grow with their number.
// After an interrupt, the output ends with a complete line, and printGroup returns
// errUnsolved.
func printGroup(ctx context.Context, g bench.Group, asJSON bool, con console) error {
	var seed *uint64
	if g.Boards == nil {
		seed = &g.Seed
	}
	size := g.Goal.Size()
	for p, err := range g.Draw() {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errUnsolved
		}
		if asJSON {
			err = con.object(generated{
				p.Number, p.Start, p.Goal, size.Rows, size.Cols, seed, p.Walk, p.Misplaced, g.Name,
			})
		} else {
			_, err = fmt.Fprintln(con.out, p.Start.Line())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
