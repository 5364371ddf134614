package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
		return nil, asUsage(units.UnknownName("group of "+name, group, groups))
	}
	known := !chosen
	records = lists.Where(records, func(r bench.Record) bool {
		_, named := units.FindName(solver, []string{r.Solver, withHeuristic(r.Solver, r.Heuristic)})
		known = known || named
		return (named || !chosen) && (r.Group == inGroup || group == "")
	})
	if !known {
		return nil, asUsage(units.UnknownName("solver of "+e.Name, solver, solverNames(all.Trials)))
	}
	return analysis.Stored(e.Definition, records), nil
}

// solverNames lists the solvers of the given trials.
func solverNames(records []bench.Record) []string {
	solvers := analysis.New(bench.Experiment{}, records).Solvers
	return lists.Map(solvers, func(s analysis.Solver) string { return s.Name })
}

// differenceOf describes the comparisons of a pair as a JSON object. In analysis.Diffs, the first
// solver of a pair is that of the second experiment. Unknown values are null. Each ratio divides a
// value of the second experiment by that of the first. An effect below 0 means that the second has
// the smaller values.
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
			"different": c.Different(), "n": sampleSize(c),
		})
	}
	p := comparisons[0]
	return map[string]any{
		"group": p.Group.Name, "about": p.Question.String(), "first": p.Second.Name, "second": p.First.Name,
		"both": p.Both, "only_first": p.OnlySecond, "only_second": p.OnlyFirst, "neither": p.Neither,
		"identical": p.Identical(), "measures": measures,
	}
}

// change writes by how much a measure changed, with its interval: "+13.8 % (+10.2 to +17.5)". It
// writes "~" if no difference is shown. Then it leaves out an interval that excludes equality,
// because p was corrected.
func change(c analysis.Comparison) string {
	estimate := c.Ratio
	format := relative
	unit := " %"
	if c.Measure.Key == analysis.Accuracy.Key {
		estimate = c.Difference
		format = func(x float64) string { return signed(100*x, 1) }
		unit = " points"
	} else if estimate.Value >= manyTimes {
		format = units.Ratio.Format
		unit = " times"
	}
	text := "~"
	if c.Different() {
		text = format(estimate.Value) + unit
	}
	shown := c.Different() || c.Test.P >= 0.05 // otherwise, the interval would contradict the corrected p
	if shown && estimate.Low < estimate.High {
		text += fmt.Sprintf(" (%s to %s)", format(estimate.Low), format(estimate.High))
	}
	return text
}

// manyTimes is the ratio from which on a change is written as a ratio.
const manyTimes = 10

// relative writes a ratio as a change in percent.
func relative(ratio float64) string {
	percent := 100 * (ratio - 1)
	switch {
	case percent >= 99.95:
		return signed(percent, 0)
	case ratio < 0.1:
		return signed(percent, 2)
	}
	return signed(percent, 1)
}

// signed writes a number with its sign.
func signed(x float64, decimals int) string {
	text := units.Decimals(x, decimals)
	if x > 0 {
		text = "+" + text
	}
	return text
}

// sampleSize returns the number of boards, or of runs if they are the sample.
func sampleSize(c analysis.Comparison) int {
	if c.Question == analysis.OfKind {
		return c.Boards
	}
	if c.Measure.Key == analysis.Accuracy.Key {
		return c.Difference.N
	}
	return c.Ratio.N
}

// equation writes a probability as "p<0.001" or "p=0.031", and "-" if it is not known.
func equation(p float64) string {
	text := units.Probability.Format(p)
	switch {
	case math.IsNaN(p):
		return unknown
	case strings.HasPrefix(text, "<"):
		return "p" + text
	}
	return "p=" + text
}

// tested reports whether the times of two solvers that did the same were compared, because their
// settings differ.
func tested(c analysis.Comparison) bool {
	times := []string{analysis.Seconds.Key, analysis.CPUSeconds.Key}
	return slices.Contains(times, c.Measure.Key) && !math.IsNaN(c.Test.P)
}

// identicalText says that two solvers did the same, with their mean times.
func identicalText(comparisons []analysis.Comparison) string {
	p := comparisons[0]
	text := "identical plans and identical work on " + units.Plural(p.Boards, "board", "boards")
	for _, c := range comparisons {
		if c.Measure.Key == analysis.Seconds.Key && math.IsNaN(c.Test.P) {
			first := c.Measure.Format(c.Means[1])
			second := c.Measure.Format(c.Means[0])
			text += fmt.Sprintf("; mean time %s -> %s, not tested", first, second)
		}
	}
	return text
}

// printDifferences prints a table for each pair of solvers, with a row for each measure. Several
// pairs are named by their first solvers, whose values are the second in the table.
func printDifferences(con console, pairs [][]analysis.Comparison) {
	several := func(of func(analysis.Pair) string) bool {
		differs := func(c []analysis.Comparison) bool { return of(c[0].Pair) != of(pairs[0][0].Pair) }
		return slices.ContainsFunc(pairs, differs)
	}
	tables := 0
	for _, comparisons := range pairs {
		p := comparisons[0].Pair
		con.text("", textOf("pair", map[string]any{
			"Pair": p, "About": several(func(p analysis.Pair) string { return p.Question.String() }),
			"OfThese": p.Question == analysis.OfThese, "Named": p.First.Name == p.Second.Name || len(pairs) > 1,
			"Grouped": several(func(p analysis.Pair) string { return p.Group.Name }),
		}))
		if p.Identical() {
			con.text(identicalText(comparisons))
		}
		compared := lists.Where(comparisons, func(c analysis.Comparison) bool { return !p.Identical() || tested(c) })
		if len(compared) > 0 {
			con.tabulate("comparisons", compared)
			tables++
		}
	}
	if tables > 0 {
		con.text("")
		con.explain("differences", nil)
	}
}
