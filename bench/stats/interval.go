package stats

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of every interval of the laboratory.
const Confidence = 0.95

// Interval is an estimate with the ends of its 95 % confidence interval.
type Interval struct {
	Value     float64
	Low, High float64 // NaN where N values bound nothing
	N         int     // values that it is made of
	Warnings  []error // why it means little, if it does
}

// Bounded tells whether there are ends.
func (i Interval) Bounded() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// unbounded is an estimate without ends, and why.
func unbounded(value float64, n int, format string, args ...any) Interval {
	return Interval{value, math.NaN(), math.NaN(), n, []error{fmt.Errorf(format, args...)}}
}

// fewestForMedian is the least number of values whose least and greatest hold
// the median with a confidence of 95 %: 1 - 2/2^n is 0.969 for 6, 0.9375 for 5.
const fewestForMedian = 6

// MedianInterval returns the median and the nearest order statistics that hold
// it between them with a confidence of at least 95 %, whatever the values are
// distributed like. Of nothing it is NaN. It takes O(n log n).
func MedianInterval(values []float64) Interval {
	n := len(values)
	if n < fewestForMedian {
		return unbounded(Median(values), n, "%s; the interval of a median takes %d", counted(n), fewestForMedian)
	}
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds), Confidence)
	return Interval{Value: Median(values), Low: s.Lo, High: s.Hi, N: n, Warnings: s.Warnings}
}

// counted says how few values there are.
func counted(n int) string {
	switch n {
	case 0:
		return "no values"
	case 1:
		return "only 1 value"
	}
	return fmt.Sprintf("only %d values", n)
}
