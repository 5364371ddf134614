package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// boardID identifies a board of an experiment.
type boardID struct {
	group  string
	puzzle int
}

func idOf(r bench.Record) boardID { return boardID{r.Group, r.Puzzle} }

// matched pairs the trials of two solvers on the same boards: a[i] and b[i] are on one
// board.
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

// bothSolved pairs the trials of two solvers on the boards that both solved.
func bothSolved(first, second row) (a, b []bench.Record) {
	return matched(keep(first.trials, solved), keep(second.trials, solved))
}

// onBoth returns the number of boards that two solvers both solved (both), and the number
// of these boards for whose trials the function holds returns true (hits).
func onBoth(first, second row, holds func(a, b bench.Record) bool) (hits, both int) {
	a, b := bothSolved(first, second)
	for i := range a {
		if holds(a[i], b[i]) {
			hits++
		}
	}
	return hits, len(a)
}

// sameLength reports whether the plans of two trials have the same length.
func sameLength(a, b bench.Record) bool { return *a.Length == *b.Length }

// ratioOf compares a measure of two solvers board by board. It returns the median of the ratios of
// the first to the second, with its confidence interval, and the p-value of the paired test.
func ratioOf(m measure, first, second row) (ratio analysis.Interval, p float64) {
	var a, b []float64
	firsts, seconds := matched(first.trials, second.trials)
	for i, r := range firsts {
		if x, other := m(r), m(seconds[i]); x > 0 && other > 0 && !sameRun(r, seconds[i]) {
			a, b = append(a, x), append(b, other)
		}
	}
	median, test := analysis.Ratios(a, b)
	return median, test.P
}

// sameRun reports whether two trials of the GA evaluated the same plans. It compares their
// counts. Trials with different settings can evaluate the same plans, for example if both
// solve the board in the first phase. Then only chance makes their times differ.
func sameRun(a, b bench.Record) bool {
	return a.Algorithm == "ga" && b.Algorithm == "ga" && a.Heuristic == b.Heuristic && a.Evaluated == b.Evaluated &&
		a.Generated == b.Generated
}

// significant reports whether a p-value is below the significance level of 0.05.
func significant(p float64) bool { return p < 1-analysis.Confidence }

// tested returns the verdict of a paired test, given its p-value and whether the direction
// of the difference supports the claim.
func tested(p float64, supports bool) Verdict {
	switch {
	case !significant(p):
		return Undecided
	case supports:
		return Holds
	}
	return Fails
}

// every returns the verdict of a claim that all of several verdicts must support. If one of them is
// Fails, the claim fails.
func every(verdicts ...Verdict) Verdict {
	switch {
	case slices.Contains(verdicts, Fails):
		return Fails
	case len(verdicts) == 0 || slices.Contains(verdicts, Undecided):
		return Undecided
	}
	return Holds
}

// agreed returns the verdict of a claim about times that several tables show, given the verdict of
// each table. Times vary from table to table, so the claim is undecided if the verdicts differ.
func agreed(verdicts ...Verdict) Verdict {
	if len(verdicts) > 0 && len(slices.Compact(slices.Clone(verdicts))) == 1 {
		return verdicts[0]
	}
	return Undecided
}

// covers returns the verdict of a claim that a value lies between from and to, given the confidence
// interval of the measured value. The claim holds if the interval overlaps this range.
func covers(got analysis.Interval, from, to float64) Verdict {
	switch {
	case got.N == 0 || !is(got.Low, got.High):
		return Undecided
	case got.High < from || got.Low > to:
		return Fails
	}
	return Holds
}

// asPublished returns the verdict of a published accuracy. It holds if the measured interval
// contains the published accuracy, and fails if the two intervals do not overlap. Otherwise, it is
// undecided.
func asPublished(r row) Verdict {
	got, published, n := r.solved(), printed("accuracy")(r), publishedTrials(r)
	verdict := covers(got, published, published)
	if theirs := share(int(math.Round(published*n)), int(n)); verdict == Fails && meet(got, theirs) {
		return Undecided
	}
	return verdict
}

