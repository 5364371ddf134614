package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	random     randomOptions
	preset     preset // preset of the settings that no flag sets
	heuristics []heuristics.Heuristic
	values     givenSettings
	lab        labOptions
}

// tuned is the JSON output of tune for one combination of settings.
type tuned struct {
	analysis.Ranked
	Settings     bench.Values
	TotalSeconds bench.Figure // total time of the trials that ran without an error
}

// MarshalJSON writes one object.
func (t tuned) MarshalJSON() ([]byte, error) {
	return bench.OneObject(t.Summary, struct {
		Verdict      analysis.Verdict `json:"verdict"`
		Good         bool             `json:"best"`
		SameAs       string           `json:"same_as,omitempty"`
		Settings     bench.Values     `json:"settings"`
		TotalSeconds bench.Figure     `json:"total_seconds"`
	}{t.Verdict, t.Good, t.SameAs, t.Settings, t.TotalSeconds})
}

// tuneReport is the JSON output of tune.
type tuneReport struct {
	conducted
	Puzzles      int          `json:"puzzles"`
	Size         string       `json:"size"`
	Goal         puzzle.Board `json:"goal"`
	Seed         uint64       `json:"seed"`
	Preset       string       `json:"preset"`
	Combinations []tuned      `json:"combinations"` // the best first
	Command      string       `json:"command"`      // command line that solves the first board with the best settings
}

// tuneCommand tries every combination of the given settings of the genetic solver. Each
// combination is a solver of an experiment in the store. So when the same command runs
// again, it continues an interrupted search. Other settings have the values of a preset.
func tuneCommand(con console) *cli.Command {
	o := tuneOptions{values: givenSettings{}}
	return command(cli.Command{
		Name:  "tune",
		Usage: "try combinations of settings of the genetic solver on the same random boards",
		Description: "The flags --heuristic, --population, --generations, --phases, --crossover, --mutation and " +
			"--set take lists of values, separated by commas. tune runs the genetic solver with every combination of " +
			"the listed values, on the same boards. All other settings have the values of --preset. npuzzle settings " +
			"explains the settings.",
		Flags: slices.Concat(
			randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles)),
			in(aboutSearch, heuristicsFlag(&o.heuristics)),
			in(aboutEvolution, flagOf("preset",
				"take all other settings from preset `NAME`: "+presetNames+" or a YAML file", ga.DefaultPreset,
				&o.preset, parsePreset, ga.PresetNames()...)),
			o.values.flags(true, "ga"),
			limitFlags(&o.lab.limits, 0),
			o.lab.nameFlag("tune-1"),
			o.lab.flags("print one JSON object instead of the table", &con.json)),
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
	base := bench.Solver{Name: "ga", Settings: o.preset.beside()}
	axes := []config.Axis{{Setting: "heuristic"}}
	for _, h := range o.heuristics {
		axes[0].Values = append(axes[0].Values, h.Name())
	}
	for _, name := range tunable()[1:] {
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
func tune(ctx context.Context, o tuneOptions, con console) error {
	plan := func(*laboratory) (bench.Experiment, error) { return o.experiment() }
	return o.lab.conduct(ctx, con, plan, func(c conducted) (err error) {
		e, all := c.experiment, rank(c.experiment, c.analysis)
		use := ""
		if all[0].Trials > 0 {
			if use, err = o.use(e, all[0]); err != nil {
				return err
			}
		}
		if con.json {
			return con.object(tuneReport{
				c, o.random.puzzles, o.random.size.String(), e.Groups[0].Goal, o.random.seed, o.preset.given, all, use,
			})
		}
		con.text(e.Description, "")
		if use != "" {
			printSummaries(con, c.analysis, varied(all))
			fmt.Fprintf(con.out, "to solve with the settings of the first row:\n%s\n\n", use)
		}
		io.WriteString(con.out, keptText(c.outcome, c.Results))
		return nil
	})
}

// tunable returns the names of the settings that tune can vary.
func tunable() []string {
	names := []string{"heuristic"}
	for _, row := range settable([]string{"ga"}) {
		names = append(names, row.Name)
	}
	return names
}

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
	for _, r := range analysis.Rank(results.Summaries(), results.Groups[0].Question()) {
		t := tuned{Ranked: r, Settings: settings[r.Name]}
		if ran := r.Trials - r.Errors; ran > 0 {
			t.TotalSeconds = r.MeanSeconds * bench.Figure(ran)
		}
		all = append(all, t)
	}
	return all
}

// varied returns the names of the settings that differ between the combinations, under "", and
// their values in each combination. It returns nil if none differs.
func varied(all []tuned) map[string]table.Row {
	rows := map[string]table.Row{}
	for _, name := range tunable() {
		differs := func(t tuned) bool { return t.Settings[name] != all[0].Settings[name] }
		if !slices.ContainsFunc(all, differs) {
			continue
		}
		rows[""] = append(rows[""], name)
		for _, t := range all {
			rows[t.Name] = append(rows[t.Name], t.Settings[name])
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return rows
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
	with("goal", o.random.goal, puzzle.BlankLast)
	with("pdb-dir", o.lab.pdbDir, "")
	preset := o.preset.beside()
	if !o.lab.limits.unset() {
		preset = o.preset.settings // in solve, auto then means another patience, so the command must name it
		with("time-limit", o.lab.limits.time.String(), "0s")
		with("cpu-limit", o.lab.limits.cpu.String(), "0s")
		with("node-limit", fmt.Sprint(o.lab.limits.nodes), "0")
	}
	for _, row := range settable([]string{"ga"}) {
		value, byDefault := t.Settings[row.Name], preset.Get(row.Name)
		if row.Usage != "" {
			with(row.Name, value, byDefault)
		} else {
			with("set", row.Name+"="+value, row.Name+"="+byDefault)
		}
	}
	for p, err := range e.Groups[0].Draw() {
		if err != nil {
			return "", err
		}
		return shellLine(append(words, p.Start.Line())), nil
	}
	panic("a group without boards")
}
