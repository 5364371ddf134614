package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// removeCommand removes experiments or single trials from the store. A removed trial runs
// again when its experiment runs again. So removing a failed trial is the way to repeat
// it.
func removeCommand(con console) *cli.Command {
	var file string
	return command(cli.Command{
		Name:      "remove",
		Aliases:   []string{"rm"},
		Usage:     "delete experiments or trials",
		ArgsUsage: "EXPERIMENT|[EXPERIMENT/]KEY...",
		Description: "An experiment is deleted with those of its trials that no other experiment lists. A trial is " +
			"deleted from all experiments. " + aboutKeys,
		Flags:  in(aboutOutput, storeFlag(&file)),
		Action: func(c *cli.Context) error { return remove(c.Context, file, c.Args().Slice(), con) },
	},
		"npuzzle remove compare-1",
		"npuzzle remove compare-2 first-experiment",
	)
}

// remove removes all named experiments and trials, or nothing if a name is wrong. It
// looks up all names before it removes the first. It first opens the store for reading,
// which creates no file if the name of the store is wrong.
//
// A name that begins the keys of several trials is a usage error. The names are removed
// one after another, so if the store fails, the remaining ones stay.
func remove(ctx context.Context, file string, names []string, con console) (err error) {
	var experiments []*store.Experiment
	var trials []bench.Record
	for _, name := range names {
		e, records, err := find(ctx, file, name, con)
		switch {
		case err != nil:
			return err
		case e != nil:
			experiments = append(experiments, e)
		case len(records) > 1:
			return misuse("%d trials have a key that begins with %s; expected more characters, or the experiment "+
				"before it: %s/%s", len(records), name, records[0].Experiment, records[0].Key)
		default:
			trials = append(trials, records[0])
		}
	}
	s, err := openToWrite(ctx, storeName(file), con)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, e := range experiments {
		trials, err := s.Remove(ctx, e.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(con.out, "removed %s with %s\n", e.Name, units.Plural(trials, "trial", "trials"))
	}
	for _, r := range trials {
		if err := s.RemoveTrial(ctx, r.Key); err != nil {
			return err
		}
		fmt.Fprintf(con.out, "removed trial %s of %s\n", r.Key, r.Experiment)
	}
	return nil
}
