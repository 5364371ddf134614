package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

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
	method     string // how combinations are chosen; only grid
	random     randomOptions
	preset     preset // preset of the settings that no flag sets
	heuristics []heuristics.Heuristic
	values     gaValues
	order      puzzle.Order
	lab        labOptions
}

// tuned is the JSON output of tune for one combination of settings.
type tuned struct {
	analysis.Ranked
	Settings     bench.Values `json:"settings"`
	TotalSeconds bench.Figure `json:"total_seconds"` // total time of the trials that ran without an error
}

// tuneReport is the JSON output of tune.
type tuneReport struct {
	Name         string       `json:"experiment"`
	Results      string       `json:"results"` // file of the store
	Puzzles      int          `json:"puzzles"`
	Size         string       `json:"size"`
	Goal         puzzle.Board `json:"goal"`
	Seed         uint64       `json:"seed"`
	Preset       string       `json:"preset"`
	Before       int          `json:"before"` // number of trials of earlier runs
	Partial      bool         `json:"partial"`
	Combinations []tuned      `json:"combinations"` // the best first
	Command      string       `json:"command"`      // command line that solves the first board with the best settings
}

// tuneCommand tries every combination of the given settings of the genetic solver. Each
// combination is a solver of an experiment in the store. So when the same command runs
// again, it continues an interrupted search. Other settings have the values of a preset.
func tuneCommand(con console) *cli.Command {
	o := tuneOptions{values: gaValues{}}
	return command(cli.Command{
		Name:  "tune",
		Usage: "try combinations of settings of the genetic solver on the same random boards",
		Description: "The flags --heuristic, --population, --generations, --phases, --crossover, --mutation and " +
			"--set take lists of values, separated by commas. tune runs the genetic solver with every combination of " +
			"the listed values, on the same boards. All other settings have the values of --preset. npuzzle settings " +
			"explains the settings.",
		Flags: slices.Concat(
			randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles)),
			in(aboutSearch,
				flagOf("heuristic", "run with each of the heuristics `NAMES`, separated by commas; npuzzle "+
					"heuristics --help lists them",
					solvers.DefaultHeuristic,
					&o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
				orderFlag(&o.order),
				flagOf("method", "choose combinations by `METHOD`; grid, the only method, takes all of them",
					"grid", &o.method, units.OneOf("grid"), "grid")),
			in(aboutEvolution, flagOf("preset",
				"take all other settings from preset `NAME`: study, pure, memetic or a YAML file", "memetic",
				&o.preset, parsePreset, ga.PresetNames()...)),
			o.values.flags(true),
			limitFlags(&o.lab.limits, "generated", 0),
			o.lab.nameFlag("tune-1"),
			o.lab.flags("print one JSON object instead of the table")),
		Action: func(c *cli.Context) error { return tune(c.Context, o, con) },
	},
		"npuzzle tune --preset pure --population 20,50 --generations 50,200 --puzzles 10",
		"npuzzle tune --mutation 0.05,0.1 --set decoding=ordered,ranked --puzzles 5 --walk 20 --json",
	)
}

// experiment returns an experiment with a solver for each combination. Each setting with
// several values is an axis of the grid, and the heuristics are another axis. The
// description names the settings with one value.
func (o tuneOptions) experiment() (bench.Experiment, error) {
	e, err := o.lab.experiment("tune", o.random)
	if err != nil {
		return e, err
	}
	base := bench.Solver{Name: "ga", Settings: solvers.Default("ga")}
	base.Settings.Order, base.Settings.GA = o.order, o.preset.beside()
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
	fixed := []string{"preset " + o.preset.name}
	for _, a := range axes {
		if len(a.Values) == 1 {
			fixed = append(fixed, a.Setting+" "+a.Values[0])
		}
	}
	e.Description = fmt.Sprintf("%s of the genetic solver (%s) on %s",
		units.Plural(len(e.Solvers), "combination", "combinations"), strings.Join(fixed, ", "), e.Description)
	return e, checkSolvers(e)
}

// tune runs the experiment, ranks the combinations and prints the command that uses the
// best combination.
//
// A combination that is out of range is a usage error, found before the store is opened.
// If an interrupt came before the first trial ended, tune prints no ranking.
func tune(ctx context.Context, o tuneOptions, con console) (err error) {
	e, err := o.experiment()
	if err != nil {
		return err
	}
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	return l.conduct(ctx, e, con, func(outcome lab.Outcome, results *analysis.Analysis) error {
		all := rank(e, results)
		use := ""
		if all[0].Trials > 0 {
			if use, err = o.use(e, all[0]); err != nil {
				return err
			}
		}
		if o.lab.json {
			return con.object(tuneReport{
				outcome.Name, l.Store.Name(), o.random.puzzles, o.random.size.String(), e.Groups[0].Goal, o.random.seed,
				o.preset.given, outcome.Before, outcome.Partial(), all, use,
			})
		}
		con.text(e.Description, "")
		if use != "" {
			printTuning(con, all)
			fmt.Fprintf(con.out, "\nto solve with the settings of the first row:\n%s\n\n", use)
		}
		io.WriteString(con.out, keptText(outcome, l.Store.Name()))
		return nil
	})
}

// tunable returns the names of the settings that tune can vary.
func tunable() []string { return append([]string{"heuristic"}, ga.SettingNames()...) }

