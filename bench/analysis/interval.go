package analysis

import (
	"math"
	"math/rand/v2"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"npuzzle/internal/lists"
)

// Confidence is the confidence level of all intervals.
const Confidence = 0.95

// significance is the significance level of all tests: two solvers differ if the probability that
// a test returns is below this level.
const significance = 1 - Confidence

// z95 is the 97.5 % quantile of the standard normal distribution, for two-sided 95 % intervals.
const z95 = 1.959963984540054

// Interval is an estimate with the ends of its 95 % confidence interval.
type Interval struct {
	Value     float64
	Low, High float64 // NaN if there are too few values for an interval
	N         int     // number of values behind the estimate
}

// student returns the 97.5 % quantile of Student's distribution, for two-sided 95 % intervals.
func student(freedom float64) float64 {
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
	sorted, at := slices.Sorted(slices.Values(values)), share*float64(len(values)-1)
	low, high := sorted[int(at)], sorted[int(math.Ceil(at))]
	if low == high {
		return low
	}
	return low + (at-math.Floor(at))*(high-low)
}

// quartiles returns the median with the quartiles as its interval. Infinite values become NaN.
func quartiles(values []float64) Interval {
	return Interval{finite(Median(values)), finite(Quantile(values, 0.25)), finite(Quantile(values, 0.75)), len(values)}
}

