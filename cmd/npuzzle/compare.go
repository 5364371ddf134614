package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// compareOptions are what compare is told.
type compareOptions struct {
	random     randomOptions
	algorithms []string
	heuristics []heuristics.Heuristic
	settings   solvers.Settings // all else, the same for every solver
	presets    []namedPreset    // of the genetic solver
	ga         evolutionFlags
	lab        labOptions
	isolate    bool
	json       bool
}

// comparison is what compare prints as JSON.
type comparison struct {
	Puzzles   int               `json:"puzzles"`
	Size      string            `json:"size"`
	Goal      puzzle.Board      `json:"goal"`
	Seed      uint64            `json:"seed"`
	Walk      *int              `json:"walk,omitempty"`
	Misplaced *float64          `json:"misplaced,omitempty"`
	Jobs      int               `json:"jobs"`
	Partial   bool              `json:"partial"`
	Results   string            `json:"results"`    // the file of the trials
	Name      string            `json:"experiment"` // their experiment in it
	Solvers   []analysis.Object `json:"solvers"`
}

func compareCommand(con console) *cli.Command {
	o := compareOptions{settings: solvers.Default("")}
	flags := randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles))
	flags = append(flags, in(aboutSearch,
		flagOf("algorithm", "`NAMES` of the solvers, separated by commas", "astar,ga", &o.algorithms, solverNames, solvers.Names()...),
		flagOf("heuristic", "`NAMES` of the estimates, separated by commas: every solver that takes one runs with each",
			solvers.DefaultHeuristic, &o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
		pdbDirFlag(&o.lab.pdbDir))...)
	flags = append(flags, searchFlags(&o.settings, "1")...)
	flags = append(flags, o.ga.flags(
		flagOf("preset", "run the ga with each of these settings, separated by commas: study, pure, memetic or a YAML `FILE`",
			strings.Join(ga.PresetNames(), ","), &o.presets, parsePresets, ga.PresetNames()...),
		func(setting string) string {
			if setting == "patience" {
				return fmt.Sprint(patienceBeside)
			}
			return "the preset's"
		})...)
	flags = append(flags, limitFlags(&o.lab.limits, 0)...)
	flags = append(flags, isolateFlag(&o.isolate))
	flags = append(flags, in(aboutOutput, storeFlag(&o.lab.store), jsonFlag("print one JSON object instead of the table", &o.json))...)

	return command(cli.Command{
		Name:  "compare",
		Usage: "set solvers against each other on the same random boards",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return compare(c.Context, o, con)
		},
	},
		"npuzzle compare",
		"npuzzle compare --puzzles 20 --walk 30 --algorithm astar,idastar,ga --heuristic manhattan,linear-conflict",
	)
}

// solverNames reads names separated by commas, each once.
func solverNames(text string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, err := solvers.ParseName(part)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, fmt.Errorf("%s appears twice; expected each solver once", name)
		}
		seen[name] = true
		names = append(names, name)
	}
	return names, nil
}

// namedPreset is a preset of the genetic solver with the name that results show.
type namedPreset struct {
	name     string
	settings ga.Settings
}

// parsePresets reads presets separated by commas, each once.
func parsePresets(text string) ([]namedPreset, error) {
	var presets []namedPreset
	for part := range strings.SplitSeq(text, ",") {
		settings, err := parsePreset(part)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(strings.ToLower(strings.TrimSpace(part))), ".yaml")
		if slices.ContainsFunc(presets, func(p namedPreset) bool { return p.name == name }) {
			return nil, fmt.Errorf("%s appears twice; expected each preset once", name)
		}
		presets = append(presets, namedPreset{name, settings})
	}
	return presets, nil
}

