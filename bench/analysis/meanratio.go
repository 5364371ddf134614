package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// MeanRatio compares the values of two solvers on the same puzzles.
type MeanRatio struct {
	Ratio Interval   // geometric mean of first / second, with its bootstrap interval
	Test  SignedRank // Wilcoxon's test of the logarithms
}

// MeanRatioOf compares first[i] with second[i] for all i. All values must be above 0. The median of
// [Ratios] is 1 if the values differ on fewer than half of the puzzles; the mean shows such
// differences, too. For example, the plans of two solvers may differ in length on a few puzzles only.
func MeanRatioOf(first, second []float64) MeanRatio {
	var a, b, logs []float64
	for i := range first {
		a, b = append(a, math.Log(first[i])), append(b, math.Log(second[i]))
		logs = append(logs, a[i]-b[i])
	}
	ratio := meanInterval(logs, seed)
	ratio.Value, ratio.Low, ratio.High = math.Exp(ratio.Value), math.Exp(ratio.Low), math.Exp(ratio.High)
	return MeanRatio{ratio, Wilcoxon(a, b)}
}

// Equivalent reports whether the values show that the ratio differs from 1 by at most a fraction,
// such as 0.005. This is the case if the whole interval of the ratio is between 1/(1+fraction) and
// 1+fraction. It is not enough that the interval includes 1. The method is that of two one-sided
// tests, at half of the usual level.
//
// Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power
// approach for assessing the equivalence of average bioavailability", Journal of Pharmacokinetics
// and Biopharmaceutics 15 (1987), pages 657-680.
func (m MeanRatio) Equivalent(fraction float64) bool {
	return m.Ratio.Low >= 1/(1+fraction) && m.Ratio.High <= 1+fraction
}

// MeanOf returns the mean of the values with its bootstrap interval.
func MeanOf(values []float64) Interval { return meanInterval(values, seed) }

// Correlation returns Pearson's correlation of x and y. It returns NaN if all values of x, or all
// values of y, are equal.
func Correlation(x, y []float64) float64 { return stat.Correlation(x, y, nil) }
