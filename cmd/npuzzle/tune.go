package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	random     randomOptions
	sizes      []puzzle.Size
	algorithm  string
	heuristics []heuristics.Heuristic // of the default configuration; several are searched
	preset     preset                 // of the default configuration
	settings   givenSettings          // of the default configuration
	tune       map[string]string
	lab        labOptions
	out        output // preset file of the winner
}

// tuned is the JSON output of tune.
type tuned struct {
	conducted
	Conclusions []string         `json:"conclusions"`
	Limit       string           `json:"limit"` // of each trial, in a sentence
	Winner      string           `json:"winner"`
	Settings    bench.Values     `json:"settings"` // of the winner, that differ from the default
	Holds       bool             `json:"holds"`    // whether the winner is better on the boards of the test
	P           bench.Figure     `json:"p"`
	States      uint64           `json:"states"`
	Left        []tunedCandidate `json:"left"` // configurations left at the end, the best first, and the default
	Preset      string           `json:"preset,omitempty"`
	Command     string           `json:"command"`
}

// tunedCandidate is a configuration in the JSON output of tune.
type tunedCandidate struct {
	Name     string       `json:"name"`
	Settings bench.Values `json:"settings"`
	Same     []string     `json:"same,omitempty"`
	Boards   int          `json:"boards"`
	Solved   int          `json:"solved"`
	Cost     bench.Figure `json:"cost"`
}

