package main

import (
	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/cluster"
	"npuzzle/internal/cli"
)

// workersCommand lists the workers of a running command.
func workersCommand(con cli.Console) *urfave.Command {
	var o cli.ClusterOptions
	flags := append(o.AccessFlags(), cli.BoolFlag("json", &con.JSON))
	return cli.Command("workers", flags, func(c *urfave.Context) error {
		if err := o.Check(true); err != nil {
			return err
		}
		s, err := cluster.Ask(c.Context, o.Access)
		if err != nil {
			return err
		}
		return con.Result(s, func() {
			con.Tabulate("workers", s.Workers)
			con.Say("cluster", s)
		})
	})
}
