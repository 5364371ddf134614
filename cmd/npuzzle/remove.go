package main

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// removeCommand removes all named experiments and trials, or nothing if a name is wrong. It
// looks up all names before it removes the first. It first opens the store for reading,
// which creates no file if the name of the store is wrong. A removed trial runs again when its
// experiment runs again. So removing a failed trial is the way to repeat it.
//
// A name that begins the keys of several trials is a usage error. The names are removed
// one after another, so if the store fails, the remaining ones stay.
func removeCommand(con cli.Console) *urfave.Command {
	var file string
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
	}
	action := func(c *urfave.Context) (err error) {
		var experiments []*store.Experiment
		var trials []bench.Record
		for _, name := range c.Args().Slice() {
			e, records, err := cli.Find(c.Context, file, name, con)
			switch {
			case err != nil:
				return err
			case e != nil:
				experiments = append(experiments, e)
			case len(records) > 1:
				return cli.Misuse("%d trials have a key that begins with %s; expected more "+
					"characters, or the experiment before it: %s/%s",
					len(records), name, records[0].Experiment, records[0].Key)
			default:
				trials = append(trials, records[0])
			}
		}
		s, err := cli.OpenToWrite(c.Context, cli.StoreName(file), con)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		for _, e := range experiments {
			trials, err := s.Remove(c.Context, e.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(con.Out, "removed %s with %s\n", e.Name,
				units.Plural(trials, "trial", "trials"))
		}
		for _, r := range trials {
			if err := s.RemoveTrial(c.Context, r.Key); err != nil {
				return err
			}
			fmt.Fprintf(con.Out, "removed trial %s of %s\n", r.Key, r.Experiment)
		}
		return nil
	}
	return &urfave.Command{
		Name:      "remove",
		Aliases:   []string{"rm"},
		Usage:     "delete experiments or trials",
		ArgsUsage: "EXPERIMENT|[EXPERIMENT/]KEY...",
		Description: `
An experiment is deleted with those of its trials that no other experiment lists. A trial is deleted
from all experiments. A trial is a run of one solver on one board. KEY is the key of a trial, or at
least its first 4 characters. EXPERIMENT/KEY looks for the key in one experiment only. npuzzle show
EXPERIMENT --json prints the keys.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle remove compare-1",
			"npuzzle remove compare-2 first-experiment",
		),
	}
}
