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
	flags := append(slices.Concat(o.Cluster.AccessFlags(), o.ProcessFlags(0)),
		cli.FlagOf("idle", "", &idle, units.ParseDuration), cli.TextFlag("pdb-dir", &o.PDBDir))
	return cli.Command("worker", flags, func(c *urfave.Context) error {
		return work(c.Context, o,
			idle, con)
	})
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
