package studies

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/search"
)

// values returns a figure of every record that has it.
func values(records []bench.Record, of func(bench.Record) (float64, bool)) []float64 {
	var all []float64
	for _, r := range records {
		if x, known := of(r); known {
			all = append(all, x)
		}
	}
	return all
}

// effort is what a trial expanded; TooLong where it was stopped.
func effort(r bench.Record) (float64, bool) {
	if r.Status != search.Solved {
		return TooLong, true
	}
	return float64(r.Expanded), true
}

// patience is how long a trial took; TooLong where it was stopped.
func patience(r bench.Record) (float64, bool) {
	if r.Status != search.Solved {
		return TooLong, true
	}
	return r.Seconds, true
}

// expanded is what a trial expanded, solved or not.
func expanded(r bench.Record) (float64, bool) { return float64(r.Expanded), true }

// elapsed is how long a trial took, solved or not.
func elapsed(r bench.Record) (float64, bool) { return r.Seconds, true }

// length is the plan's, of a solved trial.
func length(r bench.Record) (float64, bool) {
	if r.Length == nil {
		return 0, false
	}
	return float64(*r.Length), true
}

// stretch is length / optimal length, of a solved trial whose optimum is known;
// 1 for a board that is solved already.
func stretch(r bench.Record) (float64, bool) {
	switch {
	case r.Length == nil || r.OptimalLength == nil:
		return 0, false
	case *r.Length == *r.OptimalLength:
		return 1, true
	}
	return float64(*r.Length) / float64(*r.OptimalLength), true
}

func solved(r bench.Record) bool { return r.Status == search.Solved }

// shortest tells of a solved trial whether its plan is a shortest one.
func shortest(r bench.Record) (float64, bool) {
	gap, known := stretch(r)
	if gap == 1 {
		return 1, known
	}
	return 0, known
}

// accuracy is a share of trials with its 95 % interval.
type accuracy struct {
	hits, of         int
	share, low, high float64
}

func accuracyOf(records []bench.Record) accuracy {
	hits := 0
	for _, r := range records {
		if solved(r) {
			hits++
		}
	}
	return share(hits, len(records))
}

func share(hits, of int) accuracy {
	a := accuracy{hits: hits, of: of, share: unknown}
	if of > 0 {
		a.share = float64(hits) / float64(of)
	}
	a.low, a.high = stats.Wilson(hits, of)
	return a
}

// known tells whether there were trials.
func (a accuracy) known() bool { return a.of > 0 }

// meets tells whether the intervals of two shares have anything in common.
func (a accuracy) meets(b accuracy) bool { return a.low <= b.high && b.low <= a.high }

// quantile returns the least value that so large a share of all values does not
// exceed; unknown of nothing.
func quantile(share float64, all []float64) float64 {
	if len(all) == 0 {
		return unknown
	}
	return stat.Quantile(share, stat.Empirical, slices.Sorted(slices.Values(all)), nil)
}

// median is the middle value; TooLong where that was stopped.
func median(all []float64) float64 { return quantile(0.5, all) }

// sum returns the sum, or unknown of nothing.
func sum(all []float64) float64 {
	if len(all) == 0 {
		return unknown
	}
	total := 0.0
	for _, x := range all {
		total += x
	}
	return total
}

// is tells whether all figures are there.
func is(figures ...float64) bool { return !slices.ContainsFunc(figures, math.IsNaN) }

// mean returns the mean of a figure of the records that have it.
func mean(records []bench.Record, of func(bench.Record) (float64, bool)) float64 {
	return stats.Mean(values(records, of))
}

// byLength draws the mean of a figure of solved trials over the length of their
// plans, leaving out what is 0.
func byLength(records []bench.Record, of func(bench.Record) (float64, bool)) plot.Series {
	lines := map[int][]float64{}
	for _, r := range records {
		if x, known := of(r); known && r.Length != nil {
			lines[*r.Length] = append(lines[*r.Length], x)
		}
	}
	s := plot.Series{Kind: plot.Marked}
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		if y := stats.Mean(lines[n]); y > 0 {
			s.X, s.Y = append(s.X, float64(n)), append(s.Y, y)
		}
	}
	return s
}

// inPercent writes a share in whole per cent, or with a decimal near the ends.
func inPercent(share float64) string {
	if x := 100 * share; x > 0 && x < 2 || x > 98 && x < 100 {
		return fmt.Sprintf("%.1f %%", x)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// orNone joins texts, "none" of nothing.
func orNone(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, ", ")
}
