package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// compareOptions are the flags of compare. The method solvers combines the algorithms,
// heuristics and presets.
type compareOptions struct {
	random     cli.RandomOptions
	sizes      []puzzle.Size // of the random boards; each has a comparison of its own
	algorithms []string
	all        bool // whether the algorithms are all that can finish
	heuristics []heuristics.Heuristic
	settings   cli.GivenSettings // all other settings, equal for all solvers
	presets    []cli.Preset      // presets of the genetic solver
	baseline   string            // name of the solver that the others are compared with
	explain    bool              // whether to say what the columns of the table mean
	// boards to compare on, instead of random ones; "-" is standard input
	file string
	lab  cli.LabOptions
}

// allAlgorithms is the value of the flag --algorithm that stands for all algorithms that can finish.
const allAlgorithms = "all"

// comparison is the JSON output of compare.
type comparison struct {
	cli.Conducted
	cli.GroupReport
	Seed       uint64   `json:"seed"`
	Walk       *int     `json:"walk,omitempty"`
	Misplaced  *float64 `json:"misplaced,omitempty"`
	Best       []string `json:"best"` // the best solver, and those that are as good
	Conclusion string   `json:"conclusion"`
	Warnings   []string `json:"warnings"` // see analysis.Warnings
}

// compareCommand runs several solvers on the same random boards, as an experiment in the
// store. The store recognises an experiment by its definition. So the same command finds
// the trials of an earlier run, and continues an interrupted run. Without flags, compare
// runs A* and the genetic algorithm with each preset.
//
// The first trial that fails ends the comparison, because such a failure is a mistake in the
// flags. In contrast, run continues after a failed trial.
func compareCommand(con cli.Console) *urfave.Command {
	o := compareOptions{settings: cli.GivenSettings{}}
	const setUsage = "try several values of a setting, as `NAME=V1,V2` (repeatable); " +
		"npuzzle settings lists the names"
	algorithms := func(text string) ([]string, error) {
		_, o.all = units.FindName(text, []string{allAlgorithms})
		if o.all {
			return solvers.Names(), nil
		}
		return cli.ListOf("solver", solvers.ParseName, func(name string) string { return name })(text)
	}
	presets := cli.ListOf("preset", cli.ParsePreset, func(p cli.Preset) string { return p.Name })
	flags := slices.Concat(
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "file", Aliases: []string{"f"}, Category: "boards",
				Usage: "compare on the boards of `FILE` (- for standard input), instead of " +
					"random boards",
				Destination: &o.file,
			},
		},
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name: "size", Category: "boards", Value: "3x3",
				Usage: "draw boards of `ROWSxCOLS`, from 1x2 to 16x16; several sizes, separated by " +
					"commas, are compared one after another",
			}, &o.sizes, cli.ListOf("size", puzzle.ParseSize, puzzle.Size.String)),
			cli.GoalFlag(&o.random.Goal),
			o.random.PuzzlesFlag(100),
			cli.SeedFlag("boards", &o.random.Boards.Seed),
		},
		o.random.ScrambleFlags(),
		[]urfave.Flag{
			&urfave.IntFlag{
				Name: "repeats", Category: "boards", DefaultText: "1",
				Usage:       "run a solver that uses random numbers `N` times on each board",
				Destination: &o.lab.Trials.Repeats,
				Action:      cli.Between("repeats", 1, 1_000_000),
			},
			cli.Parsed(&urfave.StringFlag{
				Name: "algorithm", Category: "search", Value: "astar,ga",
				Usage: "run the algorithms `NAMES`, separated by commas; npuzzle solve --help " +
					"lists them; all: every algorithm that can finish",
			}, &o.algorithms, algorithms, append(solvers.Names(), allAlgorithms)...),
			cli.Parsed(&urfave.StringFlag{
				Name: "heuristic", Category: "search",
				Usage: "run with each of the heuristics `NAMES`, separated by commas; npuzzle " +
					"heuristics --help lists them",
				DefaultText: cli.DefaultHeuristics(),
			}, &o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
		},
		o.settings.Flags(false, cli.ListOfValues, "1"),
		[]urfave.Flag{
			cli.TablesFlag("search", &o.lab.PDBDir),
			cli.Parsed(&urfave.StringFlag{
				Name: "preset", Category: cli.Genetic, Value: strings.Join(ga.PresetNames(), ","),
				Usage: "run ga with each of the presets `NAMES`, separated by commas: " +
					strings.Join(ga.PresetNames(), ", ") + " or YAML files",
			}, &o.presets, presets, ga.PresetNames()...),
		},
		o.settings.Flags(true, cli.ListOfValues, "1"),
		o.settings.SetFlags(setUsage, cli.ListOfValues),
		[]urfave.Flag{
			cli.BaselineFlag(&o.baseline),
			cli.ExplainFlag(&o.explain),
			o.lab.NameFlag("compare-1"),
			cli.StoreFlag("output", &o.lab.Store),
			cli.JSONFlag("print one JSON object instead of the table", &con.JSON),
		},
		o.lab.LimitFlags(0),
		o.lab.Cluster.Flags(),
	)
	action := func(c *urfave.Context) error {
		for _, name := range []string{"size", "puzzles", "walk", "misplaced"} {
			if o.file != "" && c.IsSet(name) {
				return cli.Misuse("--%s with --file; expected only one of them", name)
			}
		}
		// The seed also determines the boards, so any solver may have it.
		given := slices.DeleteFunc(o.settings.Names(c),
			func(name string) bool { return name == "seed" })
		if err := cli.CheckTaken(given, o.algorithms...); err != nil {
			return err
		}
		if len(o.sizes) > 1 && c.IsSet("name") {
			return cli.Misuse("--name with %d sizes; expected one size", len(o.sizes))
		}
		if err := o.compare(c.Context, con); err != nil {
			return err
		}
		if o.explain && !con.JSON {
			cli.ExplainResults(con)
		}
		return nil
	}
	return &urfave.Command{
		Name:  "compare",
		Usage: "compare solvers on the same boards",
		Description: `
By default, compare runs astar once and ga with each of its four presets. A trial is a run of one
solver on one board. compare stores every trial. A flag that none of the chosen algorithms uses is
an error.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle compare",
			"npuzzle compare --puzzles 20 --algorithm astar,wastar --weight 1.5,2,3 --heuristic "+
				"manhattan",
			"npuzzle compare --size 2x2,3x3 --algorithm ga --preset study --population 50,100 "+
				"--phases 1,5",
		),
	}
}

// compare runs the comparison of each size. If one leaves trials missing, or has failed trials, the
// others run as well, unless the user interrupts.
func (o compareOptions) compare(ctx context.Context, con cli.Console) error {
	var unsolved error
	for i, size := range o.sizes {
		o.random.Size = size
		if i > 0 && !con.JSON {
			fmt.Fprintln(con.Out)
		}
		plan := func(l *cli.Laboratory) (bench.Experiment, error) {
			return o.experiment(ctx, l, con)
		}
		err := o.lab.Conduct(ctx, con, plan, comparedOn)
		switch {
		case errors.Is(err, cli.ErrUnsolved):
			unsolved = err
		case err != nil:
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return unsolved
}

// comparedOn returns the JSON output of the comparison on one size.
func comparedOn(c cli.Conducted) any {
	scramble := c.Experiment.Groups[0].Scramble
	summary := comparison{
		Conducted:   c,
		GroupReport: c.Groups()[0],
		Seed:        c.Experiment.Seed,
		Walk:        scramble.Walk,
		Misplaced:   scramble.Misplaced,
		Best:        []string{},
		Warnings:    c.Warnings(),
	}
	for _, ranking := range c.Analysis.Rankings() { // there is only one group
		summary.Conclusion = analysis.Conclusion(ranking)
		good := cli.Where(ranking, func(r analysis.Ranked) bool { return r.Good })
		names := cli.Map(good, func(r analysis.Ranked) string { return r.Name })
		summary.Best = append(summary.Best, names...)
	}
	return summary
}

// solvers combines the algorithms with the heuristics and with each value of settings that have
// several. An algorithm that uses no heuristic runs once. The genetic solver runs with each preset,
// and the flags of single settings change every preset. The name of a solver consists of the
// algorithm, the preset, the heuristic if there are several, and the settings that have several
// values.
func (o compareOptions) solvers() ([]bench.Solver, error) {
	var list []bench.Solver
	for _, algorithm := range o.algorithms {
		for i, h := range o.heuristics {
			informed := solvers.Default(algorithm).Informed()
			if i > 0 && !informed {
				continue
			}
			suffix := ""
			if informed && len(o.heuristics) > 1 {
				suffix = " " + h.Name()
			}
			more, err := o.solversOf(algorithm, h, suffix)
			if err != nil {
				return nil, cli.AsUsage(err)
			}
			list = append(list, more...)
		}
	}
	return list, nil
}

// solversOf returns the solvers of an algorithm with a heuristic. Their names end with the suffix,
// before the settings.
func (o compareOptions) solversOf(
	algorithm string, h heuristics.Heuristic, suffix string,
) ([]bench.Solver, error) {
	plain := o.settings.Applied(algorithm, h, 0, solvers.Default(algorithm))
	if !plain.Takes(solvers.PresetSetting) {
		return o.grid(bench.Solver{Name: algorithm + suffix, Settings: plain})
	}
	var list []bench.Solver
	for _, preset := range o.presets {
		grid, err := o.grid(bench.Solver{
			Name:     algorithm + " " + preset.Name + suffix,
			Settings: o.settings.Applied(algorithm, h, 0, preset.Beside()),
		})
		if err != nil {
			return nil, err
		}
		list = append(list, grid...)
	}
	return list, nil
}

// grid returns a solver with each combination of the values of settings that have several.
func (o compareOptions) grid(s bench.Solver) ([]bench.Solver, error) {
	var axes []config.Axis
	for _, setting := range slices.Sorted(maps.Keys(o.settings)) {
		values := o.settings[setting]
		if s.Settings.Takes(setting) && len(values) > 1 {
			axes = append(axes, config.Axis{Setting: setting, Values: values})
		}
	}
	return config.Grid(s, axes)
}

// listed replaces the random boards of an experiment with those of the file. All must have
// the same size and the same goal.
func (o compareOptions) listed(e *bench.Experiment, con cli.Console) error {
	g := &e.Groups[0]
	g.Count = 0
	g.Seed = 0
	g.Scramble = bench.Scramble{}
	source := cli.BoardSource{File: o.file, In: con.In}
	for p, err := range source.Puzzles(o.random.Goal, puzzle.Costs{}) {
		switch {
		case err != nil:
			return err
		case g.Boards == nil:
			g.Name = p.Start.Size().String()
			g.Goal = p.Goal
		case p.Goal.Size() == g.Goal.Size() && p.Goal != g.Goal:
			return cli.Misuse("board %d has the goal %s; expected %s, as the first board; "+
				"npuzzle run compares boards with several goals",
				p.Number, puzzle.GoalText(p.Goal), puzzle.GoalText(g.Goal))
		case p.Goal != g.Goal:
			return cli.Misuse("board %d is %v; expected %v, as the first board; npuzzle run "+
				"compares boards of several sizes", p.Number, p.Start.Size(), g.Goal.Size())
		}
		g.Boards = append(g.Boards, p.Start)
	}
	e.Description = fmt.Sprintf("%s of %s from %s", units.Plural(len(g.Boards), "board", "boards"),
		g.Name, o.file)
	return nil
}

// prepared returns the solvers, with the tables of their heuristics for a goal.
func (o compareOptions) prepared(
	ctx context.Context, l *cli.Laboratory, goal puzzle.Board,
) ([]bench.Solver, error) {
	o.heuristics = slices.Clone(o.heuristics) // each size prepares its own
	for i, h := range o.heuristics {
		ready, err := l.Prepare(ctx, h, goal)
		if err != nil {
			return nil, err
		}
		o.heuristics[i] = ready
	}
	if o.heuristics == nil {
		o.heuristics = []heuristics.Heuristic{nil} // the default of each solver
	}
	prepared, err := o.solvers()
	if err != nil {
		return nil, err
	}
	for i := range prepared {
		s := &prepared[i].Settings
		if !s.Informed() {
			continue
		}
		s.Heuristic, err = l.Prepare(ctx, s.Heuristic, goal)
		if err != nil {
			return nil, err
		}
	}
	return prepared, nil
}

// experiment returns the comparison as an experiment. It finds the tables of the
// heuristics. It returns an error if a solver cannot search for the goal, so that no
// trial runs.
func (o compareOptions) experiment(ctx context.Context, l *cli.Laboratory,
	con cli.Console) (bench.Experiment, error) {
	l.Strict = true
	e := o.lab.Trials
	group, err := o.random.Group()
	if err != nil {
		return e, err
	}
	e.Kind = "compare"
	e.Description = cli.TextOf("drawn", map[string]any{"Boards": o.random.Boards,
		"Size": o.random.Size})
	e.Groups = []bench.Group{group}
	e.Seed = group.Seed
	if o.file != "" {
		if err := o.listed(&e, con); err != nil {
			return e, err
		}
	}
	e.Solvers, err = o.prepared(ctx, l, e.Groups[0].Goal)
	if err != nil && ctx.Err() == nil { // after an interrupt, no trial will run
		return e, err
	}
	if o.all {
		if e.Solvers, err = finishing(e, con); err != nil {
			return e, err
		}
	}
	names := cli.Map(e.Solvers, func(s bench.Solver) string { return s.Name })
	if e.Baseline, err = cli.BaselineOf(o.baseline, names); err != nil {
		return e, err
	}
	return e, cli.CheckSolvers(e)
}

// finishing returns the solvers of an experiment that can finish on its boards, and prints a line
// about each of the others. It returns an error if none can.
func finishing(e bench.Experiment, con cli.Console) ([]bench.Solver, error) {
	var list []bench.Solver
	var wrong []error
	for _, s := range e.Solvers {
		if err := canFinish(s.Settings, e); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", s.Name, err))
			continue
		}
		list = append(list, s)
	}
	if len(list) == 0 && len(wrong) > 0 {
		return nil, cli.AsUsage(wrong[0])
	}
	for _, err := range wrong {
		con.Notice(fmt.Sprintf("left out: %v", err))
	}
	return list, nil
}

// fewCells is the maximum number of cells of boards that every solver can solve without a limit:
// there are at most 1,814,400 boards of a size.
const fewCells = 10

// canFinish returns an error if a solver cannot search for the goal of an experiment, or if nothing
// ends the search within reach: it has no estimate or goes on for ever, the boards are large, and
// there is no limit.
func canFinish(s solvers.Settings, e bench.Experiment) error {
	goal := e.Groups[0].Goal
	if err := s.CheckGoal(goal, puzzle.Costs{}); err != nil {
		return err
	}
	limited := e.TimeLimit > 0 || e.CPULimit > 0 || e.Limits.Generated > 0
	if limited || goal.Size().Cells() <= fewCells {
		return nil
	}
	const expected = "expected --time-limit, --cpu-limit or --node-limit"
	switch {
	case s.HeuristicName() == heuristics.Zero.Name():
		return fmt.Errorf("without an estimate, it does not finish on %v; %s", goal.Size(), expected)
	case s.Capabilities().Endless:
		return fmt.Errorf("it goes on until a limit on %v; %s", goal.Size(), expected)
	}
	return nil
}
