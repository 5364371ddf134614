package main

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/cluster"
	"npuzzle/internal/cli"
)

// workersCommand lists the workers of a running command.
func workersCommand(con cli.Console) *urfave.Command {
	var o cli.ClusterOptions
	flags := slices.Concat(
		o.AccessFlags("connect to the NATS server at `URL`"),
		[]urfave.Flag{
			cli.JSONFlag("print one JSON object", &con.JSON),
		},
	)
	action := func(c *urfave.Context) error {
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
	}
	return &urfave.Command{
		Name:  "workers",
		Usage: "list the workers of a command that shares its trials with other machines",
		Description: `
The command must be running, and its server must be reachable.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle workers --connect nats://127.0.0.1:4222",
			"npuzzle workers --connect nats://host:4222 --token TEXT --json",
		),
	}
}
