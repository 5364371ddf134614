package analysis

import (
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Diff compares a solver of an experiment with a solver of an earlier experiment, on the puzzles that
// both tried. In Pair and in Changes, First is the later solver and Second is the earlier solver. So a
// ratio below 1 means that the later solver has the smaller values.
type Diff struct {
	Pair
	Changes []Comparison // by measure
}

// Accuracy returns the accuracies in the form of Changes. Their ratio has no interval.
func (d Diff) Accuracy() Comparison {
	ratio := Interval{Value: d.Shares[0] / d.Shares[1], Low: math.NaN(), High: math.NaN()}
	return Comparison{Pair: d.Pair, Measure: Measure{Name: "accuracy", Unit: units.Share}, Means: d.Shares,
		Ratio: ratio, Test: d.Test, Corrected: d.Corrected}
}

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
// whatever their names are. It leaves out pairs of solvers without a common puzzle.
//
// Puzzles with the same board, goal and move costs count as one puzzle. If such puzzles occur in
// several groups of an experiment, their trials count as repeats. The groups of the results have the sizes
// of boards as names. Each is compared to answer the usual question about it; see [Group.Questions]. Boards
// are taken as listed if one of the experiments lists any. Holm's correction is applied to the tests of all
// pairs on a size by one measure.
func Diffs(earlier, later *Analysis) []Diff {
	type problem struct{ board, goal, costs string }
	numbers := map[problem]int{}
	side := func(records []bench.Record, prefix string) (relabelled []bench.Record) {
		for _, r := range records {
			id := problem{r.Board.String(), r.Goal.String(), r.MoveCosts.String()}
			if numbers[id] == 0 {
				numbers[id] = len(numbers) + 1
			}
			r.Puzzle, r.Group, r.Solver = numbers[id], puzzle.Size{Rows: r.Rows, Cols: r.Cols}.String(), prefix+r.Solver
			relabelled = append(relabelled, r)
		}
		return relabelled
	}
	one := New(bench.Experiment{}, side(earlier.Trials, "1"))
	other := New(bench.Experiment{}, side(later.Trials, "2"))
	both := New(bench.Experiment{}, slices.Concat(one.Trials, other.Trials))
	listed := slices.ContainsFunc(slices.Concat(earlier.Groups, later.Groups), func(g Group) bool { return g.Listed })
	var pairs []Pair
	for i, g := range both.Groups {
		g.Listed = listed
		for _, s := range one.Solvers {
			for _, t := range other.Solvers {
				if s.Name[1:] != t.Name[1:] && len(one.Solvers)+len(other.Solvers) > 2 {
					continue
				}
				if p := both.ofGroup(i).pair(g, g.Question(), t, s); p.boards != nil {
					pairs = append(pairs, p)
				}
			}
		}
	}
	pairs = corrected(pairs)
	diffs := make([]Diff, len(pairs))
	for i, p := range pairs {
		diffs[i].Pair = p
	}
	for _, m := range []Measure{Length, gap, Expanded, Evaluated, Seconds, firstPlan} {
		for _, c := range Compare(pairs, m) {
			i := slices.IndexFunc(pairs, func(p Pair) bool {
				return p.First == c.First && p.Second == c.Second && p.Group == c.Group
			})
			diffs[i].Changes = append(diffs[i].Changes, c)
		}
	}
	for i := range diffs {
		for _, s := range []*Solver{&diffs[i].First, &diffs[i].Second} {
			s.Name = s.Name[1:]
		}
	}
	return diffs
}
