package studies

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// boardID tells the boards of an experiment apart.
type boardID struct {
	group  string
	puzzle int
}

func idOf(r bench.Record) boardID { return boardID{r.Group, r.Puzzle} }

// matched returns the trials of two solvers on the same boards, side by side.
func matched(first, second []bench.Record) (a, b []bench.Record) {
	of := map[boardID]bench.Record{}
	for _, r := range second {
		of[idOf(r)] = r
	}
	for _, r := range first {
		if other, ok := of[idOf(r)]; ok {
			a, b = append(a, r), append(b, other)
		}
	}
	return a, b
}

// bothSolved returns the trials of two solvers on the boards that both solved.
func bothSolved(first, second row) (a, b []bench.Record) {
	return matched(keep(first.trials, solved), keep(second.trials, solved))
}

// onBoth returns how many boards two solvers both solved, and on how many of them
// something holds of their trials.
func onBoth(first, second row, holds func(a, b bench.Record) bool) (hits, both int) {
	a, b := bothSolved(first, second)
	for i := range a {
		if holds(a[i], b[i]) {
			hits++
		}
	}
	return hits, len(a)
}

// sameLength tells whether two plans are equally long.
func sameLength(a, b bench.Record) bool { return *a.Length == *b.Length }

// timed compares the times of two solvers board by board. It returns the median ratio, first
// to second, and the probability that chance alone sets the times so far apart.
func timed(first, second row) (ratio, p float64) {
	var a, b []float64
	firsts, seconds := matched(first.trials, second.trials)
	for i, r := range firsts {
		if other := seconds[i].Seconds; other > 0 && r.Seconds > 0 {
			a, b = append(a, r.Seconds), append(b, other)
		}
	}
	median, test := analysis.Ratios(a, b)
	return median.Value, test.P
}

// significant tells whether chance alone would seldom do something with a probability: in less
// than one of twenty re-runs.
func significant(p float64) bool { return p < 1-analysis.Confidence }

// slower judges the claim that the first of two solvers takes longer than the second on
// the same boards.
func (s *session) slower(name string, first, second row, format string, args ...any) {
	ratio, p := timed(first, second)
	s.claim(name, significant(p), ratio > 1, "%s; %.3g times on the median board, p %s",
		fmt.Sprintf(format, args...), ratio, probability(p))
}

// fastest judges the claim that a solver is faster than each of the others. It holds if
// the solver is found faster than every one, and fails if it is found slower than any,
// with Holm's correction for so many tests.
func (s *session) fastest(name string, first row, others ...row) {
	var ps []float64
	var shown []string
	ahead := 0
	for _, other := range others {
		ratio, p := timed(first, other)
		if significant(p) && ratio < 1 {
			ahead++
		}
		if !(ratio > 1) {
			p = 1 // which does not contradict the claim
		}
		ps = append(ps, p)
		shown = append(shown, fmt.Sprintf("%.3g times the time of %s", ratio, other.label("heuristic")))
	}
	behind := slices.ContainsFunc(analysis.Holm(ps), significant)
	holds := ahead == len(others)
	s.claim(name, holds || behind, holds, "%s, on the median board", strings.Join(shown, ", "))
}

// more judges the claim that the second of two solvers solves more of the same boards,
// by McNemar's exact test.
func (s *session) more(name string, few, many row) {
	onlyFew, onlyMany := 0, 0
	a, b := matched(few.trials, many.trials)
	for i := range a {
		switch {
		case solved(a[i]) && !solved(b[i]):
			onlyFew++
		case !solved(a[i]) && solved(b[i]):
			onlyMany++
		}
	}
	p, first, second := analysis.McNemar(onlyFew, onlyMany), few.solved(), many.solved()
	s.claim(name, first.N > 0 && second.N > 0 && significant(p), onlyMany > onlyFew,
		"%s against %s of the same boards, p %s", inPercent(second.Value), inPercent(first.Value), probability(p))
}

// within tells whether a measured range lies inside a published one. A range that only
// overlaps it does not.
func within(low, high, from, to float64) bool { return from <= low && high <= to }

// meet tells whether the intervals of two shares overlap.
func meet(a, b analysis.Interval) bool { return a.Low <= b.High && b.Low <= a.High }

// probability writes a p-value with its sign.
func probability(p float64) string {
	text := units.Probability.Format(p)
	if strings.HasPrefix(text, "<") {
		return text
	}
	return "= " + text
}

// inPercent writes a share in whole per cent, or with a decimal near the ends.
func inPercent(share float64) string {
	if x := 100 * share; x > 0 && x < 2 || x > 98 && x < 100 {
		return units.Decimals(x, 1) + " %"
	}
	return units.Decimals(100*share, 0) + " %"
}

// orNone joins texts, "none" of nothing.
func orNone(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, ", ")
}