// contenders pairs the algorithms with the heuristics; one that takes none
// stands alone. The genetic solver runs with each preset.
func (o compareOptions) contenders() ([]bench.Solver, error) {
	var list []bench.Solver
	add := func(name string, settings solvers.Settings) error {
		if _, err := solvers.New(settings, nil); err != nil {
			return &usageError{err}
		}
		list = append(list, bench.Solver{Name: name, Settings: settings})
		return nil
	}
	for _, algorithm := range o.algorithms {
		for i, h := range o.heuristics {
			settings := o.settings
			settings.Algorithm, settings.Heuristic = algorithm, h
			name := algorithm
			if settings.Informed() && len(o.heuristics) > 1 {
				name += " " + h.Name()
			}
			if i > 0 && !settings.Informed() {
				break
			}
			if !settings.Evolving() {
				if err := add(name, settings); err != nil {
					return nil, err
				}
				continue
			}
			for _, preset := range o.presets {
				settings.GA = preset.settings
				if settings.GA.Patience == ga.Auto {
					settings.GA.Patience = patienceBeside
				}
				o.ga.apply(&settings.GA)
				if err := add(strings.Replace(name, algorithm, algorithm+" "+preset.name, 1), settings); err != nil {
					return nil, err
				}
			}
		}
	}
	return list, nil
}

// experiment returns the comparison as the experiment that it is.
func (o compareOptions) experiment(ctx context.Context, l *laboratory) (bench.Experiment, error) {
	goal, err := o.random.goalBoard()
	if err != nil {
		return bench.Experiment{}, err
	}
	if err := o.check(ctx, l, goal); err != nil && ctx.Err() == nil {
		return bench.Experiment{}, err
	}
	contenders, err := o.contenders()
	if err != nil {
		return bench.Experiment{}, err
	}
	e := bench.Experiment{
		Kind:        "compare",
		Description: o.random.description(),
		Groups: []bench.Group{{
			Name: o.random.size.String(), Goal: goal,
			Count: o.random.puzzles, Seed: o.random.seed, Scramble: o.random.scramble,
		}},
		Solvers:   contenders,
		Seed:      o.random.seed,
		TimeLimit: o.lab.limits.time,
		Isolate:   o.isolate,
	}
	e.Limits.Expanded = o.lab.limits.nodes
	return e, nil
}

// check finds the tables of the heuristics, and refuses those that are too large
// for the size, before there are results.
func (o compareOptions) check(ctx context.Context, l *laboratory, goal puzzle.Board) error {
	if !slices.ContainsFunc(o.algorithms, func(name string) bool { return solvers.Settings{Algorithm: name}.Informed() }) {
		return nil
	}
	for i, h := range o.heuristics {
		ready, err := l.prepare(ctx, h, goal)
		if err != nil {
			return err
		}
		if _, err := ready.For(goal, puzzle.Costs{}); err != nil {
			return &usageError{err}
		}
		o.heuristics[i] = ready
	}
	return nil
}

func compare(ctx context.Context, o compareOptions, con console) (err error) {
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	l.Strict = true
	e, err := o.experiment(ctx, l)
	if err != nil {
		return err
	}
	if err := l.open(ctx, o.lab); err != nil {
		return err
	}
	outcome, err := l.run(ctx, e, con)
	if err != nil {
		return err
	}
	c := comparison{
		Puzzles: o.random.puzzles, Size: o.random.size.String(), Goal: e.Groups[0].Goal, Seed: o.random.seed,
		Walk: o.random.scramble.Walk, Misplaced: o.random.scramble.Misplaced,
		Jobs:    o.lab.limits.jobs,
		Partial: outcome.Partial(),
		Results: l.Store.Name(),
		Name:    outcome.Name,
	}
	summaries := analysis.New(e, outcome.Records).Summaries()
	if o.json {
		c.Solvers = objectsOf(summaries)
		err = json.NewEncoder(con.out).Encode(c)
	} else {
		err = printComparison(con.out, e.Description, summaries, outcome, c.Results)
	}
	if err != nil {
		return err
	}
	return unsolved(outcome)
}

// printComparison prints the table and says where the trials are kept.
func printComparison(w io.Writer, title string, summaries []analysis.Summary, o lab.Outcome, store string) error {
	var b strings.Builder
	b.WriteString(title + "\n\n")
	var rows []table.Row
	for _, s := range summaries {
		rows = append(rows, summaryRow(strings.TrimSuffix(s.Solver.Name, " "+s.Solver.Heuristic), s))
	}
	if err := printTable(&b, append(table.Row{"solver"}, summaryHeader...), rows, 1, 2); err != nil {
		return err
	}
	b.WriteString("\n" + unknownText(o.Records) + keptText(o, store))
	_, err := io.WriteString(w, b.String())
	return err
}