// pair is two solvers on the same boards. If several tables show these solvers, table is
// the title of the table that is meant.
type pair struct {
	first, second row
	table         string
}

// takes returns a text for a report: how long the first solver takes compared with the second, and
// the p-value.
func (both pair) takes(ratio analysis.Interval, p float64) string {
	boards := units.Plural(ratio.N, "board", "boards")
	if both.table != "" {
		boards += fmt.Sprintf(" of %q", both.table)
	}
	return fmt.Sprintf("%s takes %s times as long as %s (%s, p %s)", both.first.name(),
		units.Ratio.Format(ratio.Value), both.second.name(), boards, probability(p))
}

// slower judges the claim that the first solver of each pair takes longer than the second. Each pair
// is tested on its own, for example in several tables; see agreed.
func (s *session) slower(name string, pairs ...pair) {
	var verdicts []Verdict
	var shown []string
	for _, both := range pairs {
		ratio, p := ratioOf(elapsed, both.first, both.second)
		verdicts, shown = append(verdicts, tested(p, ratio.Value > 1)), append(shown, both.takes(ratio, p))
	}
	s.judge(name, agreed(verdicts...), "%s", strings.Join(shown, "; "))
}

// fastest judges the claim that each solver of firsts is faster than each of the others. The claim
// holds if every test shows this, and fails if one test shows the opposite. The p-values are
// corrected by Holm's method.
func (s *session) fastest(name string, firsts rows, others ...row) {
	var pairs []pair
	var ratios []analysis.Interval
	var ps []float64
	for _, first := range firsts {
		for _, other := range others {
			ratio, p := ratioOf(elapsed, first, other)
			pairs, ratios, ps = append(pairs, pair{first: first, second: other}), append(ratios, ratio), append(ps, p)
		}
	}
	var verdicts []Verdict
	var shown []string
	for i, p := range analysis.Holm(ps) {
		verdicts, shown = append(verdicts, tested(p, ratios[i].Value < 1)), append(shown, pairs[i].takes(ratios[i], p))
	}
	s.judge(name, every(verdicts...), "%s", strings.Join(shown, "; "))
}

// more judges the claim that the first solver of each pair solves more of the same boards than the
// second, by McNemar's exact test.
func (s *session) more(name string, pairs ...pair) {
	var verdicts []Verdict
	var shown []string
	for _, both := range pairs {
		onlyFirst, onlySecond := 0, 0
		a, b := matched(both.first.trials, both.second.trials)
		for i := range a {
			switch {
			case solved(a[i]) && !solved(b[i]):
				onlyFirst++
			case !solved(a[i]) && solved(b[i]):
				onlySecond++
			}
		}
		p := analysis.McNemar(onlyFirst, onlySecond)
		verdicts = append(verdicts, tested(p, onlyFirst > onlySecond))
		shown = append(shown, fmt.Sprintf("%s by %s and %s by %s (p %s)", inPercent(both.first.solved().Value),
			both.first.name(), inPercent(both.second.solved().Value), both.second.name(), probability(p)))
	}
	s.judge(name, every(verdicts...), "boards solved: %s", strings.Join(shown, "; "))
}

// meet reports whether two intervals overlap.
func meet(a, b analysis.Interval) bool { return a.Low <= b.High && b.Low <= a.High }

// probability formats a p-value with "=" or "<" before it.
func probability(p float64) string {
	text := units.Probability.Format(p)
	if strings.HasPrefix(text, "<") {
		return text
	}
	return "= " + text
}

// inPercent formats a share in whole per cent, or with one decimal near 0 and 100 %.
func inPercent(share float64) string {
	if x := 100 * share; x > 0 && x < 2 || x > 98 && x < 100 {
		return units.Decimals(x, 1) + " %"
	}
	return units.Decimals(100*share, 0) + " %"
}

// orNone joins texts with commas. For no texts, it returns "none".
func orNone(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, ", ")
}
