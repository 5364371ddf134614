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

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	random     cli.RandomOptions
	sizes      []puzzle.Size
	algorithm  string
	heuristics []heuristics.Heuristic // of the default configuration; several are searched
	preset     cli.Preset             // of the default configuration
	settings   cli.GivenSettings      // of the default configuration
	tune       map[string]string      // by the keys of tune.Defaults
	lab        cli.LabOptions
	out        cli.Output // preset file of the winner
	explain    bool       // whether to say what the columns of the tables mean
}

// tuned is the JSON output of tune.
type tuned struct {
	cli.Conducted
	Conclusions []string     `json:"conclusions"`
	Limit       string       `json:"limit"` // of each trial, in a sentence
	Winner      string       `json:"winner"`
	Settings    bench.Values `json:"settings"` // of the winner, that differ from the default

	Holds  bool         `json:"holds"` // the winner is better on the boards of the test
	P      bench.Figure `json:"p"`
	Test   *tunedTest   `json:"test,omitempty"`
	States uint64       `json:"states"`

	// Left has the configurations left at the end, and the default, by falling gain.
	Left    []tunedCandidate `json:"left"`
	Preset  string           `json:"preset,omitempty"`
	Command string           `json:"command"`
}

// tunedTest has the results on the boards of the test in the JSON output of tune.
type tunedTest struct {
	Boards  int          `json:"boards"`
	Winner  testedSolver `json:"winner"`
	Default testedSolver `json:"default"`
}

// testedSolver has the results of a configuration on the boards of the test.
type testedSolver struct {
	Solved    int          `json:"solved"`
	Cost      bench.Figure `json:"cost"`
	Evaluated bench.Figure `json:"evaluated"` // mean
	Generated bench.Figure `json:"generated"` // mean
}

func testedFigures(t tune.Tested) testedSolver {
	return testedSolver{
		Solved:    t.Solved,
		Cost:      bench.Figure(t.Cost),
		Evaluated: bench.Figure(t.Evaluated),
		Generated: bench.Figure(t.Generated),
	}
}

// tunedCandidate is a configuration in the JSON output of tune.
type tunedCandidate struct {
	Name     string       `json:"name"`
	Settings bench.Values `json:"settings"`
	Same     []string     `json:"same,omitempty"`
	Boards   int          `json:"boards"`
	Solved   int          `json:"solved"`
	Cost     bench.Figure `json:"cost"`
	Gain     bench.Figure `json:"gain"` // mean cost of the default minus Cost, on the same boards
}

