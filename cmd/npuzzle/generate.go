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
	drawing := cli.RandomFlags(&o, cli.PuzzlesFlag("1", &o.Boards.Count))
	flags := append(slices.Clip(drawing),
		cli.FlagOf("set", "", &set, bench.Set, bench.SetNames()...),
		cli.BoolFlag("json", &con.JSON))
	return cli.Command("generate", flags, func(c *urfave.Context) error {
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
	})
}
