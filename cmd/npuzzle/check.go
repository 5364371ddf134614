package main

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// checkCommand checks a whole store, and prints what the store holds and which rows are
// damaged. Other commands check only the rows that they read. With --repair, it deletes the
// damaged rows.
func checkCommand(con cli.Console) *urfave.Command {
	var file string
	var repair bool
	check := func(c *urfave.Context) (err error) {
		s, err := cli.OpenToRead(c.Context, file, con)
		if err == nil && repair {
			s.Close() // it exists, so it is not made
			s, err = cli.OpenToWrite(c.Context, cli.StoreName(file), con)
		}
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		found, err := s.Check(c.Context)
		if err != nil {
			return err
		}
		err = con.Result(found, func() {
			con.Say("checked", struct {
				store.Checked
				Name string
			}{Checked: found, Name: s.Name()})
		})
		if err != nil || len(found.Faults) == 0 {
			return err
		}
		rows := units.Plural(len(found.Faults), "row", "rows")
		if !repair {
			return fmt.Errorf("%s is damaged in %s; the next run of an experiment replaces its "+
				"damaged trials, "+
				"and check --repair deletes what is damaged", s.Name(), rows)
		}
		deleted, err := s.Repair(c.Context, found)
		if err != nil {
			return err
		}
		con.Notice(fmt.Sprintf("%s was damaged in %s; %s deleted; the next run of an experiment "+
			"adds what it lacks",
			s.Name(), rows, units.Plural(deleted, "row was", "rows were")))
		return nil
	}
	flags := []urfave.Flag{
		&urfave.BoolFlag{
			Name: "repair", Category: "store",
			Usage: "delete damaged trials and optimal costs; the next run of an experiment " +
				"adds what it lacks",
			Destination: &repair,
		},
		cli.StoreFlag("output", &file),
		cli.JSONFlag("print one JSON object", &con.JSON),
	}
	return &urfave.Command{
		Name:  "check",
		Usage: "check a store for damage",
		Description: `
check reads all of the store: the pages of the file, the checksum of every row, and the plan of
every trial and of every optimal cost. It also finds plans that are cheaper than a cost that is said
to be optimal. It prints a line for each damaged row. If there are any, the exit status is 1.`,
		Flags:  flags,
		Action: check,
		CustomHelpTemplate: cli.Help(
			"npuzzle check",
			"npuzzle check --repair",
			"npuzzle check --store results/lab.sqlite --json",
		),
	}
}
