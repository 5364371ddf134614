package analysis

import (
	"math"
	"slices"

	"npuzzle/puzzle"
)

// Series has the points of a line or of a point cloud in a figure. In a line, X is ascending.
type Series struct {
	Name   string
	Number int       // of the solver
	X, Y   []float64 // coordinates of the points; Y is NaN where it is not known
	// Low and High are the ends of an interval for each Y. Their elements are NaN where they are not
	// known. The slices are nil if there are no intervals.
	Low, High []float64
}

// add appends a point and its interval.
func (s *Series) add(x float64, y Interval) {
	s.X, s.Y = append(s.X, x), append(s.Y, y.Value)
	s.Low, s.High = append(s.Low, y.Low), append(s.High, y.High)
}

// known reports whether the series has a point whose Y is known.
func (s Series) known() bool {
	return slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) })
}

// Thin reduces a series to the given number of points, if it has more. The indices of the remaining
// points are evenly spaced, and include the first and the last. The series must not have intervals.
func (s *Series) Thin(most int) {
	last := len(s.X) - 1
	if last < most {
		return
	}
	x, y := make([]float64, most), make([]float64, most)
	for i := range x {
		at := last * i / (most - 1)
		x[i], y[i] = s.X[at], s.Y[at]
	}
	s.X, s.Y = x, y
}

// Gaps returns the gaps of the plans of each solver for puzzles of the given size, as the values X of a
// series. Puzzles whose optimal cost is not known, and solvers without values, are left out.
func (a *Analysis) Gaps(size puzzle.Size) []Series {
	var all []Series
	for _, s := range a.Solvers {
		gaps := s.line()
		if gaps.X = slices.Concat(a.ofSize(size).values(s, GapOf)...); len(gaps.X) > 0 {
			all = append(all, gaps)
		}
	}
	return all
}