// finite returns x, or NaN if x is infinite.
func finite(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// fewestForMedian is the smallest number n of values for which an interval of the median exists: the
// range of n values contains the median with confidence 1 - 2/2^n, which is 0.969 for 6 values and
// 0.9375 for 5.
const fewestForMedian = 6

// MedianOf returns the median with its interval. The ends of the interval are order statistics,
// so the interval is valid for any distribution of the values.
func MedianOf(values []float64) Interval {
	i := Interval{Value: Median(values), Low: math.NaN(), High: math.NaN(), N: len(values)}
	if len(values) >= fewestForMedian {
		sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
		s := benchmath.AssumeNothing.Summary(sample, Confidence)
		i.Low, i.High = s.Lo, s.Hi
	}
	return i
}

// ShareOf returns the share of hits in n trials with its 95 % confidence interval by Wilson's score
// method. The interval is always within 0 to 1. It is also valid for few trials and for shares near 0 and
// 1. If n is 0, the interval is 0 to 1.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927), pages 209-212.
func ShareOf(hits, n int) Interval {
	share := float64(hits) / float64(n)
	low, high := wilson(share, float64(n))
	return Interval{Value: share, Low: low, High: high, N: n}
}

// ExactShareOf returns the share of hits in n trials with its exact interval (Clopper and Pearson).
// The interval excludes 1/2 exactly if [McNemar] finds a significant difference between the hits and
// the other trials.
func ExactShareOf(hits, n int) Interval {
	k, i := float64(hits), Interval{Value: float64(hits) / float64(n), Low: 0, High: 1, N: n}
	if hits > 0 {
		i.Low = distuv.Beta{Alpha: k, Beta: float64(n) - k + 1}.Quantile(significance / 2)
	}
	if hits < n {
		i.High = distuv.Beta{Alpha: k + 1, Beta: float64(n) - k}.Quantile(1 - significance/2)
	}
	return i
}

// wilson returns Wilson's interval for a share of n values. The number n need not be an integer.
func wilson(share, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z2 := z95 * z95
	centre := share + z2/(2*n)
	half := z95 * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
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

// clusters are groups of values. The values of a group depend on one another. For example, a group
// has the values of all repeats on one puzzle. All groups have the same weight.
type clusters [][]float64

// means returns the mean of each group.
func (c clusters) means() []float64 { return lists.Map(c, Mean) }

// share returns the mean over all groups of their share of ones. All values must be 0 or 1. If there
// are no groups, the share is NaN and the interval is 0 to 1.
//
// The interval is Wilson's for an effective number of values. This is the number of independent
// values whose mean would have the same variance: the number of values divided by the design effect.
// It is corrected because the design effect is estimated from few groups. The effective number is
// between the number of groups and the number of values. If the values within each group are equal,
// it is the number of groups.
//
// Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data", Survey Methodology 24 (1998), pages
// 193-201, with Wilson's interval.
func (c clusters) share() Interval {
	shares := c.means()
	share := Mean(shares)
	count, values := float64(len(c)), float64(len(slices.Concat(c...)))
	n := count
	if len(c) > 1 && 0 < share && share < 1 {
		variance := stat.Variance(shares, nil) / count // of the mean
		few := z95 / student(count-1)
		n = max(min(share*(1-share)/variance, values)*few*few, count)
	}
	low, high := wilson(share, n)
	return Interval{Value: share, Low: low, High: high, N: len(c)}
}

const (
	// resamples is the usual number of bootstrap resamples. Each resample draws n of the n values
	// with replacement. For many values, the number of resamples is reduced so that at most maxDraws
	// values are drawn, but not below fewestResamples. The book cited below recommends a thousand
	// resamples for 95 % intervals.
	resamples       = 2000
	fewestResamples = 1000
	maxDraws        = 20_000_000
	seed            = 1 // of all intervals, so that results are reproducible

	// manyForBootstrap is the number of values from which on the bootstrap is replaced by the interval to
	// which it tends. The difference is of the order of the interval's width divided by the number.
	manyForBootstrap = maxDraws / fewestResamples
)

// MeanOf returns the mean of the values with the interval of [RatioOfMeans].
func MeanOf(values []float64) Interval {
	return RatioOfMeans(values, slices.Repeat([]float64{1}, len(values)))
}

// RatioOfMeans returns the mean of first, divided by the mean of second, with its bootstrap interval, corrected for
// bias and acceleration (BCa). The values are pairs, such as those of two solvers on the same board. This kind of
// interval suits skewed values such as gaps. For fewer than ten pairs, the interval is too narrow. The same pairs in
// the same order give the same interval. Each of at most 2,000 resamples takes O(n) time for n pairs. Many pairs are
// not resampled: then the interval to which that of the bootstrap tends takes O(n) time in all.
//
// Source: B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987), pages 171-185; the
// acceleration from the jackknife as in B. Efron, R. Tibshirani, "An introduction to the
// bootstrap", 1993, section 14.3; for many pairs, T. DiCiccio, B. Efron, "Bootstrap confidence intervals",
// Statistical Science 11 (1996), pages 189-228, section 4.
func RatioOfMeans(first, second []float64) Interval {
	n, ratio := len(first), Mean(first)/Mean(second)
	if n < 2 || Mean(second) == 0 {
		return Interval{ratio, math.NaN(), math.NaN(), n}
	}
	interval := Interval{Value: ratio, Low: ratio, High: ratio, N: n}
	// The influence of a pair is the rate at which the ratio changes with the weight of the pair, times a constant.
	influence := slices.Clone(first)
	floats.AddScaled(influence, -ratio, second)
	if floats.Norm(influence, math.Inf(1)) <= rounding*floats.Norm(first, math.Inf(1)) {
		return interval
	}

	// The acceleration is the rate at which the standard error of the ratio changes with the ratio. It
	// is computed from the skewness of the influence, which gives the result of the jackknife.
	variance, third := stat.MomentAbout(2, influence, 0, nil), stat.MomentAbout(3, influence, 0, nil)
	a := third / math.Pow(variance, 1.5) / (6 * math.Sqrt(float64(n)))
	if n >= manyForBootstrap {
		deviation := math.Sqrt(variance/float64(n)) / math.Abs(Mean(second)) // of the ratio
		shift := a * (2*z95*z95 + 1)
		interval.Low, interval.High = ratio+deviation*(shift-z95), ratio+deviation*(shift+z95)
		return interval
	}

	random := rand.New(rand.NewPCG(seed, uint64(n)))
	ratios := make([]float64, max(fewestResamples, min(resamples, maxDraws/n)))
	below := 0.0
	for i := range ratios {
		dividend, divisor := 0.0, 0.0
		for range n {
			at := random.IntN(n)
			dividend, divisor = dividend+first[at], divisor+second[at]
		}
		ratios[i] = dividend / divisor
		switch {
		case ratios[i] < ratio:
			below++
		case ratios[i] == ratio:
			below += 0.5
		}
	}
	slices.Sort(ratios)

	normal := distuv.UnitNormal
	// The bounds of half a resample keep the quantile finite if all resampled ratios are on one side
	// of the ratio.
	count := float64(len(ratios))
	bias := normal.Quantile(min(max(below, 0.5), count-0.5) / count)
	end := func(level float64) float64 {
		z := bias + normal.Quantile(level)
		share := normal.CDF(bias + z/(1-a*z))
		return ratios[min(int(share*count), len(ratios)-1)]
	}
	interval.Low, interval.High = end((1-Confidence)/2), end((1+Confidence)/2)
	return interval
}

// MeanRatioOf returns the geometric mean of first[i] / second[i] over all i, with its bootstrap interval.
// All values must be above 0. The median of [Ratios] is 1 if the values differ on fewer than half of the
// puzzles; the mean shows such differences, too. For example, the plans of two solvers may differ in length
// on a few puzzles only.
func MeanRatioOf(first, second []float64) Interval {
	ratio := MeanOf(logs(floats.DivTo(make([]float64, len(first)), first, second)))
	ratio.Value, ratio.Low, ratio.High = math.Exp(ratio.Value), math.Exp(ratio.Low), math.Exp(ratio.High)
	return ratio
}
