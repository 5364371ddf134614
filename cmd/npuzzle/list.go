package main

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
)

// listCommand lists the experiments of a store, oldest first, with the number of finished
// trials. The state of an experiment is complete or unfinished. To continue an unfinished
// experiment, the user runs the command that began it again.
func listCommand(con cli.Console) *urfave.Command {
	var file string
	list := func(c *urfave.Context) error {
		s, err := cli.OpenToRead(c.Context, file, con)
		if err != nil {
			return err
		}
		defer s.Close()
		experiments, err := s.Experiments(c.Context)
		if err != nil {
			return err
		}
		if con.JSON {
			return cli.Objects(con, experiments)
		}
		if len(experiments) == 0 {
			_, err := fmt.Fprintf(con.Out, "%s holds no experiments\n", s.Name())
			return err
		}
		cli.PrintExperiments(con, experiments)
		return nil
	}
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
		cli.JSONFlag("print one JSON object per experiment", &con.JSON),
	}
	return &urfave.Command{
		Name:    "list",
		Aliases: []string{"ls"},
		Usage:   "list the stored experiments",
		Description: `
An experiment is a set of solvers and boards. Its trials are the runs of every solver on every
board. The commands compare, tune, run and reproduce store experiments.`,
		Flags:  flags,
		Action: list,
		CustomHelpTemplate: cli.Help(
			"npuzzle list",
			"npuzzle list --json",
		),
	}
}
