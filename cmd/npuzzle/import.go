package main

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// importCommand copies experiments, or all of them without names, from another store. With --store,
// it also copies them to a store that another machine imports.
func importCommand(con cli.Console) *urfave.Command {
	var file string
	target := cli.StoreFlag("output", &file)
	target.Usage = "copy to the store `FILE`"
	flags := []urfave.Flag{target}
	action := func(c *urfave.Context) (err error) {
		from, err := cli.OpenToRead(c.Context, c.Args().First(), con)
		if err != nil {
			return err
		}
		defer from.Close()
		names := c.Args().Tail()
		if len(names) == 0 {
			experiments, err := from.Experiments(c.Context)
			if err != nil {
				return err
			}
			names = cli.Map(experiments, func(e store.Experiment) string { return e.Name })
		}
		to, err := cli.OpenToWrite(c.Context, cli.StoreName(file), con)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close()) }()
		for _, name := range names {
			trials, err := to.Import(c.Context, from, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(con.Out, "copied %s to %s: %s, %s there already\n", name, to.Name(),
				units.Plural(trials.New, "new trial",
					"new trials"), units.Grouped(uint64(trials.Known)))
		}
		return nil
	}
	return &urfave.Command{
		Name:      "import",
		Usage:     "copy experiments from another store (by default all of them)",
		ArgsUsage: "STORE [EXPERIMENT...]",
		Description: `
STORE is the file of the other store. A trial that both stores have is stored once. An experiment
that both have must have the same definition. If the store --store does not exist, import makes it.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle import results/lab.sqlite compare-1 --store compare-1.sqlite",
			"npuzzle import compare-1.sqlite",
		),
	}
}
