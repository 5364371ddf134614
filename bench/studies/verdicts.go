package studies

import (
	"fmt"
	"math"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// race is how the times of two solvers on the same boards compare.
type race struct {
	ratio float64 // the median of first's time / second's
	p     float64 // how often chance alone sets them so far apart
}

// timed compares the times of two solvers board by board. Their ratios are
// tested, by Wilcoxon's test on the logarithms: of the differences, the few
// hardest boards would be all that counts.
func timed(first, second []bench.Record) race {
	type board struct {
		group  string
		puzzle int
	}
	of := map[board]float64{}
	for _, r := range second {
		of[board{r.Group, r.Puzzle}] = r.Seconds
	}
	var ratios, a, b []float64
	for _, r := range first {
		if other := of[board{r.Group, r.Puzzle}]; other > 0 && r.Seconds > 0 {
			ratios = append(ratios, r.Seconds/other)
			a, b = append(a, math.Log(r.Seconds)), append(b, math.Log(other))
		}
	}
	return race{stats.Median(ratios), stats.Wilcoxon(a, b).P}
}

// told tells whether chance alone would seldom set the times so far apart.
func (r race) told() bool { return is(r.ratio) && r.p < 1-stats.Confidence }

// slower is the claim that the first of two solvers takes longer than the second
// on the same boards.
func (s *session) slower(text string, first, second []bench.Record, shown string) {
	r := timed(first, second)
	s.claim(text, r.told(), r.ratio > 1, fmt.Sprintf("%s; %.3g times on the median board, p %s", shown, r.ratio, probability(r.p)))
}

// fastest is the claim that a solver is faster than each of the others. It holds
// where it is found faster than every one, and fails where it is found slower than
// any, of so many chances (Holm's correction).
func (s *session) fastest(text string, records []bench.Record, names []string, others [][]bench.Record) {
	var ps []float64
	var shown []string
	ahead := 0
	for i, name := range names {
		r := timed(records, others[i])
		if r.told() && r.ratio < 1 {
			ahead++
		}
		if !(r.ratio > 1) {
			r.p = 1 // which does not speak against it
		}
		ps = append(ps, r.p)
		shown = append(shown, fmt.Sprintf("%.3g times the time of %s", r.ratio, name))
	}
	behind := false
	for _, p := range stats.Holm(ps) {
		behind = behind || p < 1-stats.Confidence
	}
	holds := ahead == len(names)
	s.claim(text, holds || behind, holds, strings.Join(shown, ", ")+", on the median board")
}

// within tells whether a measured range lies in a published one. A range that
// only overlaps it is another one.
func within(low, high, from, to float64) bool { return from <= low && high <= to }

// probability writes a p-value with its sign.
func probability(p float64) string {
	text := units.Probability.Format(p)
	if strings.HasPrefix(text, "<") {
		return text
	}
	return "= " + text
}
