package main

import (
	"context"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// showCommand prints what the store holds: the results of an experiment, single trials,
// or the definition of an experiment as an experiment file. It prints results in the same
// table as compare and run.
//
// Using --definition with the key of a trial is a usage error, because a trial has no
// definition. Using --animate with the name of an experiment is a usage error, because
// only trials have plans.
func showCommand(con cli.Console) *urfave.Command {
	var file string
	var asFile, explain bool
	var play cli.Animation
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
		&urfave.BoolFlag{
			Name: "definition", Category: "output",
			Usage:       "print the experiment file, for npuzzle run",
			Destination: &asFile,
		},
		cli.ExplainFlag(&explain),
		cli.JSONFlag("print one JSON object per trial", &con.JSON),
		&urfave.BoolFlag{
			Name: "animate", Category: "output",
			Usage:       "play the plan of a trial; keys pause it and step through it",
			Destination: &play.On,
		},
		play.SpeedFlag(),
	}
	action := func(c *urfave.Context) error {
		name := c.Args().First()
		e, records, err := cli.Find(c.Context, file, name, con)
		switch {
		case err != nil:
			return err
		case play.On && (e != nil || con.JSON):
			return cli.Misuse("--animate plays the plan of a trial; expected the start of its " +
				"key, and no other output")
		case explain && (e == nil || asFile || con.JSON):
			return cli.Misuse("--explain explains the table of an experiment; expected an " +
				"experiment, and no other output")
		case asFile && e == nil:
			return cli.Misuse("%.60q is a trial; expected an experiment with --definition", name)
		case asFile:
			io.WriteString(con.Data(), e.Definition)
		case con.JSON:
			return cli.Objects(con, records)
		case e == nil:
			printTrials(con, records)
			if play.On {
				play.ReadKeys(con)
				return playTrials(c.Context, con, records, play)
			}
		default:
			return con.Compose(c.Context, func(con cli.Console) error {
				printExperiment(con, *e, records, cli.StoreName(file), explain)
				return nil
			})
		}
		return nil
	}
	return &urfave.Command{
		Name:      "show",
		Usage:     "show an experiment (by default the newest), or a trial",
		ArgsUsage: "[EXPERIMENT|[EXPERIMENT/]KEY]",
		Description: `
A trial is a run of one solver on one board. KEY is the key of a trial, or at least its first 4
characters. EXPERIMENT/KEY looks for the key in one experiment only. npuzzle show EXPERIMENT --json
prints the keys.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle show",
			"npuzzle show compare-1 --definition",
		),
	}
}

// playTrials plays the plans of the trials that have one.
func playTrials(ctx context.Context, con cli.Console, records []bench.Record,
	play cli.Animation) error {
	for _, r := range records {
		if r.Moves == nil {
			continue
		}
		moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
		if err != nil {
			return err
		}
		if err := play.Play(ctx, con, r.Board, moves, r.Notation); err != nil {
			return err
		}
	}
	return nil
}

// printTrials prints each trial with its experiment, limits and machine, and the version
// of the program. Together with the settings, these suffice to repeat the trial.
func printTrials(con cli.Console, records []bench.Record) {
	for i, r := range records {
		if i > 0 {
			fmt.Fprintln(con.Out)
		}
		fmt.Fprintf(con.Out, "trial %s of %s: %s on %s, repeat %d\n", r.Key, r.Experiment, r.Solver,
			r.Group, r.Repeat)
		cli.PrintTrial(con, r)
		con.Text("", cli.TextOf("stored trial", r))
		cli.PrintOtherCPU(con, []bench.Record{r})
	}
}

// printExperiment prints a stored experiment with its results, in the form of run. If explain is
// true, it also prints what the columns mean.
func printExperiment(
	con cli.Console, e store.Experiment, records []bench.Record, file string, explain bool,
) {
	fmt.Fprintf(con.Out, "%s: %s of %s kept, begun %s\n",
		e.Name, units.Grouped(uint64(e.Done)), units.Plural(e.Total, "trial",
			"trials"), cli.When(e.Began))
	if e.Description != "" {
		con.Text(e.Description)
	}
	fmt.Fprintln(con.Out)
	if e.Kind == "tune" {
		tuned, err := report.Tuned(e, records)
		if err == nil {
			cli.PrintTuning(con, tuned, e.Name, file)
			if explain {
				cli.ExplainTuning(con, tuned)
			}
			return
		}
		con.Text(report.OtherTuner)
		fmt.Fprintln(con.Out)
	}
	cli.PrintOtherCPU(con, records)
	outcome := lab.Outcome{Name: e.Name, Total: e.Total, Records: records}
	cli.PrintResults(con, analysis.Stored(e.Definition, records), outcome, file, nil)
	if explain {
		cli.ExplainResults(con)
	}
}
