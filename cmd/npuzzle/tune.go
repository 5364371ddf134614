package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// tuneOptions are what tune is told.
type tuneOptions struct {
	method     string
	random     randomOptions
	heuristics []string
	values     map[string][]string // of each setting of the genetic solver that is given
	order      puzzle.Order
	lab        labOptions
	isolate    bool
	json       bool
}

// tuned is what tune prints of a combination as JSON.
type tuned struct {
	analysis.Object
	Settings     bench.Values `json:"settings"`
	TotalSeconds bench.Figure `json:"total_seconds"`
}

// tuneReport is what tune prints as JSON.
type tuneReport struct {
	Name         string       `json:"experiment"`
	Results      string       `json:"results"` // the file of the trials
	Puzzles      int          `json:"puzzles"`
	Size         string       `json:"size"`
	Goal         puzzle.Board `json:"goal"`
	Seed         uint64       `json:"seed"`
	Partial      bool         `json:"partial"`
	Combinations []tuned      `json:"combinations"` // the best first
}

func tuneCommand(con console) *cli.Command {
	o := tuneOptions{values: map[string][]string{}}
	flags := append(randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles)), in(aboutSearch,
		flagOf("method", "`METHOD` of the search: grid, every combination on the same boards", "grid", &o.method, units.OneOf("grid"), "grid"),
		flagOf("heuristic", "`NAMES` of the estimates, separated by commas", solvers.DefaultHeuristic, &o.heuristics, heuristicNames, solvers.HeuristicNames()...),
		orderFlag(&o.order),
		pdbDirFlag(&o.lab.pdbDir))...)
	flags = append(flags, gridFlags(o.values)...)
	flags = append(flags, limitFlags(&o.lab.limits, 0)...)
	flags = append(flags, isolateFlag(&o.isolate))
	flags = append(flags, in(aboutOutput, storeFlag(&o.lab.store), jsonFlag("print one JSON object instead of the table", &o.json))...)
	return command(cli.Command{
		Name:  "tune",
		Usage: "try settings of the genetic solver against each other on the same random boards",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return tune(c.Context, o, con)
		},
	},
		"npuzzle tune --method grid --population 20,50 --phases 2,5 --puzzles 10",
		"npuzzle tune --mutation 0.05,0.1,0.2 --puzzles 5 --walk 20 --json",
	)
}

// gridFlags are the settings of the genetic solver, each a list.
func gridFlags(values map[string][]string) []cli.Flag {
	byDefault := ga.Default()
	byDefault.Patience = patienceBeside
	var flags []cli.Flag
	for _, row := range ga.Table() {
		list := new([]string)
		f := flagOf(row.Name, row.Usage+"; or a list, separated by commas", "", list, func(text string) ([]string, error) {
			var all []string
			for part := range strings.SplitSeq(text, ",") {
				scratch := ga.Default()
				if err := scratch.Set(row.Name, strings.TrimSpace(part)); err != nil {
					if value, ok := errors.AsType[*ga.ValueError](err); ok {
						err = fmt.Errorf("expected %s, or a list of such", value.Expected)
					}
					return nil, err
				}
				value := scratch.Get(row.Name)
				if slices.Contains(all, value) {
					return nil, fmt.Errorf("%s appears twice; expected each value once", value)
				}
				all = append(all, value)
			}
			values[row.Name] = all
			return all, nil
		}, row.Values...)
		f.DefaultText = byDefault.Get(row.Name)
		flags = append(flags, f)
	}
	return in(aboutEvolution, flags...)
}

// heuristicNames reads a list of heuristics into their names.
func heuristicNames(text string) ([]string, error) {
	list, err := solvers.ParseHeuristics(text)
	var names []string
	for _, h := range list {
		names = append(names, h.Name())
	}
	return names, err
}

// studied are the settings that the study "ga-vs-astar" tabled: they are shown
// whether they vary or not.
var studied = []string{"population", "generations", "phases"}

