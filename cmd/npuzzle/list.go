package main

import (
	"context"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"
)

// listCommand lists the experiments of a store, oldest first, with the number of finished
// trials. To continue an unfinished experiment, the user runs the command that began it
// again.
func listCommand(con console) *cli.Command {
	var file string
	return command(cli.Command{
		Name:    "list",
		Aliases: []string{"ls"},
		Usage:   "list the stored experiments",
		Description: "An experiment is a set of solvers and boards. Its trials are the runs of every solver on every " +
			"board. The commands compare, tune, run and reproduce store experiments.",
		Flags:  in(aboutOutput, storeFlag(&file), jsonFlag("print one JSON object per experiment", &con.json)),
		Action: func(c *cli.Context) error { return list(c.Context, file, con) },
	},
		"npuzzle list",
		"npuzzle list --json",
	)
}

// list prints one experiment per line. The state of an experiment is complete or unfinished. If
// the store has no experiments, list prints a line that says so, or nothing with --json, and returns
// no error.
func list(ctx context.Context, file string, con console) error {
	s, err := openToRead(ctx, file, con)
	if err != nil {
		return err
	}
	defer s.Close()
	all, err := s.Experiments(ctx)
	if err != nil {
		return err
	}
	if con.json {
		return objects(con, all)
	}
	if len(all) == 0 {
		_, err := fmt.Fprintf(con.out, "%s holds no experiments\n", s.Name())
		return err
	}
	var rows []table.Row
	for _, e := range all {
		state := "complete"
		if e.Done < e.Total {
			state = "unfinished"
		}
		rows = append(rows, table.Row{
			e.Name, e.Kind, fmt.Sprintf("%d/%d", e.Done, e.Total), state, when(e.Began), e.Description,
		})
	}
	header := table.Row{"experiment", "kind", "trials", "state", "began", "description"}
	con.table(header, rows, 1, 2, 4, 5, 6)
	return nil
}
