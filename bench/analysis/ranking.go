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

// Verdict is what the comparison of a solver with the best solver shows.
type Verdict string

// The verdicts. A solver is worse if it solves fewer boards, or finds costlier plans for the boards that
// both solved.
const (
	Best  Verdict = "best"  // the first of the ranking, or the same boards solved with plans of the same costs
	Equal Verdict = "equal" // as good as the best, within [AccuracyMargin] and [CostMargin]
	Open  Verdict = "open"  // neither shown to be worse nor shown to be equal
	Worse Verdict = "worse" // a test shows it
)

// Margins within which two solvers count as equally good. The 95 % intervals of the differences must be
// within them, on the side on which the solver is worse than the best.
const (
	AccuracyMargin = 0.05 // difference of accuracies
	CostMargin     = 0.01 // of the ratio of costs
)

// fewestForEqual is the smallest number of boards, or of runs if they are the sample, from which equal
// costs are concluded. The interval of the ratio says nothing if all ratios are equal by chance.
const fewestForEqual = 20

// Ranked is the summary of a solver, with its comparison with the best solver.
type Ranked struct {
	Summary
	Verdict Verdict `json:"verdict"`
	Good    bool    `json:"best"` // whether the verdict is best or equal

	// SameAs is the name of a solver that ranks higher and had the same results on every puzzle. It
	// is empty if there is none.
	SameAs string `json:"same_as,omitempty"`

	accuracy, costs Comparison // with the best, by Accuracy and by the costs of plans
}

// Ranking has the solvers of a group, the best first.
type Ranking []Ranked

// equal reports whether all solvers are as good as the best.
func (all Ranking) equal() bool {
	return !slices.ContainsFunc(all, func(r Ranked) bool { return r.Trials > 0 && !r.Good })
}

// planCost is the cost of the plan of a solved trial. On the same puzzle, the ratio of two costs equals
// the ratio of the two gaps, and it is known even if the optimal cost is not known.
var planCost = Measure{"cost", units.Moves, "cost", measured("cost").ofPlan}

// Rank sorts solvers, the best first: by accuracy, then by mean gap, then by mean length, then by mean
// time. A solver whose plans are shown to be cheaper comes before the most accurate solver if it is not
// shown to be less accurate. The summaries must be of the same group of puzzles. Solvers with the same
// results on every puzzle are next to each other. Solvers without trials come last.
//
// Each solver is compared with the first, to answer a question. Holm's correction is applied to the tests
// of accuracy and of the costs of plans together. Time affects only the order: no solver is worse because
// it is slower.
func Rank(summaries []Summary, q Question) Ranking {
	all := make(Ranking, len(summaries))
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
			lessKnown(x.MeanSeconds, y.MeanSeconds),
			cmp.Compare(leader[a.Name], leader[b.Name]),
		)
	})
	judge(all, q)
	// A solver that is not shown to solve fewer boards, but is shown to find cheaper plans, is better than the
	// first, whose accuracy may be higher by chance.
	better := 0
	for i, r := range all {
		cheaper := !r.Fewer() && r.costs.Different() && r.costs.Test.Effect < 0
		if cheaper && (better == 0 || r.costs.Ratio.Value < all[better].costs.Ratio.Value) {
			better = i
		}
	}
	if better > 0 {
		all = slices.Concat(all[better:better+1], all[:better], all[better+1:])
		judge(all, q)
	}
	return all
}

// Rankings ranks the solvers that have trials on the puzzles of each group, to answer the usual question
// about it. Groups without trials are left out.
func (a *Analysis) Rankings() []Ranking {
	var all []Ranking
	summaries := a.Summaries()
	for _, g := range a.Groups {
		ofGroup := Where(summaries, func(s Summary) bool { return s.Group == g && s.Trials > 0 })
		if len(ofGroup) > 0 {
			all = append(all, Rank(ofGroup, g.Question()))
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

// judge compares each solver of a ranking with the first. Of several solvers with the same results, it
// tests only one, so that Holm's correction counts its tests once.
func judge(all []Ranked, q Question) {
	if len(all) == 0 {
		return
	}
	first := all[0]
	var ps []float64 // two tests of each solver
	for i := range all {
		r := &all[i]
		pair := r.puzzles.pair(r.Group, q, r.Solver, first.Solver)
		r.accuracy, r.costs = pair.by(Accuracy), pair.by(planCost)
		if r.SameAs != "" || i == 0 {
			ps = append(ps, math.NaN(), math.NaN())
		} else {
			ps = append(ps, r.accuracy.Corrected, r.costs.Corrected)
		}
	}
	ps = Holm(ps)
	for i := range all {
		r := &all[i]
		of := 2 * slices.IndexFunc(all, func(o Ranked) bool { return o.Name == cmp.Or(r.SameAs, r.Name) })
		r.accuracy.Corrected, r.costs.Corrected = ps[of], ps[of+1]
		switch {
		case i == 0 || r.ties():
			r.Verdict = Best
		case r.Fewer() || r.Costlier():
			r.Verdict = Worse
		case r.asAccurate() && r.asCheap():
			r.Verdict = Equal
		default:
			r.Verdict = Open
		}
		r.Good = r.Trials > 0 && (r.Verdict == Best || r.Verdict == Equal)
	}
}

// margins says within which margins a solver is as good as the best.
const margins = "within 5 points of accuracy and 1 % of cost"

// Marks explains the marks of [Ranked.Mark].
const Marks = "* the best, alone or with the same results, or as good " + margins + "; " +
	"? not shown to be worse, nor to be as good"

// Mark returns the mark of a solver in tables, or "" if the solver is worse.
func (r Ranked) Mark() string {
	switch {
	case r.Trials == 0 || r.Verdict == Worse:
		return ""
	case r.Good:
		return "*"
	}
	return "?"
}

// ties reports whether the solver solved the same boards as the best, as often, with plans of the same costs.
func (r Ranked) ties() bool {
	p := r.accuracy
	tried := len(r.puzzles.triedBy(r.Solver))
	return len(p.boards) == tried && tried == len(r.puzzles.triedBy(p.Second)) && p.Test.N == 0 && r.costs.Test.N == 0
}

// Fewer reports whether a test shows that the solver solves fewer boards than the best.
func (r Ranked) Fewer() bool { return r.accuracy.Different() && r.accuracy.Difference.Value < 0 }

// Costlier reports whether a test shows that the plans of the solver cost more than those of the best.
func (r Ranked) Costlier() bool { return r.costs.Different() && r.costs.Test.Effect > 0 }

// asAccurate reports whether the solver solves as many boards as the best, within AccuracyMargin.
func (r Ranked) asAccurate() bool { return r.accuracy.Difference.Low >= -AccuracyMargin }

// asCheap reports whether the plans of the solver cost as little as those of the best, within CostMargin.
func (r Ranked) asCheap() bool {
	return r.costs.Ratio.N >= fewestForEqual && r.costs.Ratio.High <= 1+CostMargin
}
