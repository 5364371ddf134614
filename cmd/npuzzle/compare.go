package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// compareOptions are the flags of compare. The method solvers combines the algorithms,
// heuristics and presets.
type compareOptions struct {
	random     randomOptions
	algorithms []string
	heuristics []heuristics.Heuristic
	settings   solvers.Settings // all other settings, equal for all solvers
	presets    []preset         // presets of the genetic solver
	ga         gaValues
	lab        labOptions
}

// comparison is the JSON output of compare.
type comparison struct {
	Puzzles   int                `json:"puzzles"`
	Size      string             `json:"size"`
	Goal      puzzle.Board       `json:"goal"`
	Seed      uint64             `json:"seed"`
	Walk      *int               `json:"walk,omitempty"`
	Misplaced *float64           `json:"misplaced,omitempty"`
	Jobs      int                `json:"jobs"`
	Before    int                `json:"before"` // number of trials of earlier runs
	Partial   bool               `json:"partial"`
	Results   string             `json:"results"`    // file of the store
	Name      string             `json:"experiment"` // name of the experiment in the store
	Solvers   []analysis.Summary `json:"solvers"`

	Best       []string `json:"best"` // solvers not significantly worse than the best one, which comes first
	Conclusion string   `json:"conclusion"`
}

// compareCommand runs several solvers on the same random boards, as an experiment in the
// store. The store recognises an experiment by its definition. So the same command finds
// the trials of an earlier run, and continues an interrupted run. Without flags, compare
// runs A* and the genetic algorithm with each preset.
func compareCommand(con console) *cli.Command {
	o := compareOptions{settings: solvers.Default(""), ga: gaValues{}}
	presets := flagOf("preset",
		"run ga with each of the presets `NAMES`, separated by commas: study, pure, memetic or YAML files",
		strings.Join(ga.PresetNames(), ","), &o.presets,
		listOf("preset", parsePreset, func(p preset) string { return p.name }), ga.PresetNames()...)
	return command(cli.Command{
		Name:  "compare",
		Usage: "compare solvers on the same random boards",
		Description: "By default, compare runs astar once and ga with each of its three presets. " +
			"A trial is a run of one solver on one board. compare stores every trial. " +
			"A flag that none of the chosen algorithms uses is an error.",
		Flags: slices.Concat(
			randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles)),
			in(aboutSearch,
				flagOf("algorithm", "run the algorithms `NAMES`, separated by commas; npuzzle solve --help lists them",
					"astar,ga", &o.algorithms,
					listOf("solver", solvers.ParseName, func(name string) string { return name }), solvers.Names()...),
				flagOf("heuristic", "run with each of the heuristics `NAMES`, separated by commas; npuzzle "+
					"heuristics --help lists them",
					solvers.DefaultHeuristic,
					&o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...)),
			searchFlags(&o.settings, "1"),
			in(aboutEvolution, presets),
			o.ga.flags(false),
			[]cli.Flag{o.ga.firstFlag()},
			limitFlags(&o.lab.limits, anyNodes, 0),
			o.lab.nameFlag("compare-1"),
			o.lab.flags("print one JSON object instead of the table")),
		Action: func(c *cli.Context) error {
			if err := o.checkTaken(o.ga.given(c)); err != nil {
				return err
			}
			return compare(c.Context, o, con)
		},
	},
		"npuzzle compare",
		"npuzzle compare --puzzles 20 --algorithm astar,idastar --heuristic manhattan,linear-conflict",
	)
}

// checkTaken returns an error for a flag whose setting none of the algorithms takes. The
// seed is always allowed, because it also determines the boards.
func (o compareOptions) checkTaken(given []string) error {
	for _, name := range given {
		refused := 0
		for _, algorithm := range o.algorithms {
			if (solvers.Settings{Algorithm: algorithm}).CheckTaken(name) != nil && name != "seed" {
				refused++
			}
		}
		if refused == len(o.algorithms) {
			return checkTaken(solvers.Settings{Algorithm: o.algorithms[0]}, name)
		}
	}
	return nil
}

// solvers combines the algorithms with the heuristics. An algorithm that uses no
// heuristic runs once. The genetic solver runs with each preset, and the flags of single
// settings change every preset. The name of a solver consists of the algorithm, the
// preset, and the heuristic if there are several.
func (o compareOptions) solvers() []bench.Solver {
	var list []bench.Solver
	for _, algorithm := range o.algorithms {
		for i, h := range o.heuristics {
			s := o.settings
			s.Algorithm, s.Heuristic = algorithm, h
			suffix := ""
			if s.Informed() && len(o.heuristics) > 1 {
				suffix = " " + h.Name()
			}
			switch {
			case i > 0 && !s.Informed():
			case s.Evolving():
				for _, p := range o.presets {
					s.GA = p.beside()
					o.ga.apply(&s.GA)
					list = append(list, bench.Solver{Name: algorithm + " " + p.name + suffix, Settings: s})
				}
			default:
				list = append(list, bench.Solver{Name: algorithm + suffix, Settings: s})
			}
		}
	}
	return list
}

// experiment returns the comparison as an experiment. It finds the tables of the
// heuristics. It returns an error if a solver cannot search for the goal, so that no
// trial runs.
func (o compareOptions) experiment(ctx context.Context, l *laboratory) (bench.Experiment, error) {
	e, err := o.lab.experiment("compare", o.random)
	if err != nil {
		return e, err
	}
	for i, h := range o.heuristics {
		ready, err := l.tables.prepare(ctx, h, e.Groups[0].Goal)
		if ctx.Err() != nil {
			break // no trial will run
		}
		if err != nil {
			return e, err
		}
		o.heuristics[i] = ready
	}
	e.Solvers = o.solvers()
	return e, checkSolvers(e)
}

// compare runs the comparison. The first trial that fails ends it, because such a failure
// is a mistake in the flags. In contrast, run continues after a failed trial.
//
// It makes the experiment from the flags, which includes finding the tables of the
// heuristics. It then runs the trials that are not in the store, and prints a summary of
// each solver. It returns errUnsolved if a trial is missing or found no plan.
func compare(ctx context.Context, o compareOptions, con console) (err error) {
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	l.Strict = true
	e, err := o.experiment(ctx, l)
	if err != nil {
		return err
	}
	return l.conduct(ctx, e, con, func(outcome lab.Outcome, results *analysis.Analysis) error {
		if !o.lab.json {
			fmt.Fprintf(con.out, "%s\n\n", e.Description)
			printResults(con, results, outcome, l.Store.Name())
			return nil
		}
		summary := comparison{
			Puzzles: o.random.puzzles, Size: o.random.size.String(), Goal: e.Groups[0].Goal, Seed: o.random.seed,
			Walk: o.random.scramble.Walk, Misplaced: o.random.scramble.Misplaced,
			Jobs:    o.lab.limits.jobs,
			Before:  outcome.Before,
			Partial: outcome.Partial(),
			Results: l.Store.Name(),
			Name:    outcome.Name,
			Solvers: results.Summaries(),
			Best:    []string{},
		}
		for _, ranking := range results.Rankings() { // there is only one group
			summary.Conclusion = analysis.Conclusion(ranking)
			for _, r := range ranking {
				if r.Best {
					summary.Best = append(summary.Best, r.Name)
				}
			}
		}
		return con.object(summary)
	})
}

// baseName returns the name of a preset file without its folder and the extension .yaml,
// in lower case. It is the name of the preset.
func baseName(file string) string {
	return strings.TrimSuffix(filepath.Base(strings.ToLower(file)), ".yaml")
}
