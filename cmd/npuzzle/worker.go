package main

import (
	"context"
	"errors"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/cluster"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// workerCommand runs trials for a command on another machine.
func workerCommand(con cli.Console) *urfave.Command {
	var o cli.LabOptions
	var idle time.Duration
	flags := slices.Concat(
		o.Cluster.AccessFlags("connect to the NATS server at `URL`, such as "+
			"nats://host:4222"),
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name:     "idle",
				Category: "other machines",
				Usage: "end after `TIME` without trials, such as 10m; wait as long for the " +
					"server",
				DefaultText: "never",
			}, &idle, units.ParseDuration),
		},
		o.ProcessFlags(0),
		[]urfave.Flag{
			cli.TablesFlag("search", &o.PDBDir),
		},
	)
	action := func(c *urfave.Context) error { return work(c.Context, o, idle, con) }
	return &urfave.Command{
		Name:  "worker",
		Usage: "run trials for run, compare, tune, reproduce or serve on another machine",
		Description: `
With --listen or --connect, these commands print the command line of their workers. A worker must be
the same build of npuzzle. It runs until it is interrupted, and connects again whenever the
connection breaks. docs/machines.md explains more.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle worker --connect nats://127.0.0.1:4222",
			"npuzzle worker --connect nats://host:4222 --token TEXT --idle 10m",
		),
	}
}

// work runs a worker until an interrupt, which is not an error.
func work(ctx context.Context, o cli.LabOptions, idle time.Duration, con cli.Console) (err error) {
	if err := o.Cluster.Check(true); err != nil {
		return err
	}
	if o.Jobs == 0 {
		return cli.Misuse("--jobs 0; expected at least 1")
	}
	l := cli.NewLaboratory(o, con)
	if l.Provenance.Program, err = bench.Program(); err != nil {
		return err
	}
	worker := cluster.Options{Access: o.Cluster.Access, Lab: &l.Lab, Idle: idle, Notify: con.Notice}
	err = cluster.Work(ctx, worker)
	return errors.Join(err, l.Close())
}