// rank returns the combinations with their settings, best first.
func rank(e bench.Experiment, results *analysis.Analysis) []tuned {
	settings := map[string]bench.Values{} // by solver
	for _, s := range e.Solvers {
		settings[s.Name] = bench.Values{}
		for _, name := range tunable() {
			settings[s.Name][name] = s.Settings.Get(name)
		}
	}
	var all []tuned
	for _, r := range analysis.Rank(results.Summaries()) {
		t := tuned{Ranked: r, Settings: settings[r.Name]}
		if ran := r.Trials - r.Errors; ran > 0 {
			t.TotalSeconds = r.MeanSeconds * bench.Figure(ran)
		}
		all = append(all, t)
	}
	return all
}

// use returns the command that solves the first board with the settings of a combination,
// as in its trial. It leaves out settings that the preset already has.
func (o tuneOptions) use(e bench.Experiment, t tuned) (string, error) {
	words := []string{"npuzzle", "solve", "--algorithm", "ga", "--preset", o.preset.given}
	with := func(flag, value, byDefault string) {
		if value != byDefault {
			words = append(words, "--"+flag, value)
		}
	}
	with("heuristic", t.Settings["heuristic"], solvers.DefaultHeuristic)
	with("order", o.order.String(), puzzle.DefaultOrder.String())
	with("goal", o.random.goal, puzzle.BlankLast)
	with("pdb-dir", o.lab.pdbDir, "")
	preset := o.preset.beside()
	if o.lab.limits.time > 0 || o.lab.limits.nodes > 0 {
		preset = o.preset.settings // in solve, auto then means another patience, so the command must name it
		with("time-limit", o.lab.limits.time.String(), "0s")
		with("node-limit", fmt.Sprint(o.lab.limits.nodes), "0")
	}
	for _, name := range ga.SettingNames() {
		value := t.Settings[name]
		if gaFlags[name] != "" {
			with(name, value, preset.Get(name))
		} else {
			with("set", name+"="+value, name+"="+preset.Get(name))
		}
	}
	for p, err := range e.Groups[0].Draw() {
		if err != nil {
			return "", err
		}
		words = append(words, p.Start.Line())
		break
	}
	return shellLine(words), nil
}

// printTuning prints a row for each combination that has trials. Notes below the table
// say which settings had no effect.
//
// Combinations with the same results on every board share a row, which lists all their
// values of a setting. A setting whose values are the same in every row has no column. If
// no optimal length is known, the mean length replaces the gap. Intervals follow the
// numbers.
func printTuning(con console, all []tuned) {
	var classes [][]tuned // combinations with the same results, which are adjacent in the ranking
	for _, t := range all {
		if t.SameAs == "" {
			classes = append(classes, nil)
		}
		if last := len(classes) - 1; t.Trials > 0 {
			classes[last] = append(classes[last], t)
		}
	}
	classes = slices.DeleteFunc(classes, func(class []tuned) bool { return class == nil })

	rows := make([][]string, len(classes))
	var header []string
	var idle, listed []string // settings without effect everywhere, and in some rows
	for _, name := range tunable() {
		texts := make([]string, len(classes))
		several := false
		for i, class := range classes {
			var values []string
			for _, t := range class {
				if value := t.Settings[name]; !slices.Contains(values, value) {
					values = append(values, value)
				}
			}
			texts[i] = strings.Join(values, ",")
			several = several || len(values) > 1
		}
		switch shown := slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }); {
		case shown:
			header = append(header, name)
			for i, text := range texts {
				rows[i] = append(rows[i], text)
			}
			if several {
				listed = append(listed, name)
			}
		case several:
			idle = append(idle, name)
		}
	}
	gap := slices.ContainsFunc(all, func(t tuned) bool { return t.OptimalKnown > 0 })
	third := "length"
	if gap {
		third = "gap"
	}
	names := len(header)
	header = append(header, "accuracy", third, "median time")
	for i, class := range classes {
		t := class[0]
		cost := figure(t.MeanLength, 2)
		if gap {
			format := func(x float64) string { return units.Decimals(x, 3) }
			cost = withInterval(t.GapInterval, format)
		}
		if t.Best && names > 0 {
			rows[i][0] += " *"
		}
		rows[i] = append(rows[i], accuracyText(t.Summary), cost,
			withInterval(t.Of(analysis.Seconds).Median, units.Seconds.Format))
	}
	text, _ := results{names: names, header: header, rows: rows}.text(con.columns)
	io.WriteString(con.out, text)

	const same = "gave the same results on every board"
	notes := []string{"", "in parentheses: 95 % intervals"}
	if names > 0 {
		notes = append(notes, "* the first row, and rows not significantly worse in boards solved and cost of plans")
	}
	if idle != nil {
		notes = append(notes, fmt.Sprintf("%s had no effect: all values %s", strings.Join(idle, " and "), same))
	}
	if listed != nil {
		notes = append(notes, fmt.Sprintf("in rows that list several values of %s, all these values %s",
			strings.Join(listed, " or "), same))
	}
	con.text(notes...)
}

// withInterval writes a number with its confidence interval in parentheses. It leaves out
// an unknown interval.
func withInterval(i analysis.Interval, format func(float64) string) string {
	if math.IsNaN(i.Low) {
		return format(i.Value)
	}
	return fmt.Sprintf("%s (%s)", format(i.Value), units.Range(i.Low, i.High, format))
}
