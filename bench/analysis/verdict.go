package analysis

import (
	"fmt"
	"math"
	"strings"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// PairVerdict says which solver of a pair is better, by how much and how sure, given the
// comparisons of the pair as [Diffs] returns them. The first clause is about accuracy and plans,
// and the second about time. The sentence calls the solvers by the given names. The number is that
// of boards or runs that would decide, if no difference in accuracy and plans is shown.
func PairVerdict(comparisons []Comparison, first, second string) (text string, enough Enough) {
	r := rankedOf(comparisons)
	r.Name = first
	var clauses []string
	switch {
	case r.accuracy.Different() || r.costs.Different():
		clauses = append(clauses, r.better(second))
	case r.accuracy.Test.N == 0 && r.costs.Test.N == 0 && r.accuracy.Both > 0:
		clauses = append(clauses, "both solved the same boards with plans of the same costs")
	case r.accuracy.Test.N == 0 && r.accuracy.Both == 0:
		clauses = append(clauses, "neither solved a board")
	default:
		enough = r.enough()
		clauses = append(clauses, "no difference in accuracy or in the costs of plans is shown")
		if enough.Number > 0 {
			clauses = append(clauses, enough.String())
		}
	}
	for _, c := range comparisons {
		if c.Measure.IsTime() && !math.IsNaN(c.Corrected) {
			clauses = append(clauses, c.slower(first, second))
		}
	}
	return strings.Join(clauses, "; ") + ".", enough
}

// rankedOf returns the first solver of a pair, compared with the second by accuracy and by the
// costs of plans. Under unit costs, the length of a plan is its cost, and otherwise the gap has the
// same ratio.
func rankedOf(comparisons []Comparison) Ranked {
	pair := comparisons[0].Pair
	none := Comparison{Pair: pair, Corrected: math.NaN(), Ratio: unknown, margin: unknown}
	r := Ranked{tests: 2, accuracy: none, costs: none}
	r.Solver = pair.First
	r.Group = pair.Group
	r.puzzles = pair.boards
	costs := gap
	if pair.boards[0].record.MoveCosts.Unit() {
		costs = Length
	}
	for _, c := range comparisons {
		switch c.Measure.Key {
		case Accuracy.Key:
			r.accuracy = c
		case costs.Key:
			r.costs = c
		}
	}
	return r
}

// better says which solver is better than the other, and by how much: the solver itself or the
// named baseline. It does not decide if the solver solves more boards with costlier plans, or fewer
// boards with cheaper plans.
func (r Ranked) better(baseline string) string {
	difference := r.difference(baseline)
	fewer := r.solvesFewer()
	more := r.accuracy.Different() && !fewer
	costlier := r.costsMore()
	cheaper := r.costs.Different() && !costlier
	switch {
	case more && costlier, fewer && cheaper:
		return difference
	case fewer || costlier:
		return fmt.Sprintf("%s is better: %s", baseline, difference)
	case more: // which says that the solver is better
		return difference
	}
	return fmt.Sprintf("%s is better: %s", r.Name, difference)
}

// slower says which solver takes more of a time, and how many times as much, given the names of the
// two solvers.
func (c Comparison) slower(first, second string) string {
	if !c.Different() {
		return fmt.Sprintf("no difference in %s is shown", c.Measure.Name)
	}
	ratio := c.Ratio
	if ratio.Value < 1 {
		first, second = second, first
		ratio = stats.Interval{Value: 1 / ratio.Value, Low: 1 / ratio.High, High: 1 / ratio.Low}
	}
	times := units.Ratio.Format
	return fmt.Sprintf("%s takes %s times the %s of %s (%s), p %s", first, times(ratio.Value),
		c.Measure.Name, second, between(ratio.Low, ratio.High, times), probability(c.Corrected))
}
