package cli

import (
	"fmt"
	"math"
	"slices"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// tested reports whether the times of two solvers that did the same were compared, because their
// settings differ.
func tested(c analysis.Comparison) bool {
	return isTime(c.Measure) && !math.IsNaN(c.Test.P)
}

// isTime reports whether a measure is a wall time or a processor time.
func isTime(m analysis.Measure) bool {
	return m.Key == analysis.Seconds.Key || m.Key == analysis.CPUSeconds.Key
}

// identicalText says that two solvers did the same, with their mean times.
func identicalText(comparisons []analysis.Comparison) string {
	p := comparisons[0]
	if p.SameTrials() {
		return "the same stored trials on " + units.Plural(p.Boards, "board", "boards")
	}
	text := "identical plans and identical work on " + units.Plural(p.Boards, "board", "boards")
	for _, c := range comparisons {
		if isTime(c.Measure) && math.IsNaN(c.Test.P) {
			first := c.Measure.Format(c.Means[1])
			second := c.Measure.Format(c.Means[0])
			text += fmt.Sprintf("; mean %s %s -> %s, not tested", c.Measure.Name, first, second)
		}
	}
	return text
}

// PrintDifferences prints a table for each pair of solvers, with a row for each measure. Several
// pairs are named by their first solvers, whose values are the second in the table.
func PrintDifferences(con Console, pairs [][]analysis.Comparison) {
	several := func(of func(analysis.Pair) string) bool {
		differs := func(c []analysis.Comparison) bool {
			return of(c[0].Pair) != of(pairs[0][0].Pair)
		}
		return slices.ContainsFunc(pairs, differs)
	}
	tables := 0
	for _, comparisons := range pairs {
		p := comparisons[0].Pair
		con.Text("", TextOf("pair", map[string]any{
			"Pair": p, "About": several(func(p analysis.Pair) string {
				return p.Question.String()
			}),
			"OfThese": p.Question == analysis.OfThese, "Named": p.First.Name == p.Second.Name ||
				len(pairs) > 1,
			"Grouped": several(func(p analysis.Pair) string { return p.Group.Name }),
		}))
		if p.Identical() {
			con.Text(identicalText(comparisons))
		}
		compared := comparisons
		if p.Identical() {
			compared = Where(comparisons, tested)
		}
		if len(compared) > 0 {
			con.Tabulate("comparisons", compared)
			tables++
		}
	}
	if tables > 0 {
		con.Text("")
		con.Explain("differences", nil)
	}
}
