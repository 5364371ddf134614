package main

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/cli"
)

// generateCommand draws random boards. Each board depends only on the seed and its
// number. So with the same seed, a longer list begins with the boards of a shorter one.
func generateCommand(con cli.Console) *urfave.Command {
	var o cli.RandomOptions
	var set bench.Group
	drawing := o.Flags(1)
	flags := slices.Concat(
		drawing,
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name: "set", Category: "boards",
				Usage: "print the boards of the standard set `NAME`, such as uniform-10x10",
			}, &set, bench.Set, bench.SetNames()...),
			cli.JSONFlag("print one JSON object per board", &con.JSON),
		},
	)
	action := func(c *urfave.Context) error {
		for _, f := range drawing {
			if name := f.Names()[0]; set.Boards != nil && c.IsSet(name) {
				return cli.Misuse("--%s with --set; expected only one of them", name)
			}
		}
		group, err := o.Group()
		if err != nil {
			return err
		}
		if set.Boards != nil {
			group = set
		}
		return cli.PrintBoards(c.Context, con, "", group)
	}
	return &urfave.Command{
		Name: "generate",
		Usage: "draw random solvable boards: uniformly, by random moves, or with some tiles " +
			"misplaced",
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle generate --size 4x4 --puzzles 5 --seed 7",
			"npuzzle generate --set uniform-6x6 --json",
		),
	}
}
