package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	random     randomOptions
	heuristics []heuristics.Heuristic
	values     gaValues
	order      puzzle.Order
	lab        labOptions
}

// tuned is a combination of settings with its results, as tune prints it in JSON.
type tuned struct {
	analysis.Summary
	Settings     bench.Values `json:"settings"`
	TotalSeconds bench.Figure `json:"total_seconds"`
}

// tuneReport is what tune prints as JSON.
type tuneReport struct {
	Name         string       `json:"experiment"`
	Results      string       `json:"results"` // file of the trials
	Puzzles      int          `json:"puzzles"`
	Size         string       `json:"size"`
	Goal         puzzle.Board `json:"goal"`
	Seed         uint64       `json:"seed"`
	Before       int          `json:"before"` // trials of earlier runs
	Partial      bool         `json:"partial"`
	Combinations []tuned      `json:"combinations"` // the best first
}

// tuneCommand tries every combination of the given settings of the genetic solver. Each
// combination is a solver of an experiment, so the store keeps its trials, and an interrupted
// search continues when the same command runs again. Settings that are not given have the
// values of the preset memetic.
func tuneCommand(con console) *cli.Command {
	o := tuneOptions{values: gaValues{}}
	byDefault := ga.Default()
	byDefault.Patience = patienceBeside
	return command(cli.Command{
		Name:  "tune",
		Usage: "try combinations of settings (others: preset memetic) on the same random boards",
		Flags: slices.Concat(
			randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles)),
			in(aboutSearch,
				flagOf("heuristic", "use each of the heuristics `NAMES`, separated by commas", solvers.DefaultHeuristic,
					&o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
				orderFlag(&o.order)),
			o.values.flags(true, byDefault.Get),
			limitFlags(&o.lab.limits, 0),
			o.lab.nameFlag(),
			o.lab.flags("print one JSON object instead of the table")),
		Action: func(c *cli.Context) error { return tune(c.Context, o, con) },
	},
		"npuzzle tune --population 20,50 --phases 2,5 --puzzles 10",
		"npuzzle tune --mutation 0.05,0.1 --set decoding=ordered,ranked --puzzles 5 --walk 20 --json",
	)
}

// experiment returns the grid as an experiment with a solver for each combination. Each
// setting with several values is an axis of the grid, and the heuristics are another one.
func (o tuneOptions) experiment() (bench.Experiment, error) {
	e, err := o.lab.experiment("tune", o.random)
	if err != nil {
		return e, err
	}
	base := bench.Solver{Name: "ga", Settings: solvers.Default("ga")}
	base.Settings.Order, base.Settings.GA.Patience = o.order, patienceBeside
	axes := []config.Axis{{Setting: "heuristic"}}
	for _, h := range o.heuristics {
		axes[0].Values = append(axes[0].Values, h.Name())
	}
	for _, name := range ga.SettingNames() {
		if values, given := o.values[name]; given {
			axes = append(axes, config.Axis{Setting: name, Values: values})
		}
	}
	if e.Solvers, err = config.Grid(base, axes); err != nil {
		return e, &usageError{err}
	}
	e.Description = fmt.Sprintf("%s of the genetic solver on %s",
		units.Plural(len(e.Solvers), "combination", "combinations"), e.Description)
	return e, checkSolvers(e)
}

// tune runs the experiment and ranks the combinations.
//
// The table has a row for each combination, the most accurate first. A combination that is out
// of range is a usage error, found before the store is opened.
func tune(ctx context.Context, o tuneOptions, con console) (err error) {
	e, err := o.experiment()
	if err != nil {
		return err
	}
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	return l.conduct(ctx, e, con, func(outcome lab.Outcome, results *analysis.Analysis) error {
		all := rank(e, results)
		if o.lab.json {
			return con.object(tuneReport{
				outcome.Name, l.Store.Name(), o.random.puzzles, o.random.size.String(), e.Groups[0].Goal, o.random.seed,
				outcome.Before, outcome.Partial(), all,
			})
		}
		fmt.Fprintf(con.out, "%s\n\n", e.Description)
		printTuning(con.out, all)
		io.WriteString(con.out, "\n"+keptText(outcome, l.Store.Name()))
		return nil
	})
}

// tunable are the names of the settings that tune prints: those that it can vary.
func tunable() []string { return append([]string{"heuristic"}, ga.SettingNames()...) }

// rank returns the combinations, the most accurate first. Equally accurate combinations are
// sorted by their mean time.
//
// The total time is the mean time times the number of trials that ran without an error.
func rank(e bench.Experiment, results *analysis.Analysis) []tuned {
	var all []tuned
	for i, s := range results.Summaries() {
		t := tuned{s, bench.Values{}, 0}
		for _, name := range tunable() {
			t.Settings[name] = e.Solvers[i].Settings.Get(name)
		}
		if ran := s.Trials - s.Errors; ran > 0 {
			t.TotalSeconds = s.MeanSeconds * bench.Figure(ran)
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b tuned) int {
		return cmp.Or(
			cmp.Compare(float64(b.Accuracy), float64(a.Accuracy)), // NaN, of no trials, is the least
			cmp.Compare(float64(a.MeanSeconds), float64(b.MeanSeconds)),
		)
	})
	return all
}

// printTuning prints a row for each combination. The columns are those of the table of the
// study "ga-vs-astar", and one more for each other setting that varies.
func printTuning(w io.Writer, all []tuned) {
	shown := []string{"population", "generations", "phases"}
	for _, name := range tunable() {
		varies := slices.ContainsFunc(all, func(t tuned) bool { return t.Settings[name] != all[0].Settings[name] })
		if varies && !slices.Contains(shown, name) {
			shown = append(shown, name)
		}
	}
	header := table.Row{"trials"}
	for _, name := range shown {
		header = append(header, name)
	}
	var rows []table.Row
	for _, t := range all {
		row := table.Row{t.Trials}
		for _, name := range shown {
			row = append(row, t.Settings[name])
		}
		rows = append(rows, append(row,
			percent(t.Accuracy), intervalText(t.AccuracyLow, t.AccuracyHigh),
			units.Seconds.Format(float64(t.TotalSeconds)), units.Seconds.Format(float64(t.MeanSeconds)),
			figure(t.MeanLength, 2)))
	}
	printTable(w, append(header, "accuracy", "95 % interval", "total time", "average time", "length"), rows)
}