// experiment returns the grid as the experiment that it is.
func (o tuneOptions) experiment() (bench.Experiment, error) {
	goal, err := o.random.goalBoard()
	if err != nil {
		return bench.Experiment{}, err
	}
	base := bench.Solver{Name: "ga", Settings: solvers.Default("ga")}
	base.Settings.Order, base.Settings.GA.Patience = o.order, patienceBeside
	axes := []config.Axis{{Setting: "heuristic", Values: o.heuristics}}
	for _, name := range ga.SettingNames() {
		if values, given := o.values[name]; given {
			axes = append(axes, config.Axis{Setting: name, Values: values})
		}
	}
	e := bench.Experiment{
		Kind: "tune",
		Groups: []bench.Group{{
			Name: o.random.size.String(), Goal: goal,
			Count: o.random.puzzles, Seed: o.random.seed, Scramble: o.random.scramble,
		}},
		Seed:      o.random.seed,
		TimeLimit: o.lab.limits.time,
		Isolate:   o.isolate,
	}
	e.Limits.Expanded = o.lab.limits.nodes
	if e.Solvers, err = config.Grid(base, axes); err != nil {
		return e, &usageError{err}
	}
	for _, c := range e.Solvers {
		if _, err := solvers.New(c.Settings, nil); err != nil {
			return e, &usageError{err}
		}
	}
	e.Description = fmt.Sprintf("%s of the genetic solver on %s", plural(len(e.Solvers), "combination", "combinations"), o.random.description())
	return e, nil
}

func tune(ctx context.Context, o tuneOptions, con console) (err error) {
	e, err := o.experiment()
	if err != nil {
		return err
	}
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	if err := l.open(ctx, o.lab); err != nil {
		return err
	}
	outcome, err := l.run(ctx, e, con)
	if err != nil {
		return err
	}
	all := rank(e, outcome)
	if o.json {
		err = json.NewEncoder(con.out).Encode(tuneReport{
			outcome.Name, l.Store.Name(), o.random.puzzles, o.random.size.String(), e.Groups[0].Goal, o.random.seed, outcome.Partial(), all,
		})
	} else {
		err = printTuning(con.out, e, all, outcome, l.Store.Name())
	}
	if err != nil {
		return err
	}
	return unsolved(outcome)
}

// rank returns the combinations, the most accurate first, of those the fastest.
func rank(e bench.Experiment, o lab.Outcome) []tuned {
	all := make([]tuned, len(e.Solvers))
	for i, s := range objectsOf(analysis.New(e, o.Records).Summaries()) {
		values := bench.Values{}
		for _, name := range append([]string{"heuristic"}, ga.SettingNames()...) {
			values[name] = e.Solvers[i].Settings.Get(name)
		}
		total := bench.Figure(0)
		if ran := s.Trials - s.Errors; ran > 0 {
			total = s.MeanSeconds * bench.Figure(ran)
		}
		all[i] = tuned{s, values, total}
	}
	slices.SortStableFunc(all, func(a, b tuned) int {
		return cmp.Or(
			cmp.Compare(float64(b.Accuracy), float64(a.Accuracy)), // what did not run comes last
			cmp.Compare(float64(a.MeanSeconds), float64(b.MeanSeconds)),
		)
	})
	return all
}

// printTuning prints the table of the study, with a column more for every other
// setting that varies.
func printTuning(w io.Writer, e bench.Experiment, all []tuned, o lab.Outcome, store string) error {
	shown := slices.Clone(studied)
	for _, name := range append([]string{"heuristic"}, ga.SettingNames()...) {
		varies := slices.ContainsFunc(all, func(t tuned) bool { return t.Settings[name] != all[0].Settings[name] })
		if varies && !slices.Contains(shown, name) {
			shown = append(shown, name)
		}
	}
	header := table.Row{"trials"}
	for _, name := range shown {
		header = append(header, name)
	}
	header = append(header, "accuracy", "95 % interval", "total time", "average time", "length")
	var rows []table.Row
	for _, t := range all {
		row := table.Row{t.Trials}
		for _, name := range shown {
			row = append(row, t.Settings[name])
		}
		rows = append(rows, append(row,
			percent(t.Accuracy),
			fmt.Sprintf("%.1f-%.1f %%", 100*t.AccuracyLow, 100*t.AccuracyHigh),
			seconds(float64(t.TotalSeconds)),
			seconds(float64(t.MeanSeconds)),
			figure(t.MeanLength, 2),
		))
	}
	var b strings.Builder
	b.WriteString(e.Description + "\n\n")
	if err := printTable(&b, header, rows); err != nil {
		return err
	}
	b.WriteString("\n" + keptText(o, store))
	_, err := io.WriteString(w, b.String())
	return err
}
