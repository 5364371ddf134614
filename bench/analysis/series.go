package analysis

import (
	"slices"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
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
func (s *Series) add(x, y, low, high float64) {
	s.X, s.Y, s.Low, s.High = append(s.X, x), append(s.Y, y), append(s.Low, low), append(s.High, high)
}

// Thin reduces a series to the given number of points, if it has more. The indices of the remaining
// points are evenly spaced, and include the first and the last. The series must not have intervals.
func (s *Series) Thin(most int) {
	n := len(s.X)
	if n <= most {
		return
	}
	var x, y []float64
	for i := range most {
		at := (n - 1) * i / (most - 1)
		x, y = append(x, s.X[at]), append(y, s.Y[at])
	}
	s.X, s.Y = x, y
}

// until returns the value of a measure at which a plan was found. It returns 0 if the record lacks
// this value.
func (m Measure) until(f search.Found) float64 {
	switch m.Key {
	case Evaluated.Key:
		return float64(f.Evaluated)
	case Generated.Key:
		return float64(f.Generated)
	case Seconds.Key:
		return f.Seconds
	}
	return 0
}

// LengthWithin returns the length of the shortest plan that a trial found within the given amount of a
// measure, such as 10 seconds. It returns 0 if the trial had no plan by then. For a trial without recorded
// plans, the only plan is that at its end.
func LengthWithin(r bench.Record, m Measure, amount float64) float64 {
	amount *= 1 + 1e-12 // tolerates rounding errors in amounts that math.Pow returned
	length := 0
	for _, f := range r.Found {
		if at := m.until(f); at > 0 && at <= amount {
			length = f.Length
		}
	}
	if length == 0 && solved(r) && m.Of(r) <= amount {
		length = *r.Length
	}
	return float64(length)
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
