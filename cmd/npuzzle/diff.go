package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
)

// diffCommand compares two stored experiments, as benchstat does. It pairs solvers of the
// same name, and compares them on the same puzzles. If no two solvers have the same name and
// a common puzzle, it returns a usage error.
func diffCommand(con console) *cli.Command {
	var file, otherFile, group string
	flags := []cli.Flag{textFlag("store", &file), textFlag("other-store", &otherFile), textFlag("group", &group),
		boolFlag("json", &con.json)}
	return command("diff", flags, func(c *cli.Context) error {
		first, second := c.Args().Get(0), c.Args().Get(1)
		one, err := trialsOf(c.Context, file, first, group, con)
		if err != nil {
			return err
		}
		other, err := trialsOf(c.Context, cmp.Or(otherFile, file), second, group, con)
		if err != nil {
			return err
		}
		var pairs [][]analysis.Comparison
		err = con.compute(c.Context, func() error {
			pairs = analysis.Diffs(one, other)
			return nil
		})
		if err != nil {
			return err
		}
		if len(pairs) == 0 {
			return misuse("no solver of %.60q tried a puzzle that a solver of the same name in %.60q tried; "+
				"expected EXPERIMENT/SOLVER to choose solvers of other names: %s; %s", first, second,
				strings.Join(solverNames(one.Trials), ", "), strings.Join(solverNames(other.Trials), ", "))
		}
		differences := lists.Map(pairs, differenceOf)
		return con.result(map[string]any{"first": first, "second": second, "solvers": differences}, func() {
			fmt.Fprintf(con.out, "first:  %s\nsecond: %s\n", first, second)
			printDifferences(con, pairs)
			printOtherCPU(con, slices.Concat(one.Trials, other.Trials))
		})
	})
}

// trialsOf returns the trials of an experiment. Given EXPERIMENT/SOLVER, it returns only
// the trials of this solver, whose name may include the heuristic, as in tables. Given a
// group, it returns only the trials on its boards.
func trialsOf(ctx context.Context, file, name, group string, con console) (*analysis.Analysis, error) {
	e, records, err := find(ctx, file, name, con)
	experiment, solver, chosen := strings.Cut(name, "/")
	if chosen = chosen && is[*store.MissingError](err); chosen {
		e, records, err = find(ctx, file, experiment, con)
	}
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, misuse("%.60q is a trial; expected EXPERIMENT or EXPERIMENT/SOLVER", name)
	}
	all := analysis.Stored(e.Definition, records)
	groups := lists.Map(all.Groups, func(g analysis.Group) string { return g.Name })
	inGroup, found := units.FindName(group, groups)
	if group != "" && !found {
		return nil, &usageError{units.UnknownName("group of "+name, group, groups)}
	}
	known := !chosen
	records = lists.Where(records, func(r bench.Record) bool {
		_, named := units.FindName(solver, []string{r.Solver, withHeuristic(r.Solver, r.Heuristic)})
		known = known || named
		return (named || !chosen) && (r.Group == inGroup || group == "")
	})
	if !known {
		return nil, &usageError{units.UnknownName("solver of "+e.Name, solver, solverNames(all.Trials))}
	}
	return analysis.Stored(e.Definition, records), nil
}

// solverNames lists the solvers of the given trials.
func solverNames(records []bench.Record) []string {
	solvers := analysis.New(bench.Experiment{}, records).Solvers
	return lists.Map(solvers, func(s analysis.Solver) string { return s.Name })
}

// differenceOf describes the comparisons of a pair as a JSON object. In analysis.Diffs, the first solver of a pair is
// that of the second experiment. Unknown values are null. Each ratio divides a value of the second experiment by that
// of the first. An effect below 0 means that the second has the smaller values.
func differenceOf(comparisons []analysis.Comparison) map[string]any {
	var measures []map[string]any
	for _, c := range comparisons {
		f := func(x float64) bench.Figure { return bench.Figure(x) }
		measures = append(measures, map[string]any{
			"measure": c.Measure.Name, "first": f(c.Means[1]), "second": f(c.Means[0]),
			"ratio": f(c.Ratio.Value), "ratio_low": f(c.Ratio.Low), "ratio_high": f(c.Ratio.High),
			"difference":     f(c.Difference.Value), // of the accuracies; null for other measures
			"difference_low": f(c.Difference.Low), "difference_high": f(c.Difference.High),
			"differ": c.Test.N, "effect": f(c.Test.Effect), "p": f(c.Test.P), "p_corrected": f(c.Corrected),
			"different": c.Different(),
		})
	}
	p := comparisons[0]
	return map[string]any{
		"group": p.Group.Name, "about": p.Question.String(), "first": p.Second.Name, "second": p.First.Name,
		"both": p.Both, "only_first": p.OnlySecond, "only_second": p.OnlyFirst, "neither": p.Neither,
		"measures": measures,
	}
}

// interval writes the interval of the ratio or, of the accuracy, that of the difference in points.
func interval(c analysis.Comparison) string {
	if c.Measure.Key != analysis.Accuracy.Key {
		return units.Range(c.Ratio.Low, c.Ratio.High, units.Ratio.Format)
	}
	points := func(x float64) string { return units.Decimals(100*x, 1) }
	return units.Range(c.Difference.Low, c.Difference.High, points)
}

// printDifferences prints a table for each pair of solvers, with a row for each measure. Several pairs are named by
// their first solvers, whose values are the second in the table.
func printDifferences(con console, pairs [][]analysis.Comparison) {
	several := func(of func(analysis.Pair) string) bool {
		differs := func(c []analysis.Comparison) bool { return of(c[0].Pair) != of(pairs[0][0].Pair) }
		return slices.ContainsFunc(pairs, differs)
	}
	for _, comparisons := range pairs {
		p := comparisons[0].Pair
		con.text("", textOf("pair", map[string]any{
			"Pair": p, "About": several(func(p analysis.Pair) string { return p.Question.String() }),
			"OfThese": p.Question == analysis.OfThese, "Named": p.First.Name == p.Second.Name || len(pairs) > 1,
			"Grouped": several(func(p analysis.Pair) string { return p.Group.Name }),
		}))
		con.tabulate("comparisons", comparisons)
	}
	con.text("")
	con.explain("differences", nil)
}
