package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Ranked is the summary of a solver, with the results of its comparison with the best solver.
type Ranked struct {
	Summary

	// Best is true if no test shows that the solver is worse than the first of the ranking. A solver
	// is worse if it solves fewer puzzles, or finds costlier plans on the puzzles that both solved.
	Best bool `json:"best"`

	fewer bool // whether a test shows fewer puzzles solved

	// SameAs is the name of a solver that ranks higher and had the same results on every puzzle. It
	// is empty if there is none.
	SameAs string `json:"same_as,omitempty"`
}

// planCost is the cost of the plan of a solved trial. On the same puzzle, the ratio of two costs equals
// the ratio of the two gaps, and it is known even if the optimal cost is not known.
var planCost = Measure{"cost", units.Moves, "cost", measured("cost").ofPlan}

// Rank sorts solvers, the best first: by accuracy, then by mean gap, then by mean length, then by
// median time. The summaries must be of the same group of puzzles. Solvers with the same results on
// every puzzle are next to each other. Solvers without trials come last.
//
// The first solver is tested against each of the others on the puzzles that both tried: by McNemar's
// test on the puzzles solved, and by Wilcoxon's test on the costs of the plans. Holm's correction is
// applied to all these tests together. Time affects only the order: a solver that is only slower than
// the first is still among the best.
func Rank(summaries []Summary) []Ranked {
	all := make([]Ranked, len(summaries))
	first := map[string]int{}  // by results: index of the first solver with these results
	leader := map[string]int{} // by name of a solver: index of the first solver with the same results
	for i, s := range summaries {
		all[i] = Ranked{Summary: s}
		results := s.results()
		leader[s.Name] = i
		if j, known := first[results]; known && s.Trials > 0 {
			leader[s.Name], all[i].SameAs = j, summaries[j].Name
		} else {
			first[results] = i
		}
	}
	slices.SortStableFunc(all, func(a, b Ranked) int {
		x, y := summaries[leader[a.Name]], summaries[leader[b.Name]]
		return cmp.Or(
			cmp.Compare(y.Accuracy, x.Accuracy), // NaN (no trials) counts as the smallest
			lessKnown(x.Gap, y.Gap),
			lessKnown(x.MeanLength, y.MeanLength),
			lessKnown(x.MedianSeconds, y.MedianSeconds),
			cmp.Compare(leader[a.Name], leader[b.Name]),
		)
	})
	markBest(all)
	return all
}

// Rankings ranks the solvers that have trials on the puzzles of each group. Groups without trials are
// left out.
func (a *Analysis) Rankings() [][]Ranked {
	var all [][]Ranked
	summaries := a.Summaries()
	for _, g := range a.Groups {
		ofGroup := where(summaries, func(s Summary) bool { return s.Group == g && s.Trials > 0 })
		if len(ofGroup) > 0 {
			all = append(all, Rank(ofGroup))
		}
	}
	return all
}

// lessKnown compares two numbers for sorting in ascending order, with NaN at the end.
func lessKnown(x, y bench.Figure) int {
	if !x.Known() || !y.Known() {
		return -cmp.Compare(x, y)
	}
	return cmp.Compare(x, y)
}

// results returns a text with all results of a solver that do not depend on the machine. Two solvers
// with the same text had the same results on every puzzle. The text omits memory, because settings
// may change it without an effect on the search.
func (s Summary) results() string {
	var b strings.Builder
	for i, p := range s.puzzles {
		for _, r := range p.trials[s.Name] {
			moves, stats := "", r.Stats
			if r.Moves != nil {
				moves = *r.Moves
			}
			stats.Bytes, stats.Discarded = 0, 0
			fmt.Fprintln(&b, i, r.Repeat, r.Status, r.Error, moves, r.Cost, stats)
		}
	}
	return b.String()
}

// markBest tests the first solver of a ranking against the others, and sets Best and fewer. Of several
// solvers with the same results, it tests only one, so that Holm's correction counts these tests once.
func markBest(all []Ranked) {
	var ps []float64 // two tests of each solver: of the puzzles solved, and of the costs of plans
	var worse []bool // the directions of the differences
	for _, r := range all {
		p, tried := r.puzzles.pair(all[0].Solver, r.Solver)
		_, costs := Ratios(p.Values(planCost))
		if costs.Few() {
			costs.P = math.NaN()
		}
		if !tried || r.SameAs != "" || r.Name == all[0].Name {
			p.P, costs.P = math.NaN(), math.NaN()
		}
		ps, worse = append(ps, p.P, costs.P), append(worse, p.OnlyFirst > p.OnlySecond, costs.Effect < 0)
	}
	ps = Holm(ps)
	for i, r := range all {
		of := 2 * slices.IndexFunc(all, func(o Ranked) bool { return o.Name == cmp.Or(r.SameAs, r.Name) })
		all[i].fewer = ps[of] < significance && worse[of]
		all[i].Best = r.Trials > 0 && !all[i].fewer && !(ps[of+1] < significance && worse[of+1])
	}
}
