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

	fewer, costlier bool // whether a test shows fewer puzzles solved, and whether one shows costlier plans

	// SameAs is the name of a solver that ranks higher and had the same results on every puzzle. It
	// is empty if there is none.
	SameAs string `json:"same_as,omitempty"`
}

// planCost is the cost of the plan of a solved trial. On the same puzzle, the ratio of two costs equals
// the ratio of the two gaps, and it is known even if the optimal cost is not known.
var planCost = Measure{"cost", units.Moves, "cost", func(r bench.Record) float64 {
	if !solved(r) {
		return math.NaN()
	}
	return float64(r.Cost)
}}

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
			comparePlans(x, y),
			lessKnown(float64(x.MedianSeconds), float64(y.MedianSeconds)),
			cmp.Compare(leader[a.Name], leader[b.Name]),
		)
	})
	markBest(all)
	return all
}

// comparePlans compares two summaries by accuracy, then by mean gap, then by mean length.
func comparePlans(x, y Summary) int {
	return cmp.Or(
		cmp.Compare(float64(y.Accuracy), float64(x.Accuracy)), // NaN (no trials) counts as the smallest
		lessKnown(float64(x.Gap), float64(y.Gap)),
		lessKnown(float64(x.MeanLength), float64(y.MeanLength)),
	)
}

// Rankings ranks the solvers that have trials on the puzzles of each group. Groups without trials are
// left out.
func (a *Analysis) Rankings() [][]Ranked {
	var all [][]Ranked
	for i, group := range a.Groups {
		puzzles := a.ofGroup(i)
		var summaries []Summary
		for _, solver := range a.Solvers {
			if len(puzzles.triedBy(solver)) > 0 {
				summaries = append(summaries, puzzles.summary(group, solver))
			}
		}
		if summaries != nil {
			all = append(all, Rank(summaries))
		}
	}
	return all
}

// lessKnown compares two numbers for sorting in ascending order, with NaN at the end.
func lessKnown(x, y float64) int {
	if math.IsNaN(x) || math.IsNaN(y) {
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

// markBest tests the first solver of a ranking against the others, and sets Best, fewer and costlier.
// Of several solvers with the same results, it tests only one, so that Holm's correction counts these
// tests once.
func markBest(all []Ranked) {
	type test struct {
		of    string // the other solver
		worse bool   // the direction of the difference
	}
	var tests []test
	var ps []float64
	for _, r := range all {
		if r.SameAs != "" || r.Name == all[0].Name {
			continue
		}
		p, tried := r.puzzles.pair(all[0].Solver, r.Solver)
		if !tried {
			continue
		}
		costs, others := p.Values(planCost)
		_, longer := Ratios(costs, others)
		if longer.Few() {
			longer.P = math.NaN()
		}
		tests = append(tests, test{r.Name, p.OnlyFirst > p.OnlySecond}, test{r.Name, longer.Effect < 0})
		ps = append(ps, p.P, longer.P)
	}
	fewer, costlier := map[string]bool{}, map[string]bool{}
	for i, p := range Holm(ps) {
		if p < significance && tests[i].worse {
			[]map[string]bool{fewer, costlier}[i%2][tests[i].of] = true
		}
	}
	for i, r := range all {
		of := cmp.Or(r.SameAs, r.Name)
		all[i].fewer, all[i].costlier = fewer[of], costlier[of]
		all[i].Best = r.Trials > 0 && !fewer[of] && !costlier[of]
	}
}
