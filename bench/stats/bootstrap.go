package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// resamples is the usual number of bootstrap resamples. Each resample draws n of the n values
	// with replacement. For many values, the number of resamples is reduced so that at most
	// maxDraws values are drawn, but not below fewestResamples. The book cited below recommends a
	// thousand resamples for 95 % intervals.
	resamples       = 2000
	fewestResamples = 1000
	maxDraws        = 20_000_000
	seed            = 1 // of all intervals, so that results are reproducible

	// manyForBootstrap is the number of values from which on the bootstrap is replaced by the
	// interval to which it tends. The difference is of the order of the interval's width divided by
	// the number.
	manyForBootstrap = maxDraws / fewestResamples
)

// MeanOf returns the mean of the values with the interval of [RatioOfMeans].
func MeanOf(values []float64) Interval {
	return RatioOfMeans(values, slices.Repeat([]float64{1}, len(values)))
}

// RatioOfMeans returns the mean of first, divided by the mean of second, with its bootstrap
// interval, corrected for bias and acceleration (BCa). The values are pairs, such as those of two
// solvers on the same board. This kind of interval suits skewed values such as gaps. For fewer than
// ten pairs, the interval is too narrow. The same pairs in the same order give the same interval.
// Each of at most 2,000 resamples takes O(n) time for n pairs. Many pairs are not resampled: then
// the interval to which that of the bootstrap tends takes O(n) time in all.
//
// Source: B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987), pages 171-185; the
// acceleration from the jackknife as in B. Efron, R. Tibshirani, "An introduction to the
// bootstrap", 1993, section 14.3; for many pairs, T. DiCiccio, B. Efron, "Bootstrap confidence
// intervals", Statistical Science 11 (1996), pages 189-228, section 4.
func RatioOfMeans(first, second []float64) Interval {
	n := len(first)
	ratio := Mean(first) / Mean(second)
	if n < 2 || Mean(second) == 0 {
		return Interval{Value: ratio, Low: math.NaN(), High: math.NaN(), N: n}
	}
	interval := Interval{Value: ratio, Low: ratio, High: ratio, N: n}
	// The influence of a pair is the rate at which the ratio changes with the weight of the pair,
	// times a constant.
	influence := slices.Clone(first)
	floats.AddScaled(influence, -ratio, second)
	if floats.Norm(influence, math.Inf(1)) <= Rounding*floats.Norm(first, math.Inf(1)) {
		return interval
	}

	// The acceleration is the rate at which the standard error of the ratio changes with the ratio.
	// It is computed from the skewness of the influence, which gives the result of the jackknife.
	variance := stat.MomentAbout(2, influence, 0, nil)
	third := stat.MomentAbout(3, influence, 0, nil)
	a := third / math.Pow(variance, 1.5) / (6 * math.Sqrt(float64(n)))
	if n >= manyForBootstrap {
		deviation := math.Sqrt(variance/float64(n)) / math.Abs(Mean(second)) // of the ratio
		shift := a * (2*Z95*Z95 + 1)
		interval.Low = ratio + deviation*(shift-Z95)
		interval.High = ratio + deviation*(shift+Z95)
		return interval
	}

	random := rand.New(rand.NewPCG(seed, uint64(n)))
	ratios := make([]float64, max(fewestResamples, min(resamples, maxDraws/n)))
	below := 0.0
	for i := range ratios {
		dividend := 0.0
		divisor := 0.0
		for range n {
			drawn := random.IntN(n)
			dividend += first[drawn]
			divisor += second[drawn]
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
	// The bounds of half a resample keep the quantile finite if all resampled ratios are on one
	// side of the ratio.
	count := float64(len(ratios))
	bias := normal.Quantile(min(max(below, 0.5), count-0.5) / count)
	end := func(level float64) float64 {
		z := bias + normal.Quantile(level)
		share := normal.CDF(bias + z/(1-a*z))
		return ratios[min(int(share*count), len(ratios)-1)]
	}
	interval.Low = end((1 - Confidence) / 2)
	interval.High = end((1 + Confidence) / 2)
	return interval
}

// MeanRatioOf returns the geometric mean of first[i] / second[i] over all i, with its bootstrap
// interval. All values must be above 0. The median of these ratios is 1 if the values differ on
// fewer than half of the puzzles. The mean shows such differences, too. For example, the plans of
// two solvers may differ in length on a few puzzles only.
func MeanRatioOf(first, second []float64) Interval {
	logarithms := make([]float64, len(first))
	for i := range first {
		logarithms[i] = math.Log(first[i] / second[i])
	}
	ratio := MeanOf(logarithms)
	ratio.Value = math.Exp(ratio.Value)
	ratio.Low = math.Exp(ratio.Low)
	ratio.High = math.Exp(ratio.High)
	return ratio
}
