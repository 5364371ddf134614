package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// MeanRatio compares the values of two solvers on the same puzzles, which are above 0.
type MeanRatio struct {
	Ratio Interval   // geometric mean of first / second, with its bootstrap interval
	Test  SignedRank // of the logarithms
}

// MeanRatioOf compares first with second, puzzle by puzzle. Unlike the median of [Ratios], the mean
// shows differences on fewer than half of the puzzles, such as those of plans that are nearly all
// of the same length.
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

// Equivalent reports whether the interval of the ratio lies within a fraction of 1, such as 0.005,
// to both sides. Only then do the values show that there is no difference of that size: an interval
// that includes 1 does not. It is the test of two one-sided tests, at half its usual level.
//
// Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power
// approach for assessing the equivalence of average bioavailability", Journal of Pharmacokinetics
// and Biopharmaceutics 15 (1987), pages 657-680.
func (m MeanRatio) Equivalent(fraction float64) bool {
	return m.Ratio.Low >= 1/(1+fraction) && m.Ratio.High <= 1+fraction
}

// MeanOf returns the mean of some values with its bootstrap interval.
func MeanOf(values []float64) Interval { return meanInterval(values, seed) }

// Correlation returns the correlation of two numbers of the same things (Pearson), NaN if one of
// the two does not vary.
func Correlation(x, y []float64) float64 { return stat.Correlation(x, y, nil) }
