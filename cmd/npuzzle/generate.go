package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// randomOptions say which random boards to draw. They are shared by the
// commands that do.
type randomOptions struct {
	size     puzzle.Size
	goal     string
	puzzles  int
	seed     uint64
	scramble bench.Scramble
}

func randomFlags(o *randomOptions, puzzles *cli.GenericFlag) []cli.Flag {
	return in(aboutBoards,
		sizeFlag("3x3", &o.size),
		goalFlag(&o.goal),
		puzzles,
		seedFlag(&o.seed),
		flagOf("walk", "draw each by `N` random legal moves from the goal", "", &o.scramble.Walk, pointerTo(units.Whole(0, 10_000_000))),
		flagOf("misplaced", "draw boards with this `SHARE` of their tiles on a wrong cell, 0 to 1", "", &o.scramble.Misplaced, pointerTo(units.Decimal(0, 1))),
	)
}

func puzzlesFlag(byDefault string, to *int) *cli.GenericFlag {
	return flagOf("puzzles", "`N` boards", byDefault, to, units.Whole(1, 1_000_000_000))
}

// pointerTo lets a parser leave its variable nil where there is no flag.
func pointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// goalBoard returns the goal of the size.
func (o randomOptions) goalBoard() (puzzle.Board, error) {
	goal, err := puzzle.Goal(o.goal, o.size)
	if err != nil {
		return puzzle.Board{}, &usageError{err}
	}
	return goal, nil
}

// description says which boards are drawn.
func (o randomOptions) description() string {
	how := ""
	switch s := o.scramble; {
	case s.Walk != nil:
		how = fmt.Sprintf(", %s from the goal", plural(*s.Walk, "random move", "random moves"))
	case s.Misplaced != nil:
		how = fmt.Sprintf(", %v %% of the tiles misplaced", 100**s.Misplaced)
	}
	return fmt.Sprintf("%s of %v%s; seed %d", plural(o.puzzles, "random board", "random boards"), o.size, how, o.seed)
}

// generated is the JSON object of a random board.
type generated struct {
	Puzzle    int          `json:"puzzle"`
	Board     puzzle.Board `json:"board"`
	Goal      puzzle.Board `json:"goal"`
	Rows      int          `json:"rows"`
	Cols      int          `json:"cols"`
	Seed      uint64       `json:"seed"`
	Walk      *int         `json:"walk,omitempty"`
	Misplaced *float64     `json:"misplaced,omitempty"`
}

func generateCommand(con console) *cli.Command {
	var o randomOptions
	var asJSON bool
	flags := append(randomFlags(&o, puzzlesFlag("1", &o.puzzles)), in(aboutOutput, jsonFlag("print one JSON object a board", &asJSON))...)
	return command(cli.Command{
		Name:  "generate",
		Usage: "draw random solvable boards: uniformly, by a random walk, or by misplaced tiles",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return generate(c.Context, o, asJSON, con)
		},
	},
		"npuzzle generate --size 4x4 --puzzles 5 --seed 7",
		"npuzzle generate --puzzles 3 --walk 20 --goal snail --json",
	)
}

// generate prints a board a line.
func generate(ctx context.Context, o randomOptions, asJSON bool, con console) error {
	goal, err := o.goalBoard()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(con.out)
	objects := json.NewEncoder(out)
	for instance, err := range o.scramble.Draw(goal, o.puzzles, o.seed) {
		if err != nil {
			out.Flush()
			return &usageError{err}
		}
		if ctx.Err() != nil {
			out.Flush()
			return errUnsolved
		}
		if asJSON {
			err = objects.Encode(generated{
				instance.Number, instance.Start, goal, o.size.Rows, o.size.Cols, o.seed, o.scramble.Walk, o.scramble.Misplaced,
			})
		} else {
			_, err = fmt.Fprintln(out, instance.Start.Line())
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}
