package analysis

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// MeanRatioOf returns the geometric mean of first[i] / second[i] over all i, with its bootstrap interval.
// All values must be above 0. The median of [Ratios] is 1 if the values differ on fewer than half of the
// puzzles; the mean shows such differences, too. For example, the plans of two solvers may differ in length
// on a few puzzles only.
func MeanRatioOf(first, second []float64) Interval {
	ratio := MeanOf(logs(floats.DivTo(make([]float64, len(first)), first, second)))
	ratio.Value, ratio.Low, ratio.High = math.Exp(ratio.Value), math.Exp(ratio.Low), math.Exp(ratio.High)
	return ratio
}
