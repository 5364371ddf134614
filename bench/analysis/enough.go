package analysis

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Enough is an estimate of the number of boards, or of runs on each board, that would decide about
// two solvers.
//
// The estimate takes for granted that the differences stay as they are, and that an interval
// becomes narrower with the square root of the number of boards. A difference is then shown once
// the interval excludes equality. Two solvers are equal once the interval is within the margin.
type Enough struct {
	Number int    // 0 if no number is known to be enough
	Unit   string // "boards" or "runs on each board"
	Equal  bool   // whether they would show that the solvers are equal, and not that they differ
}

const (
	// mostEnough is the largest number that counts as an answer.
	mostEnough = 10_000_000

	// leastGrowth is the smallest factor by which more boards are proposed. The estimate itself is
	// uncertain, so fewer boards would often not be enough.
	leastGrowth = 1.5
)

func (e Enough) String() string {
	what := "to show a difference of this size"
	if e.Equal {
		what = "to call them equal, " + margins
	}
	return fmt.Sprintf("about %s %s would be enough %s", units.Grouped(uint64(e.Number)), e.Unit,
		what)
}

// enough returns what would decide whether the solver is worse than the best, or equal.
func (r Ranked) enough() Enough {
	e := Enough{Unit: "boards"}
	now := float64(r.accuracy.Boards)
	if r.accuracy.Question == OfThese {
		e.Unit = "runs on each board"
		runs := 0
		for _, p := range r.accuracy.boards {
			runs = max(runs, p.mostRuns())
		}
		now = float64(runs)
	}
	accuracy := growth{value: r.accuracy.Difference.Value, margin: -AccuracyMargin,
		low: r.accuracy.margin.Low, high: r.accuracy.margin.High}
	different := r.accuracy.toDiffer(accuracy, r.tests)
	equal := accuracy.toBeEqual()
	if !r.asCheap() && r.costs.Boards > 0 {
		ratio := r.costs.margin
		costs := growth{value: -math.Log(ratio.Value), margin: -math.Log(1 + CostMargin),
			low: -math.Log(ratio.High), high: -math.Log(ratio.Low)}
		different = least(different, r.costs.toDiffer(costs, r.tests))
		equal = math.Max(equal, costs.toBeEqual())
		if ratio.N > 0 {
			fewest := fewestForEqual / float64(ratio.N)
			equal = math.Max(equal, fewest)
		}
	}
	factor := least(different, equal)
	number := roundUp(max(factor, leastGrowth) * now)
	known := number <= mostEnough // false for NaN
	if r.accuracy.Question == OfKind && number > boardsOf(r.Group.Size) {
		known = false
	}
	if !known {
		return Enough{}
	}
	e.Number = int(number)
	e.Equal = equal <= different || math.IsNaN(different)
	return e
}

// boardsOf returns the number of solvable boards of a size.
func boardsOf(size puzzle.Size) float64 { return math.Gamma(float64(size.Cells()+1)) / 2 }

// toDiffer returns the factor by which the sample has to grow until the test shows the difference,
// if the ranking has the given number of tests. At least stats.FewestForMedian boards must differ.
func (c Comparison) toDiffer(g growth, tests int) float64 {
	factor := g.toDiffer()
	if c.Corrected < 1 { // Holm's correction asks for a wider interval
		level := stats.Significance / 2 / float64(max(tests, 1))
		wider := distuv.UnitNormal.Quantile(1-level) / stats.Z95
		factor *= wider * wider
	}
	if c.Question == OfKind {
		factor = math.Max(factor, stats.FewestForMedian/float64(c.Test.N))
	}
	return factor
}

// growth says by which factor a sample has to grow for an answer. The value is below 0 if the
// solver is worse.
type growth struct {
	value, low, high float64 // with its interval
	margin           float64 // below 0
}

// toDiffer returns the factor from which on the interval excludes 0. It is infinite if the value is
// 0.
func (g growth) toDiffer() float64 {
	side := g.high - g.value
	if g.value > 0 {
		side = g.value - g.low
	}
	factor := side / g.value
	return factor * factor
}

// toBeEqual returns the factor from which on the lower end of the interval is within the margin. It
// is infinite if the value is beyond the margin.
func (g growth) toBeEqual() float64 {
	if g.value <= g.margin {
		return math.Inf(1)
	}
	factor := math.Max((g.value-g.low)/(g.value-g.margin), 0)
	return factor * factor
}

// least returns the smaller number. NaN counts as unknown.
func least(x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return min(x, y)
}

// roundSteps are the numbers to which roundUp rounds, times powers of ten.
var roundSteps = []float64{1, 1.5, 2, 3, 4, 5, 6, 8, 10}

// roundUp rounds a number up to one that says how uncertain it is, such as 40 or 150. It returns
// NaN for NaN.
func roundUp(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 1) {
		return x
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range roundSteps {
		if rounded := math.Ceil(step * unit); rounded >= x*(1-stats.Rounding) {
			return rounded
		}
	}
	return x
}
