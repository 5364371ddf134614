package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// showCommand prints what the store holds: the results of an experiment, single trials,
// or the definition of an experiment as an experiment file. It prints results in the same
// table as compare and run.
func showCommand(con console) *cli.Command {
	var file string
	var asFile bool
	var play animation
	return command(cli.Command{
		Name:        "show",
		Usage:       "show an experiment (by default the newest), or a trial",
		ArgsUsage:   "[EXPERIMENT|[EXPERIMENT/]KEY]",
		Description: aboutKeys,
		Flags: in(aboutOutput, append([]cli.Flag{
			storeFlag(&file),
			boolFlag("definition", "print the experiment file, for npuzzle run", &asFile),
			jsonFlag("print one JSON object per trial", &con.json),
		}, play.flags("play the plan of a trial; keys pause it and step through it")...)...),
		Action: func(c *cli.Context) error {
			return show(c.Context, file, c.Args().First(), asFile, play, con)
		},
	},
		"npuzzle show",
		"npuzzle show compare-1 --definition",
	)
}

// show prints an experiment, by default the newest, or the trials whose key begins with
// name.
//
// Using --definition with the key of a trial is a usage error, because a trial has no
// definition. Using --animate with the name of an experiment is a usage error, because
// only trials have plans.
func show(ctx context.Context, file, name string, asFile bool, play animation, con console) error {
	e, records, err := find(ctx, file, name, con)
	switch {
	case err != nil:
		return err
	case play.on && (e != nil || con.json):
		return misuse("--animate plays the plan of a trial; expected the start of its key, and no other output")
	case asFile && e == nil:
		return misuse("%.60q is a trial; expected an experiment with --definition", name)
	case asFile:
		io.WriteString(con.out, e.Definition)
	case con.json:
		return objects(con, records)
	case e == nil:
		printTrials(con, records)
		if play.on {
			return playTrials(ctx, records, newPlayer(con, play, true))
		}
	default:
		printExperiment(con, *e, records, storeName(file))
	}
	return nil
}

// playTrials plays the plans of the trials that have one.
func playTrials(ctx context.Context, records []bench.Record, p *player) error {
	for _, r := range records {
		if r.Moves == nil {
			continue
		}
		moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
		if err != nil {
			return err
		}
		if _, err := r.Board.Replay(moves); err != nil {
			return err
		}
		if err := p.play(ctx, r.Board, moves, r.Notation); err != nil {
			return err
		}
	}
	return nil
}

// printTrials prints each trial with its experiment, limits and machine, and the version
// of the program. Together with the settings, these suffice to repeat the trial.
func printTrials(con console, records []bench.Record) {
	for i, r := range records {
		if i > 0 {
			fmt.Fprintln(con.out)
		}
		fmt.Fprintf(con.out, "trial %s of %s: %s on %s, repeat %d\n", r.Key, r.Experiment, r.Solver, r.Group, r.Repeat)
		printTrial(con.out, r)
		text := fmt.Sprintf("%sstarted %s, %s at a time, on %s", limitsText(r), r.Started,
			units.Plural(r.Jobs, "trial", "trials"), r.Machine)
		if r.ProcessLimit > 0 {
			text += fmt.Sprintf(", with %s for the process", amount(r.ProcessLimit))
		}
		text += fmt.Sprintf("; npuzzle %s, signature %s", r.Version, r.Signature)
		if r.Revision != "" {
			text += ", revision " + r.Revision
		}
		if r.Program != "" && r.Program != r.Revision {
			text += ", program " + r.Program
		}
		con.text("", text)
	}
}

// limitsText lists the limits of a trial. It returns "" if there are none.
func limitsText(r bench.Record) string {
	var limits []string
	if r.TimeLimit > 0 {
		limits = append(limits, units.Seconds.Format(r.TimeLimit))
	}
	if r.CPULimit > 0 {
		limits = append(limits, units.Seconds.Format(r.CPULimit)+" of processor time")
	}
	if r.NodeLimit > 0 {
		limits = append(limits, units.Grouped(r.NodeLimit)+" states or plans")
	}
	if r.MemoryLimit > 0 {
		limits = append(limits, amount(r.MemoryLimit))
	}
	if limits == nil {
		return ""
	}
	return "within " + strings.Join(limits, ", ") + "; "
}

// printExperiment prints a stored experiment with its results, in the form of run.
func printExperiment(con console, e store.Experiment, records []bench.Record, file string) {
	fmt.Fprintf(con.out, "%s: %s of %s kept, begun %s\n",
		e.Name, units.Grouped(uint64(e.Done)), units.Plural(e.Total, "trial", "trials"), when(e.Began))
	if e.Description != "" {
		con.text(e.Description)
	}
	fmt.Fprintln(con.out)
	outcome := lab.Outcome{Name: e.Name, Total: e.Total, Records: records}
	printResults(con, analysis.Stored(e.Definition, records), outcome, file)
}
