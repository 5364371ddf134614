package cli

import (
	"fmt"
	"math"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// tested reports whether the times of two solvers that did the same were compared, because their
// settings differ.
func tested(c analysis.Comparison) bool {
	return c.Measure.IsTime() && !math.IsNaN(c.Test.P)
}

// identicalText says that two solvers did the same, with their mean times.
func identicalText(comparisons []analysis.Comparison) string {
	p := comparisons[0]
	if p.SameTrials() {
		return "the same stored trials on " + units.Plural(p.Boards, "board", "boards")
	}
	text := "identical plans and identical work on " + units.Plural(p.Boards, "board", "boards")
	for _, c := range comparisons {
		if c.Measure.IsTime() && math.IsNaN(c.Test.P) {
			first := c.Measure.Format(c.Means[1])
			second := c.Measure.Format(c.Means[0])
			text += fmt.Sprintf("; mean %s %s -> %s, not tested", c.Measure.Name, first, second)
		}
	}
	return text
}

// PrintDifferences prints a table for each pair of solvers, with a row for each measure. Several
// pairs are named by their first solvers, whose values are the second in the table. There must be at
// least one pair.
func PrintDifferences(con Console, pairs [][]analysis.Comparison) {
	first := pairs[0][0].Pair
	severalQuestions := false
	severalGroups := false
	for _, comparisons := range pairs {
		p := comparisons[0].Pair
		severalQuestions = severalQuestions || p.Question != first.Question
		severalGroups = severalGroups || p.Group.Name != first.Group.Name
	}
	tables := 0
	for _, comparisons := range pairs {
		p := comparisons[0].Pair
		con.Text("", TextOf("pair", map[string]any{
			"Pair":    p,
			"About":   severalQuestions,
			"OfThese": p.Question == analysis.OfThese,
			"Named":   p.First.Name == p.Second.Name || len(pairs) > 1,
			"Grouped": severalGroups,
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
