package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// experimentReport is the JSON output of run. The results are grouped by group of puzzles, because
// an experiment may have several groups.
type experimentReport struct {
	cli.Conducted
	Groups   []cli.GroupReport `json:"groups"`
	Warnings []string          `json:"warnings"` // see analysis.Warnings
}

// runCommand runs an experiment file. It does not repeat trials that the store has from
// an earlier run or another experiment with the same settings and the same program. If the
// experiment has no solvers, it prints the boards in a form that solve reads.
func runCommand(con cli.Console) *urfave.Command {
	var o cli.LabOptions
	var dry bool
	flags := slices.Concat(
		o.ProcessFlags(0),
		[]urfave.Flag{
			cli.IsolateFlag(&o.Trials.Isolate),
		},
		o.Cluster.Flags(),
		[]urfave.Flag{
			cli.TablesFlag("search", &o.PDBDir),
			cli.StoreFlag("output", &o.Store),
			cli.JSONFlag("print the results of each experiment as one JSON object", &con.JSON),
			&urfave.BoolFlag{
				Name: "dry-run", Category: "output",
				Usage: "store nothing; count the trials, run a few, and estimate the time of " +
					"those that are not stored",
				Destination: &dry,
			},
			&urfave.StringFlag{
				Name: "log", Category: "output",
				Usage:       "append each trial to `FILE` when it ends, as a line of JSON",
				Destination: &o.Log,
			},
		},
	)
	action := func(c *urfave.Context) error {
		if dry && (o.Log != "" || con.JSON) {
			return cli.Misuse("--dry-run only prints a table; expected neither --log nor --json")
		}
		experiments, err := cli.ReadExperiments(c.Args().First(), con)
		if err != nil {
			return err
		}
		return runExperiments(c.Context, experiments, o, dry, con)
	}
	return &urfave.Command{
		Name:      "run",
		Usage:     "run those trials of an experiment file that are not stored yet",
		ArgsUsage: "EXPERIMENT.yaml",
		Description: `
npuzzle init writes an example of an experiment file. A trial is a run of one solver on one board.
run stores each trial as soon as it ends. After an interrupt, the same command runs the remaining
trials. A file may hold several experiments, separated by lines of ---.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle run experiment.yaml",
			"npuzzle run experiment.yaml --dry-run",
		),
	}
}

// runExperiments runs experiments one after another. With several experiments, the name of each one
// comes before its results. A trial that is missing or failed does not prevent the next experiment,
// but runExperiments then returns errUnsolved. An interrupt ends it.
func runExperiments(ctx context.Context, experiments []bench.Experiment, o cli.LabOptions, dry bool,
	con cli.Console) error {
	var unsolved error
	for i, e := range experiments {
		e.Isolate = e.Isolate || o.Trials.Isolate
		if len(experiments) > 1 && !con.JSON {
			if i > 0 {
				fmt.Fprintln(con.Out)
			}
			fmt.Fprintf(con.Out, "experiment %s\n\n", e.Name)
		}
		var err error
		switch {
		case len(e.Solvers) == 0:
			err = cli.PrintBoards(ctx, con, "# group %s\n", e.Groups...)
		case dry:
			err = dryRun(ctx, e, o, con)
		default:
			plan := func(*cli.Laboratory) (bench.Experiment, error) { return e, nil }
			report := func(c cli.Conducted) any {
				return experimentReport{
					Conducted: c,
					Groups:    c.Groups(),
					Warnings:  c.Warnings(),
				}
			}
			err = o.Conduct(ctx, con, plan, report)
		}
		switch {
		case errors.Is(err, cli.ErrUnsolved):
			unsolved = err
		case err != nil:
			return err
		}
		if ctx.Err() != nil && i+1 < len(experiments) {
			return cli.ErrUnsolved
		}
	}
	return unsolved
}

// A dry run estimates the time of a trial by running at most probeTrials trials of each
// solver on each group of puzzles. All these trials together take at most probeTime.
const (
	probeTrials = 5
	probeTime   = 5 * time.Second
)

// dryRun counts the trials of each solver on each group of puzzles, and how many of them
// are stored. It estimates the time of the others. It changes nothing: it opens the store for
// reading, and the store may be missing.
//
// An experiment that cannot run, for example because its boards do not exist, is a usage
// error.
func dryRun(ctx context.Context, e bench.Experiment, o cli.LabOptions,
	con cli.Console) (err error) {
	l := cli.NewLaboratory(o, con)
	defer func() { err = errors.Join(err, l.Close()) }()
	if l.Store, err = cli.OpenToRead(ctx, o.Store,
		con); err != nil && !cli.Is[*cli.UsageError](err) {
		return err
	}
	type part struct {
		trials, stored int
		missing        []bench.Trial // at most probeTrials
	}
	parts := map[[2]string]part{} // by group and solver
	err = l.List(ctx, e, func(t bench.Trial, kept bool) error {
		names := [2]string{t.Puzzle.Group, t.Solver.Name}
		p := parts[names]
		p.trials++
		if kept {
			p.stored++
		} else if len(p.missing) < probeTrials {
			p.missing = append(p.missing, t)
		}
		parts[names] = p
		return nil
	})
	if ctx.Err() != nil {
		return errors.New("interrupted before the list of trials was complete")
	}
	if err != nil {
		return err
	}
	var rows []table.Row
	stored := 0
	rest := lab.Estimate{}
	for _, g := range e.Groups {
		for _, s := range e.Solvers {
			p, tries := parts[[2]string{g.Name, s.Name}]
			if !tries {
				continue
			}
			share := probeTime / time.Duration(len(e.Groups)*len(e.Solvers))
			each, err := l.Probe(ctx, p.missing, share)
			if err != nil {
				return err
			}
			if left := p.trials - p.stored; left > 0 {
				rest.Seconds += bench.Figure(left) * each.Seconds / bench.Figure(l.Jobs)
				rest.AtLeast = rest.AtLeast || each.AtLeast
			}
			stored += p.stored
			rows = append(rows, table.Row{g.Name, s.Name, units.Grouped(uint64(p.trials)),
				units.Grouped(uint64(p.stored)), cli.TextOf("estimated", each)})
		}
	}
	con.Table(table.Row{"group", "solver", "trials", "kept", "time each"}, rows, 1, 2)
	con.Say("planned", map[string]any{
		"Trials": e.Trials(),
		"Stored": stored,
		"Rest":   cli.TextOf("estimated", rest),
		"Jobs":   l.Jobs,
	})
	return nil
}
