package analysis

import (
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Diff compares a solver of an experiment with a solver of an earlier experiment, on the puzzles that
// both tried. In Pair and in Changes, First is the later solver and Second is the earlier solver. So a
// ratio below 1 means that the later solver has the smaller values.
type Diff struct {
	Pair
	Changes []Comparison // by measure
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
// experiment. If each experiment has only one solver, Diffs compares these two, whatever their names
// are. It leaves out pairs of solvers without a common puzzle.
//
// Puzzles with the same board, goal and move costs count as one puzzle. If such puzzles occur in
// several groups of an experiment, their trials count as repeats. Holm's correction is applied to the
// tests of all pairs by one measure, and to the tests of accuracy of all pairs.
func Diffs(earlier, later []bench.Record) []Diff {
	type problem struct{ board, goal, costs string }
	numbers := map[problem]int{}
	side := func(records []bench.Record, prefix string) (relabelled []bench.Record) {
		for _, r := range records {
			id := problem{r.Board.String(), r.Goal.String(), r.MoveCosts.String()}
			if numbers[id] == 0 {
				numbers[id] = len(numbers) + 1
			}
			r.Puzzle, r.Group, r.Solver = numbers[id], "", prefix+r.Solver
			relabelled = append(relabelled, r)
		}
		return relabelled
	}
	one := New(bench.Experiment{}, side(earlier, "1"))
	other := New(bench.Experiment{}, side(later, "2"))
	both := New(bench.Experiment{}, slices.Concat(one.Trials, other.Trials))
	var pairs []Pair
	var ps []float64
	for _, s := range one.Solvers {
		for _, t := range other.Solvers {
			if s.Name[1:] != t.Name[1:] && len(one.Solvers)+len(other.Solvers) > 2 {
				continue
			}
			if p, tried := both.puzzles.pair(t, s); tried {
				pairs, ps = append(pairs, p), append(ps, p.P)
			}
		}
	}
	diffs := make([]Diff, len(pairs))
	for i, corrected := range Holm(ps) {
		pairs[i].Corrected = corrected
		diffs[i].Pair = pairs[i]
	}
	for _, m := range []Measure{Length, gap, Expanded, Evaluated, Seconds, firstPlan} {
		for _, c := range Compare(pairs, m) {
			i := slices.IndexFunc(pairs, func(p Pair) bool { return p.First == c.First && p.Second == c.Second })
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
