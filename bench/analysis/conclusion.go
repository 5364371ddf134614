package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// Conclusion returns a sentence about the best solvers of a ranking. The best solvers are those that
// the tests of [Rank] do not tell apart from the first. The sentence names them, says by how much the
// next solver is worse, and compares the times of two solvers. It is empty if fewer than two solvers
// have trials.
//
// If there are several best solvers, the two fastest of them are compared by time. Otherwise, the
// best solver is compared with the next one. The comparison uses Wilcoxon's test on the puzzles that
// both solved. It says nothing about puzzles that one of them left unsolved.
func Conclusion(ranking []Ranked) string {
	ranking = slices.DeleteFunc(slices.Clone(ranking), func(r Ranked) bool { return r.Trials == 0 })
	if len(ranking) < 2 {
		return ""
	}
	first := ranking[0]
	for _, r := range ranking { // of the solvers that differ only in time, take the first of the experiment
		if comparePlans(r.Summary, first.Summary) == 0 && r.Number < first.Number {
			first = r
		}
	}
	var best []Ranked
	var next *Ranked
	for i, r := range ranking {
		switch {
		case r.Best:
			best = append(best, r)
		case next == nil:
			next = &ranking[i]
		}
	}
	slices.SortFunc(best, func(a, b Ranked) int { return cmp.Compare(a.Number, b.Number) })
	clauses := []string{first.Name + " did best"}
	switch {
	case first.Solved == 0: // the first is the most accurate, so the others solved none either
		return "No solver solved a puzzle."
	case next == nil:
		clauses[0] = "No test tells the solvers apart in accuracy or in the cost of plans"
	case len(best) > 1:
		clauses[0] = list(best) + " did best, and no test tells them apart in accuracy or in the cost of plans"
	}
	if next != nil {
		clauses = append(clauses, first.lead(*next))
	}
	one, other := first, next
	if len(best) > 1 {
		slices.SortStableFunc(best, func(a, b Ranked) int {
			return lessKnown(float64(a.MedianSeconds), float64(b.MedianSeconds))
		})
		one, other = best[0], &best[1]
	}
	if text := one.timesOf(*other); text != "" {
		clauses = append(clauses, text)
	}
	return strings.Join(clauses, "; ") + "."
}

// list returns the names of the solvers, joined by the function and.
func list(solvers []Ranked) string {
	var names []string
	for _, s := range solvers {
		names = append(names, s.Name)
	}
	return and(names)
}

// and joins names: "a", "a, b and c", or "a and 9 others" if there are many.
func and(names []string) string {
	const most = 4 // largest number of names that is easy to read
	last := len(names) - 1
	switch {
	case last == 0:
		return names[0]
	case len(names) > most:
		return fmt.Sprintf("%s and %d others", names[0], last)
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// lead returns a clause that says by how much the next solver is worse than r. It uses the number of
// puzzles solved if the test of this number shows a difference, and otherwise the costs of plans.
func (r Ranked) lead(next Ranked) string {
	p, _ := r.puzzles.pair(r.Solver, next.Solver)
	if next.fewer {
		tried := p.Both + p.OnlyFirst + p.OnlySecond + p.Neither
		return fmt.Sprintf("next is %s: it solved %d of %s, and %s solved %d", next.Name, p.Both+p.OnlySecond,
			units.Plural(tried, "board", "boards"), r.Name, p.Both+p.OnlyFirst)
	}
	costs, others := p.Values(planCost)
	var factors []float64 // if the plans of r are optimal, their mean is the mean gap of next
	more, less := 0, 0
	for i := range costs {
		factors = append(factors, Gap(others[i], costs[i]))
		switch {
		case others[i] > costs[i]:
			more++
		case others[i] < costs[i]:
			less++
		}
	}
	text := fmt.Sprintf("next is %s: its plans cost %s those of %s on average, and they cost more on %d of %s",
		next.Name, times(Mean(factors)), r.Name, more, units.Plural(len(costs), "board", "boards"))
	if less > 0 {
		text += fmt.Sprintf(" and less on %d", less)
	}
	return text
}

// timesOf returns a clause that compares the times of two solvers. It is empty if there is no puzzle
// that both solved.
func (r Ranked) timesOf(other Ranked) string {
	p, _ := r.puzzles.pair(r.Solver, other.Solver)
	compared := Compare([]Pair{p}, Seconds)
	if len(compared) == 0 {
		return ""
	}
	c := compared[0]
	switch {
	case !c.Different():
		return fmt.Sprintf("no test tells %s and %s apart in time", r.Name, other.Name)
	case c.Ratio.Value < 1:
		r, other = other, r
		c.Ratio = Interval{Value: 1 / c.Ratio.Value, Low: 1 / c.Ratio.High, High: 1 / c.Ratio.Low}
	}
	text := fmt.Sprintf("%s took %s as long as %s (median", r.Name, times(c.Ratio.Value), other.Name)
	if !math.IsNaN(c.Ratio.Low) {
		text += "; 95 % interval " + units.Range(c.Ratio.Low, c.Ratio.High, units.Ratio.Format)
	}
	return text + ")"
}

// times formats a factor, such as "1.5 times".
func times(factor float64) string { return units.Ratio.Format(factor) + " times" }
