package analysis

import (
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

var (
	// gap is the gap of a plan. Only Diffs uses it as a measure; reports compare costs instead.
	gap = Measure{"gap", units.Gap, "gap", GapOf}

	// firstPlan is the time until the genetic solver found its first plan. Its key is that of
	// evaluations, because only the genetic solver reports evaluations. The value is NaN in records of
	// older versions, which did not measure this time.
	firstPlan = Measure{"first plan", units.Seconds, Evaluated.Key, func(r bench.Record) float64 {
		if len(r.Found) == 0 || r.Found[0].Seconds == 0 {
			return math.NaN()
		}
		return r.Found[0].Seconds
	}}
)

// Diffs compares each solver of the later experiment with the solver of the same name in the earlier
// experiment, on each size of boards. If each experiment has only one solver, Diffs compares these two,
// whatever their names are. It leaves out pairs of solvers without a common puzzle. For each pair, it returns
// the comparisons by [Accuracy] and by the other measures that both have. First is the later solver, and Second
// is the earlier solver. So a ratio below 1 means that the later solver has the smaller values.
//
// Puzzles with the same board, goal and move costs count as one puzzle. If such puzzles occur in
// several groups of an experiment, their trials count as repeats. The groups of the results have the sizes
// of boards as names. Each is compared to answer the usual question about it; see [Group.Questions]. Boards
// are taken as listed if one of the experiments lists any. Holm's correction is applied to the tests of all
// pairs on a size by one measure.
func Diffs(earlier, later *Analysis) [][]Comparison {
	type problem struct{ board, goal, costs string }
	numbers := map[problem]int{}
	side := func(a *Analysis, prefix string) *Analysis {
		var relabelled []bench.Record
		for _, r := range a.Trials {
			id := problem{r.Board.String(), r.Goal.String(), r.MoveCosts.String()}
			if numbers[id] == 0 {
				numbers[id] = len(numbers) + 1
			}
			r.Puzzle, r.Group, r.Solver = numbers[id], puzzle.Size{Rows: r.Rows, Cols: r.Cols}.String(), prefix+r.Solver
			relabelled = append(relabelled, r)
		}
		return New(bench.Experiment{}, relabelled)
	}
	one, other := side(earlier, "1"), side(later, "2")
	both := New(bench.Experiment{}, slices.Concat(one.Trials, other.Trials))
	listed := slices.ContainsFunc(slices.Concat(earlier.Groups, later.Groups), func(g Group) bool { return g.Listed })
	var pairs []Pair
	for i, g := range both.Groups {
		g.Listed = listed
		for _, s := range one.Solvers {
			for _, t := range other.Solvers {
				if s.Name[1:] == t.Name[1:] || len(one.Solvers)+len(other.Solvers) == 2 {
					pairs = append(pairs, both.ofGroup(i).pair(g, g.Question(), t, s))
				}
			}
		}
	}
	diffs := make([][]Comparison, len(pairs))
	for _, m := range []Measure{Accuracy, Length, gap, Expanded, Evaluated, Seconds, firstPlan} {
		for _, c := range Compare(pairs, m) {
			i := slices.IndexFunc(pairs, func(p Pair) bool {
				return p.First == c.First && p.Second == c.Second && p.Group == c.Group
			})
			c.First.Name, c.Second.Name = c.First.Name[1:], c.Second.Name[1:]
			diffs[i] = append(diffs[i], c)
		}
	}
	return Where(diffs, func(d []Comparison) bool { return d != nil })
}