// tuneCommand searches for the best settings of a solver. Package tune does the work. This command
// makes the experiment from flags or a file, runs its parts in the store, and prints the outcome.
func tuneCommand(con cli.Console) *urfave.Command {
	o := tuneOptions{
		settings: cli.GivenSettings{},
		tune:     map[string]string{},
		out:      cli.Output{Flag: "out"},
	}
	set := func(key string) func(*urfave.Context, string) error {
		return func(_ *urfave.Context, text string) error {
			o.tune[key] = text
			return nil
		}
	}
	flags := slices.Concat(
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "space", Category: "tuning",
				Usage: "search `SETTINGS`, such as 'population=20..500:log, " +
					"decoding=ranked|ordered'; a flag of a setting may have a range or list, " +
					"too, such as --population 20..500",
				Action: set("space"),
			},
			cli.WithChoices(&urfave.StringFlag{
				Name: "objective", Category: "tuning",
				Usage:       "optimise `GOAL`: " + strings.Join(tune.Objectives, ", "),
				DefaultText: tune.Defaults["objective"],
				Action:      set("objective"),
			}, tune.Objectives...),
			cli.WithChoices(&urfave.StringFlag{
				Name: "method", Category: "tuning",
				Usage:       "search by `METHOD`: " + strings.Join(tune.Methods, ", "),
				DefaultText: tune.Defaults["method"],
				Action:      set("method"),
			}, tune.Methods...),
			&urfave.StringFlag{
				Name: "budget", Category: "tuning",
				Usage: "use at most `BUDGET` in all: a time such as 10m, or states such as " +
					"500Mstates",
				DefaultText: tune.Defaults["budget"],
				Action:      set("budget"),
			},
			&urfave.StringFlag{
				Name:     "blocks",
				Category: "tuning",
				Usage:    "compare on `N` boards of each kind before a decision",
				DefaultText: tune.DefaultBlocks[tune.Race] + " in a race, else " +
					tune.DefaultBlocks[tune.Grid],
				Action: set("blocks"),
			},
			cli.Parsed(&urfave.StringFlag{
				Name: "size", Category: "boards", Value: "3x3",
				Usage: "tune on boards of `SIZES`, such as 3x3 or 4x4,3x5",
			}, &o.sizes, cli.ListOf("size", puzzle.ParseSize, puzzle.Size.String)),
			cli.GoalFlag(&o.random.Goal),
			&urfave.IntFlag{
				Name: "puzzles", Category: "boards", Value: 50,
				Usage:       "test the winner on at most `N` boards of each size",
				Destination: &o.random.Boards.Count,
				Action:      cli.Between("puzzles", tune.FewestTests, 100_000),
			},
			cli.SeedFlag("boards", &o.random.Boards.Seed),
		},
		o.random.ScrambleFlags(),
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name: "algorithm", Category: "search", Value: "ga",
				Usage: "tune the algorithm `NAME`",
			}, &o.algorithm, solvers.ParseName, solvers.Names()...),
			cli.Parsed(&urfave.StringFlag{
				Name: "heuristic", Category: "search",
				Usage:       "use the heuristic `NAME`",
				DefaultText: cli.DefaultHeuristics(),
			}, &o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
		},
		o.settings.Flags(false, cli.ListOrRange, "1"),
		[]urfave.Flag{
			cli.TablesFlag("search", &o.lab.PDBDir),
			cli.Parsed(&urfave.StringFlag{
				Name:     "preset",
				Category: cli.Genetic,
				Value:    ga.DefaultPreset,
				Usage: "begin with the preset `NAME`: " + strings.Join(ga.PresetNames(), ", ") +
					" or a YAML file",
			}, &o.preset, cli.ParsePreset, ga.PresetNames()...),
		},
		o.settings.Flags(true, cli.ListOrRange, "1"),
		o.settings.SetFlags(cli.SetUsage, cli.ListOrRange),
		o.lab.LimitFlags(0),
		o.lab.Cluster.Flags(),
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "out", Category: "output",
				Usage:       "write the winner's preset to `FILE`",
				DefaultText: "EXPERIMENT-preset.yaml beside the store",
				Destination: &o.out.Name,
			},
			cli.ForceFlag(&o.out.Force),
			cli.ExplainFlag(&o.explain),
			o.lab.NameFlag("tune-1"),
			cli.StoreFlag("output", &o.lab.Store),
			cli.JSONFlag("print one JSON object instead of text", &con.JSON),
		},
	)
	action := func(c *urfave.Context) error {
		if file := c.Args().First(); file != "" {
			return tuneFile(c, file, o, con)
		}
		e, err := o.experiment(c)
		if err != nil {
			return err
		}
		return o.run(c.Context, e, con)
	}
	return &urfave.Command{
		Name:      "tune",
		Usage:     "search for the best settings of a solver",
		ArgsUsage: "[FILE]",
		Description: `
tune finds settings that do better than the default ones, on new boards for each comparison, and
then compares the best with the default on boards that were not used before. FILE is an experiment
file with a key tune; without it, the flags say what to tune. The same command continues an
interrupted run, and prints the result of a run that has ended. With a larger budget, it runs only
the trials that are not in the store.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle tune --size 3x3 --budget 5Mstates",
			"npuzzle tune --size 2x3,3x3 --space 'population=5..100, greed=1..10' --budget "+
				"3Mstates",
		),
	}
}

// besideFile lists the flags that may be given with an experiment file: those that do not change
// what is tuned, and the budget.
var besideFile = []string{
	"budget", "name", "out", "force", "json", "explain",
	"store", "pdb-dir", "jobs", "memory-limit", "isolate",
	"listen", "connect", "token", "creds", "tls-cert", "tls-key", "tls-ca",
}

// tuneFile tunes as an experiment file says. Of the flags, it takes only those of besideFile.
func tuneFile(c *urfave.Context, file string, o tuneOptions, con cli.Console) error {
	for _, name := range c.FlagNames() {
		if !slices.Contains(besideFile, name) {
			return cli.Misuse("--%s with a file; expected it in the file", name)
		}
	}
	experiments, err := cli.ReadExperiments(file, con)
	if err != nil {
		return err
	}
	for _, e := range experiments {
		if e.Tune == nil {
			return cli.Misuse("experiment %s has no key tune; expected one, or %s", e.Name,
				cli.CommandIn(cli.StoreName(o.lab.Store), "run", file))
		}
		if o.tune["budget"] != "" {
			e.Tune["budget"] = o.tune["budget"]
			e.Text = config.Write(withoutName(e))
		}
		e.Kind = "tune"
		e.Name = cmp.Or(o.lab.Trials.Name, e.Name)
		if err := o.run(c.Context, e, con); err != nil {
			return err
		}
	}
	return nil
}

// experiment returns the tuning that the flags describe.
func (o tuneOptions) experiment(c *urfave.Context) (bench.Experiment, error) {
	e := o.lab.Trials
	e.Kind = "tune"
	e.Seed = o.random.Boards.Seed
	for _, size := range o.sizes {
		o.random.Size = size
		group, err := o.random.Group()
		if err != nil {
			return e, err
		}
		e.Groups = append(e.Groups, group)
	}
	given := slices.DeleteFunc(o.settings.Names(c),
		func(name string) bool { return name == "seed" })
	if err := cli.CheckTaken(given, o.algorithm); err != nil {
		return e, err
	}
	o.search()
	var heuristic heuristics.Heuristic
	if len(o.heuristics) == 1 {
		heuristic = o.heuristics[0]
	}
	settings := o.settings.Applied(o.algorithm, heuristic, 0, o.preset.Settings)
	e.Solvers = []bench.Solver{{Name: o.algorithm, Settings: settings}}
	e.Tune = o.tune
	if err := cli.CheckSolvers(e); err != nil {
		return e, err
	}
	e.Text = config.Write(withoutName(e))
	return e, nil
}

// search moves the settings whose flags have several values or a range from the flags to the space.
func (o tuneOptions) search() {
	parts := o.settings.Searched()
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
func (o tuneOptions) run(ctx context.Context, e bench.Experiment, con cli.Console) (err error) {
	t, err := tune.New(e)
	if err != nil {
		return cli.AsUsage(err)
	}
	if err := o.out.Check(); err != nil {
		return err
	}
	t.Notice = con.Notice
	l := cli.NewLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.Close()) }()
	if err := l.Open(ctx, o.lab, con); err != nil {
		return err
	}
	stored, ended, err := l.Ended(ctx, e)
	if err != nil {
		return err
	}
	if ended {
		outcome, err := replayed(ctx, l.Store, stored.Name)
		if err == nil {
			return o.finish(con, l.Store, tuning{
				outcome: outcome,
				name:    stored.Name,
				before:  outcome.Trials,
			})
		}
		con.Notice(fmt.Sprintf("%s has ended, but its result cannot be found again in its trials, "+
			"so it goes on; it replaces this result", stored.Name))
	}
	progress := cli.NewProgress(con.Err)
	t.Observe = func(p tune.Progress) {
		progress.Show("budget", uint64(1000*p.Used), 1000, progressText(p)+l.WorkersText())
	}
	parts := &tuningParts{laboratory: l, name: e.Name}
	outcome, err := t.Run(ctx, tune.InParts(e, parts.run))
	progress.End()
	if err != nil && outcome.Ceiling == nil {
		return err
	}
	outcome, err = parts.end(ctx, t, outcome)
	if err != nil {
		return err
	}
	return o.finish(con, l.Store, tuning{
		outcome: outcome,
		name:    parts.name,
		before:  parts.before,
	})
}

// progressText describes the state of a tuning for the progress line.
func progressText(p tune.Progress) string {
	text := p.Phase
	if p.Left > 0 {
		text += fmt.Sprintf(", %d left", p.Left)
	}
	if p.Best != nil {
		text += ", best so far " + cmp.Or(p.Best.Settings.String(), p.Best.Name)
	}
	return text
}

// tuningParts runs the parts of a tuning in a laboratory, one after another.
type tuningParts struct {
	laboratory *cli.Laboratory
	name       string // of the experiment; the laboratory chooses one if it is empty
	total      int    // number of trials of all parts so far
	before     int    // number of those that the store had before
}

// run runs a part.
func (p *tuningParts) run(ctx context.Context, part bench.Experiment) ([]bench.Record, error) {
	part.Name = p.name
	ran, err := p.laboratory.Run(ctx, part)
	p.name = ran.Name
	p.total = part.Before + ran.Total
	p.before += ran.Before
	return ran.Records, err
}

// end makes the listing of the experiment end with the last part, notes that the held-out boards
// have tested the winner, and returns the outcome to print.
func (p *tuningParts) end(
	ctx context.Context, t *tune.Tuner, outcome tune.Outcome,
) (tune.Outcome, error) {
	s := p.laboratory.Store
	if !outcome.Partial {
		if err := s.Trim(ctx, p.name, p.total); err != nil {
			return outcome, err
		}
	}
	if outcome.Test != nil {
		uncancelled := context.WithoutCancel(ctx)
		winners, err := s.UseHeldOut(uncancelled, t.Kinds, outcome.Winner.Text())
		if err != nil {
			return outcome, err
		}
		outcome.Winners = winners
	}
	if outcome.Partial || t.Budget.Time == 0 {
		return outcome, nil
	}
	// The clock ended each phase. What is printed depends on the trials alone, so that the same
	// command prints it again.
	again, err := replayed(ctx, s, p.name)
	if err != nil {
		return outcome, nil
	}
	return again, nil
}

// replayed returns the outcome of a tuning that has ended, as its stored trials tell it.
func replayed(ctx context.Context, s *store.Store, name string) (tune.Outcome, error) {
	stored, err := s.Experiment(ctx, name)
	if err != nil {
		return tune.Outcome{}, err
	}
	records, err := s.Records(ctx, name)
	if err != nil {
		return tune.Outcome{}, err
	}
	return report.Tuned(stored, records)
}

// tuning is a tuning that has ended, or that an interrupt ended.
type tuning struct {
	outcome tune.Outcome
	name    string // of the experiment
	before  int    // number of trials of earlier runs
}

// finish writes the preset of the winner, and prints the outcome. It returns an error if no trial
// could tell configurations apart.
func (o tuneOptions) finish(con cli.Console, s *store.Store, ended tuning) error {
	outcome := ended.outcome
	if outcome.Ceiling != nil {
		return cli.AsUsage(outcome.Ceiling)
	}
	preset := ""
	if outcome.Test.Holds() { // otherwise the default settings are as good
		name, err := o.writePreset(outcome, ended.name, s)
		if err != nil {
			return err
		}
		preset = name
	}
	result := tuned{Preset: preset, Conducted: cli.Conducted{
		Name:    ended.name,
		Results: s.Name(),
		Trials:  outcome.Trials,
		Before:  ended.before,
		Jobs:    o.lab.Jobs,
		Partial: outcome.Partial,
	}}
	if err := o.print(con, outcome, result); err != nil {
		return err
	}
	return cli.Unfinished(outcome.Partial)
}

// writePreset writes the settings of the winner as a preset file of the genetic solver, beside the
// store. It returns the name of the file, or "" if the solver is another one.
func (o tuneOptions) writePreset(
	outcome tune.Outcome, name string, s *store.Store,
) (string, error) {
	if !outcome.Winner.Solver.Settings.Takes(solvers.PresetSetting) {
		return "", nil
	}
	out := o.out
	if out.Name == "" {
		out.Name = filepath.Join(filepath.Dir(s.Name()), name+"-preset.yaml")
		out.Force = true
	}
	text := fmt.Sprintf("# %s of %s\n# %s\n%s", outcome.Winner.Name, name, outcome.Tuner.Limit(),
		config.WritePreset(outcome.Winner.Solver.Settings))
	return out.Name, out.Write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// print prints the outcome of a tuning.
func (o tuneOptions) print(con cli.Console, outcome tune.Outcome, result tuned) error {
	result.Conclusions = outcome.Conclusions()
	result.P = bench.Unknown
	result.Limit = outcome.Tuner.Limit()
	result.States = outcome.States
	result.Left = []tunedCandidate{}
	if outcome.Winner != nil {
		result.Winner = outcome.Winner.Name
		result.Settings = outcome.Winner.Settings
	}
	if test := outcome.Test; test != nil {
		result.Holds = test.Holds()
		result.P = bench.Figure(test.P)
		result.Test = &tunedTest{
			Boards:  test.Gain.N,
			Winner:  testedFigures(test.Winner),
			Default: testedFigures(test.Default),
		}
	}
	if result.Holds {
		result.Command = o.command(outcome, result.Preset)
	}
	for _, c := range outcome.Compared().Rows {
		result.Left = append(result.Left, tunedCandidate{
			Name:     c.Name,
			Settings: c.Settings,
			Same:     c.Same,
			Boards:   c.Boards,
			Solved:   c.Solved,
			Cost:     bench.Figure(c.Cost.Value),
			Gain:     bench.Figure(c.Gain.Value),
		})
	}
	return con.Result(result, func() {
		cli.PrintTuning(con, outcome, result.Name, result.Results)
		con.Say("tuned", result)
		if o.explain {
			cli.ExplainTuning(con, outcome)
		}
	})
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
		differs := value != solvers.Default(settings.Algorithm).Get(name)
		if settings.Takes(name) && !inPreset && differs {
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
	return units.ShellLine(words)
}
