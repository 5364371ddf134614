package stats

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the confidence level of all intervals.
const Confidence = 0.95

// Significance is the Significance level of all tests: two solvers differ if the probability that
// a test returns is below this level.
const Significance = 1 - Confidence

// Z95 is the 97.5 % quantile of the standard normal distribution, for two-sided 95 % intervals.
const Z95 = 1.959963984540054

// Interval is an estimate with the ends of its 95 % confidence interval.
type Interval struct {
	Value     float64
	Low, High float64 // NaN if there are too few values for an interval
	N         int     // number of values behind the estimate
}

// Student returns the 97.5 % quantile of Student's distribution, for two-sided 95 % intervals.
func Student(freedom float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1 + Confidence) / 2)
}

// Mean returns the arithmetic mean, or NaN if there are no values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values { // in order, so that the result is the same on every machine
		sum += v
	}
	return sum / float64(len(values))
}

// Median returns the median, or NaN if there are no values.
func Median(values []float64) float64 { return Quantile(values, 0.5) }

// Quantile returns the quantile of the values for the given share, such as the median for a share
// of 0.5. It interpolates between two neighbouring values. It returns NaN if there are no values.
// Values may be infinite.
func Quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	position := share * float64(len(values)-1)
	low := sorted[int(position)]
	high := sorted[int(math.Ceil(position))]
	if low == high {
		return low
	}
	return low + (position-math.Floor(position))*(high-low)
}

// Quartiles returns the median with the Quartiles as its interval. Infinite values become NaN.
func Quartiles(values []float64) Interval {
	return Interval{
		Value: Finite(Median(values)),
		Low:   Finite(Quantile(values, 0.25)),
		High:  Finite(Quantile(values, 0.75)),
		N:     len(values),
	}
}

// Finite returns x, or NaN if x is infinite.
func Finite(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// FewestForMedian is the smallest number n of values for which an interval of the median exists:
// the range of n values contains the median with confidence 1 - 2/2^n, which is 0.969 for 6 values
// and 0.9375 for 5.
const FewestForMedian = 6

// MedianOf returns the median with its interval. The ends of the interval are order statistics,
// so the interval is valid for any distribution of the values.
func MedianOf(values []float64) Interval {
	i := Interval{Value: Median(values), Low: math.NaN(), High: math.NaN(), N: len(values)}
	if len(values) >= FewestForMedian {
		sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
		s := benchmath.AssumeNothing.Summary(sample, Confidence)
		i.Low = s.Lo
		i.High = s.Hi
	}
	return i
}

// ShareOf returns the share of hits in n trials with its 95 % confidence interval by Wilson's score
// method. The interval is always within 0 to 1. It is also valid for few trials and for shares near
// 0 and 1. If n is 0, the interval is 0 to 1.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927), pages 209-212.
func ShareOf(hits, n int) Interval {
	share := float64(hits) / float64(n)
	low, high := Wilson(share, float64(n))
	return Interval{Value: share, Low: low, High: high, N: n}
}

// ExactShareOf returns the share of hits in n trials with its exact interval (Clopper and Pearson).
// The interval excludes 1/2 exactly if McNemar's test finds a significant difference between the
// hits and the other trials.
func ExactShareOf(hits, n int) Interval {
	k := float64(hits)
	i := Interval{Value: float64(hits) / float64(n), Low: 0, High: 1, N: n}
	if hits > 0 {
		i.Low = distuv.Beta{Alpha: k, Beta: float64(n) - k + 1}.Quantile(Significance / 2)
	}
	if hits < n {
		i.High = distuv.Beta{Alpha: k + 1, Beta: float64(n) - k}.Quantile(1 - Significance/2)
	}
	return i
}

// Wilson returns Wilson's interval for a share of n values. The number n need not be an integer.
func Wilson(share, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z2 := Z95 * Z95
	centre := share + z2/(2*n)
	half := Z95 * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
	low = (centre - half) / (1 + z2/n)
	high = (centre + half) / (1 + z2/n)
	switch share { // avoids rounding errors at 0 and 1
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}
