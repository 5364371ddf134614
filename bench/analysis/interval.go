package analysis

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of every interval.
const Confidence = 0.95

// significance is the level below which the probability of a test tells two solvers apart.
const significance = 1 - Confidence

// z95 is the 97.5 % quantile of the standard normal distribution, for two-sided intervals of 95 %.
const z95 = 1.959963984540054

// Interval is an estimate with the ends of its 95 % confidence interval.
type Interval struct {
	Value     float64
	Low, High float64 // NaN if N values are too few for an interval
	N         int     // number of values behind the estimate
}

// Mean returns the arithmetic mean, or NaN of no values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Median returns the median, or NaN of no values.
func Median(values []float64) float64 {
	return quantile(slices.Sorted(slices.Values(values)), 0.5)
}

// quantile returns the value below which a share of sorted values lies, interpolating between two
// values. It returns NaN of no values. Values may be infinite.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := share * float64(len(sorted)-1)
	low, high := sorted[int(at)], sorted[int(math.Ceil(at))]
	if low == high {
		return low
	}
	return low + (at-math.Floor(at))*(high-low)
}

// fewestForMedian is the smallest number of values whose minimum and maximum enclose the median with
// a confidence of 95 %: the confidence 1 - 2/2^n is 0.969 for 6 and 0.9375 for 5.
const fewestForMedian = 6

// medianInterval returns the median with an interval between two order statistics. The interval
// holds for values of any distribution.
func medianInterval(values []float64) Interval {
	i := Interval{Value: Median(values), Low: math.NaN(), High: math.NaN(), N: len(values)}
	if len(values) >= fewestForMedian {
		sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
		s := benchmath.AssumeNothing.Summary(sample, Confidence)
		i.Low, i.High = s.Lo, s.Hi
	}
	return i
}

// Wilson returns the 95 % confidence interval of a share, of which hits of n were seen, by the
// score method. It stays within 0 to 1 and holds for few trials and for shares near 0 and 1. Of no
// trials it is 0 to 1.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927), pages 209-212.
func Wilson(hits, n int) (low, high float64) {
	return wilson(float64(hits)/float64(n), float64(n))
}

// wilson is the interval of a share of n values; n need not be a whole number.
func wilson(share, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z2 := z95 * z95
	centre := share + z2/(2*n)
	half := z95 * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
	low = (centre - half) / (1 + z2/n)
	high = (centre + half) / (1 + z2/n)
	switch share { // exact at the ends, where rounding would miss by a hair
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}

// clusters are values in groups. The values of a group depend on one another, such as those of the
// repeats on one puzzle. Every group counts once.
type clusters [][]float64

// each returns a number for each group.
func (c clusters) each(of func([]float64) float64) []float64 {
	values := make([]float64, len(c))
	for i, group := range c {
		values[i] = of(group)
	}
	return values
}

// share returns the mean share of groups whose values are 0 or 1. The interval is Wilson's, for an
// effective number of values: the number of independent values that vary as much as the groups do
// (the values divided by the design effect), corrected for estimating it from few groups. If the
// values of each group are equal, it is the number of groups. It is never above the number of
// values and never below the number of groups. Of no groups the share is NaN, and the interval is
// 0 to 1.
//
// Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data", Survey Methodology 24 (1998), pages
// 193-201, with Wilson's interval.
func (c clusters) share() Interval {
	shares := c.each(Mean)
	share := Mean(shares)
	count := float64(len(c))
	values, squares := 0, 0.0
	for i, group := range c {
		values += len(group)
		squares += (shares[i] - share) * (shares[i] - share)
	}
	n := count
	if len(c) > 1 && 0 < share && share < 1 {
		variance := squares / (count * (count - 1)) // of the mean
		few := z95 / distuv.StudentsT{Sigma: 1, Nu: count - 1}.Quantile((1+Confidence)/2)
		n = max(min(share*(1-share)/variance, float64(values))*few*few, count)
	}
	low, high := wilson(share, n)
	return Interval{Value: share, Low: low, High: high, N: len(c)}
}
