package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// checkCommand checks a whole store. Other commands check only the rows that they read.
func checkCommand(con console) *cli.Command {
	var file string
	return command(cli.Command{
		Name:  "check",
		Usage: "check a store for damage",
		Description: "check reads all of the store: the pages of the file, the checksum of every row, and the plan " +
			"of every trial. It prints a line for each damaged row. If there are any, the exit status is 1.",
		Flags:  in(aboutOutput, storeFlag(&file), jsonFlag("print one JSON object", &con.json)),
		Action: func(c *cli.Context) error { return check(c.Context, file, con) },
	},
		"npuzzle check",
		"npuzzle check --store results/lab.sqlite --json",
	)
}

// check prints what the store holds and which rows are damaged.
func check(ctx context.Context, file string, con console) error {
	s, err := openToRead(ctx, file, con)
	if err != nil {
		return err
	}
	defer s.Close()
	c, err := s.Check(ctx)
	if err != nil {
		return err
	}
	err = con.result(c, func() {
		for _, fault := range c.Faults {
			fmt.Fprintln(con.out, fault)
		}
		fmt.Fprintf(con.out, "%s: %s, %s, %s", s.Name(), units.Plural(c.Experiments, "experiment", "experiments"),
			units.Plural(c.Trials, "trial", "trials"), units.Plural(c.Optima, "optimal cost", "optimal costs"))
		if c.Unlisted > 0 {
			fmt.Fprintf(con.out, "; no experiment has %s", units.Plural(c.Unlisted, "trial", "trials"))
		}
		fmt.Fprintln(con.out)
	})
	if err != nil || len(c.Faults) == 0 {
		return err
	}
	return fmt.Errorf("%s is damaged in %s; the next run of an experiment replaces its damaged trials", s.Name(),
		units.Plural(len(c.Faults), "row", "rows"))
}
