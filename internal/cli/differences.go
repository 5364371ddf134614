package cli

import (
	"fmt"
	"math"
	"slices"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// timesTested reports whether a comparison is a test of times. The times of solvers that did the same
// are tested only if the settings differ.
func timesTested(c analysis.Comparison) bool {
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
			// The text names the second solver of the pair first, as tables do.
			text += fmt.Sprintf("; mean %s %s -> %s, not tested", c.Measure.Name,
				c.Measure.Format(c.Means[1]), c.Measure.Format(c.Means[0]))
		}
	}
	return text
}

// printDifferences prints a table for each pair of solvers, with a row for each measure. A row has
// the value of the pair's second solver, and then that of its first solver. If there are several
// pairs, the name of the first solver stands above each table. The text that verdictOf returns for
// the pair stands below the table. There must be at least one pair.
func printDifferences(
	con Console, pairs [][]analysis.Comparison, verdictOf func([]analysis.Comparison) string,
) {
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
			compared = Where(comparisons, timesTested)
		}
		if len(compared) > 0 {
			con.Tabulate("comparisons", compared)
			tables++
		}
		if text := verdictOf(comparisons); text != "" {
			con.Text(text)
		}
	}
	if tables > 0 {
		con.Text("", TextOf("marks of differences", nil))
	}
}

// PairVerdict says which solver of a pair is better; see [analysis.PairVerdict]. It returns "" if
// both have the same trials or did the same. If both have one name, it names them by their places in
// the table, where the pair's second solver comes first.
func PairVerdict(comparisons []analysis.Comparison) (text string, enough analysis.Enough) {
	p := comparisons[0].Pair
	if p.Identical() && !slices.ContainsFunc(comparisons, timesTested) {
		return "", analysis.Enough{}
	}
	first := p.First.Name
	second := p.Second.Name
	if first == second {
		first = "the second"
		second = "the first"
	}
	return analysis.PairVerdict(comparisons, first, second)
}

// Differing are two stored experiments, or two solvers of them, that are compared.
type Differing struct {
	Second  string // name of the second experiment
	Store   string // that has the second experiment
	Pairs   [][]analysis.Comparison
	Explain bool // whether to say what the columns mean
}

// PrintDiff prints the tables of the pairs, each with its verdict, and the next command.
func PrintDiff(con Console, d Differing) {
	printDifferences(con, d.Pairs, func(comparisons []analysis.Comparison) string {
		text, _ := PairVerdict(comparisons)
		return text
	})
	con.Text("", d.Next())
	if d.Explain {
		con.Text("")
		con.Explain("differences", nil)
	}
}

// Next says what to do next, with commands to paste: to run more boards if these are too few to
// decide, and otherwise to read the report of the second experiment.
func (d Differing) Next() string {
	most := analysis.Enough{}
	for _, comparisons := range d.Pairs {
		_, enough := PairVerdict(comparisons)
		if enough.Number > most.Number {
			most = enough
		}
	}
	if most.Number == 0 {
		report := CommandIn(d.Store, "report", d.Second)
		return "next: " + report + " (plots and paired comparisons)"
	}
	key := "count"
	if most.Unit != "boards" {
		key = "repeats"
	}
	show := CommandIn(d.Store, "show", d.Second, "--definition")
	run := CommandIn(d.Store, "run", "more.yaml")
	return fmt.Sprintf("next: %s > more.yaml; set %s to %d in more.yaml; %s", show, key,
		most.Number, run)
}