// tuneCommand searches for the best settings of a solver. Package tune does the work. This command
// makes the experiment from flags or a file, runs its parts in the store, and prints the outcome.
func tuneCommand(con console) *cli.Command {
	o := tuneOptions{settings: givenSettings{}, tune: map[string]string{}, out: output{flag: "out"}}
	value := func(key string, choices ...string) *cli.GenericFlag {
		return funcFlag(key, func(text string) error {
			o.tune[key] = text
			return nil
		}, choices...)
	}
	flags := append(slices.Concat(
		randomFlags(&o.random, flagOf("puzzles", "50", &o.random.boards.Count,
			units.Whole(tune.FewestTests, 100_000)))[1:],
		o.settings.flags(listOrRange), o.lab.limitFlags(0), o.lab.cluster.flags(), o.lab.flags(&con.json)),
		value("space"), value("objective", tune.Objectives...), value("method", tune.Methods...),
		value("budget"), value("blocks"),
		flagOf("size", "3x3", &o.sizes, listOf("size", puzzle.ParseSize, puzzle.Size.String)),
		flagOf("algorithm", "ga", &o.algorithm, solvers.ParseName, solvers.Names()...),
		flagOf("heuristic", "", &o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
		flagOf("preset", ga.DefaultPreset, &o.preset, parsePreset, ga.PresetNames()...),
		textFlag("out", &o.out.name), boolFlag("force", &o.out.force), o.lab.nameFlag())
	return command("tune", flags, func(c *cli.Context) error {
		if file := c.Args().First(); file != "" {
			return tuneFile(c, file, o, con)
		}
		e, err := o.experiment(c)
		if err != nil {
			return err
		}
		return o.run(c.Context, e, con)
	})
}

// tuneFile tunes as an experiment file says. Only flags that do not change what is tuned may be
// given as well.
func tuneFile(c *cli.Context, file string, o tuneOptions, con console) error {
	for _, name := range c.FlagNames() {
		allowed := []string{"budget", "name", "store", "json", "jobs", "memory-limit", "isolate", "pdb-dir", "out",
			"force", "listen", "connect", "token", "creds", "tls-cert", "tls-key", "tls-ca"}
		if !slices.Contains(allowed, name) {
			return misuse("--%s with a file; expected it in the file", name)
		}
	}
	experiments, err := readExperiments(file, con)
	if err != nil {
		return err
	}
	for _, e := range experiments {
		if e.Tune == nil {
			return misuse("experiment %s has no key tune; expected one, or npuzzle run %s", e.Name, file)
		}
		if o.tune["budget"] != "" {
			e.Tune["budget"] = o.tune["budget"]
			e.Text = config.Write(withoutName(e))
		}
		e.Kind, e.Name = "tune", cmp.Or(o.lab.trials.Name, e.Name)
		if err := o.run(c.Context, e, con); err != nil {
			return err
		}
	}
	return nil
}

// experiment returns the tuning that the flags describe.
func (o tuneOptions) experiment(c *cli.Context) (bench.Experiment, error) {
	e := o.lab.trials
	e.Kind, e.Seed = "tune", o.random.boards.Seed
	for _, o.random.size = range o.sizes {
		g, err := o.random.group()
		if err != nil {
			return e, err
		}
		e.Groups = append(e.Groups, g)
	}
	given := slices.DeleteFunc(o.settings.names(c), func(name string) bool { return name == "seed" })
	if err := checkTaken(given, o.algorithm); err != nil {
		return e, err
	}
	o.search()
	var heuristic heuristics.Heuristic
	if len(o.heuristics) == 1 {
		heuristic = o.heuristics[0]
	}
	settings := o.settings.applied(o.algorithm, heuristic, 0, o.preset.settings)
	e.Solvers = []bench.Solver{{Name: o.algorithm, Settings: settings}}
	e.Tune = o.tune
	if err := checkSolvers(e); err != nil {
		return e, err
	}
	e.Text = config.Write(withoutName(e))
	return e, nil
}

// search moves settings with several values or a range from the flags to the space.
func (o tuneOptions) search() {
	parts := o.settings.searched()
	if len(o.heuristics) > 1 {
		var names []string
		for _, h := range o.heuristics {
			names = append(names, h.Name())
		}
		parts = append(parts, "heuristic="+strings.Join(names, "|"))
	}
	if o.tune["space"] != "" {
		parts = append([]string{o.tune["space"]}, parts...)
	}
	if parts != nil {
		o.tune["space"] = strings.Join(parts, ", ")
	}
}

func withoutName(e bench.Experiment) bench.Experiment {
	e.Name = ""
	return e
}

// run tunes and prints the outcome.
func (o tuneOptions) run(ctx context.Context, e bench.Experiment, con console) (err error) {
	t, err := tune.New(e)
	if err != nil {
		return asUsage(err)
	}
	if err := o.out.check(); err != nil {
		return err
	}
	t.Notice = con.notice
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	if err = l.open(ctx, o.lab, con); err != nil {
		return err
	}
	shown := newProgress(con.err)
	t.Observe = func(p tune.Progress) {
		text := p.Phase
		if p.Left > 0 {
			text += fmt.Sprintf(", %d left", p.Left)
		}
		if p.Best != nil {
			text += ", best so far " + cmp.Or(p.Best.Settings.String(), p.Best.Name)
		}
		shown.show("budget", uint64(1000*p.Used), 1000, text+l.workersText())
	}
	name, total, before := e.Name, 0, 0
	runPart := func(ctx context.Context, part bench.Experiment) ([]bench.Record, error) {
		part.Name = name
		ran, err := l.Run(ctx, part)
		name, total, before = ran.Name, part.Before+ran.Total, before+ran.Before
		return ran.Records, err
	}
	outcome, err := t.Run(ctx, tune.InParts(e, runPart))
	shown.end()
	if outcome.Ceiling != nil {
		err = asUsage(err)
	}
	if (err == nil || outcome.Ceiling != nil) && !outcome.Partial {
		if trimmed := l.Store.Trim(ctx, name, total); trimmed != nil {
			return trimmed
		}
	}
	if err != nil {
		return err
	}
	if outcome.Test != nil {
		outcome.Winners, err = l.Store.UseHeldOut(context.WithoutCancel(ctx), t.Kinds, outcome.Winner.Text())
		if err != nil {
			return err
		}
	}
	preset := ""
	if outcome.Test.Holds() { // otherwise the default settings are as good
		if preset, err = o.writePreset(outcome, name, l.Store); err != nil {
			return err
		}
	}
	result := tuned{Preset: preset, conducted: conducted{Name: name, Results: l.Store.Name(), Trials: outcome.Trials,
		Before: before, Jobs: l.Jobs, Partial: outcome.Partial}}
	return cmp.Or(o.print(con, outcome, result), unfinished(outcome.Partial))
}

// writePreset writes the settings of the winner as a preset file of the genetic solver, beside the
// store. It returns the name of the file, or "" if the solver is another one.
func (o tuneOptions) writePreset(outcome tune.Outcome, name string, s *store.Store) (string, error) {
	if !outcome.Winner.Solver.Settings.Evolving() {
		return "", nil
	}
	out := o.out
	if out.name == "" {
		out.name, out.force = filepath.Join(filepath.Dir(s.Name()), name+"-preset.yaml"), true
	}
	text := fmt.Sprintf("# %s of %s\n# %s\n%s", outcome.Winner.Name, name, outcome.Tuner.Limit(),
		config.WritePreset(outcome.Winner.Solver.Settings))
	return out.name, out.write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// print prints the outcome of a tuning.
func (o tuneOptions) print(con console, outcome tune.Outcome, result tuned) error {
	result.Conclusions, result.P = outcome.Conclusions(), bench.Unknown
	result.Limit = outcome.Tuner.Limit()
	result.States, result.Left = outcome.States, []tunedCandidate{}
	if outcome.Winner != nil {
		result.Winner, result.Settings = outcome.Winner.Name, outcome.Winner.Settings
	}
	if outcome.Test != nil {
		result.Holds, result.P = outcome.Test.Holds(), bench.Figure(outcome.Test.P)
	}
	if result.Holds {
		result.Command = o.command(outcome, result.Preset)
	}
	for _, c := range outcome.Left {
		mean := outcome.Tuner.MeanOf(c)
		_, solved := c.Boards()
		result.Left = append(result.Left, tunedCandidate{
			Name:     c.Name,
			Settings: c.Settings,
			Same:     c.Same,
			Boards:   mean.N,
			Solved:   solved,
			Cost:     bench.Figure(mean.Value),
		})
	}
	return con.result(result, func() {
		printTuning(con, outcome)
		con.say("tuned", result)
	})
}

// printTuning prints what a tuning found.
func printTuning(con console, outcome tune.Outcome) {
	con.text(outcome.Conclusions()...)
	for _, t := range report.TuningTables(outcome) {
		fmt.Fprintln(con.out)
		printTable(con, t)
	}
}

// limitWords returns the flags of the limits that the trials on a kind of boards had.
func limitWords(limits tune.Limits, kind bench.Group) (words []string) {
	if states := cmp.Or(kind.NodeLimit, limits.Generated); states > 0 {
		words = append(words, "--node-limit", fmt.Sprint(states))
	}
	if limits.Evaluated > 0 {
		words = append(words, "--evaluations", fmt.Sprint(limits.Evaluated))
	}
	if limits.CPU > 0 {
		words = append(words, "--cpu-limit", limits.CPU.String())
	}
	if limits.Time > 0 {
		words = append(words, "--time-limit", limits.Time.String())
	}
	return words
}

// command returns the command line that solves a board with the settings of the winner, within the
// limit of its trials.
func (o tuneOptions) command(outcome tune.Outcome, preset string) string {
	settings := outcome.Winner.Solver.Settings
	words := []string{"npuzzle", "solve", "--algorithm", settings.Algorithm}
	if preset != "" {
		words = append(words, "--preset", preset)
	}
	for _, name := range solvers.SettingNames() {
		value := settings.Get(name)
		inPreset := preset != "" && name != "heuristic"
		if settings.Takes(name) && !inPreset && value != solvers.Default(settings.Algorithm).Get(name) {
			words = append(words, "--"+name, value)
		}
	}
	kind := outcome.Tuner.Kinds[0]
	words = append(words, limitWords(outcome.Tuner.Limits, kind)...)
	kind.Count = 1
	if goal := puzzle.GoalText(kind.Goal); goal != puzzle.BlankLast {
		words = append(words, "--goal", goal)
	}
	for p, err := range kind.Draw() {
		if err == nil {
			words = append(words, p.Start.Line())
		}
	}
	return shellLine(words)
}
