package analysis

import (
	"math"
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

// SolvedWithin returns a line for each solver that reports the measure and solved a puzzle of the given
// size. A point (x, y) means that a share y of the solver's trials found a first plan within x, a time
// or a number of evaluations. All lines end at the largest value of any trial. A logarithmic axis
// cannot show 0, so trials with the value 0 are included in the first point above 0.
func (a *Analysis) SolvedWithin(size puzzle.Size, m Measure) []Series {
	var all []Series
	last := 0.0
	for _, s := range a.Reporting(m) {
		line, trials := s.line(), 0
		for r := range a.ofSize(size).of(s) {
			trials++
			if amount := m.Of(r); amount > last {
				last = amount
			}
			if amount := untilSolved(r, m); !math.IsNaN(amount) {
				line.X = append(line.X, amount)
			}
		}
		slices.Sort(line.X)
		for i := range line.X {
			line.Y = append(line.Y, float64(i+1)/float64(trials))
		}
		zeros, _ := slices.BinarySearch(line.X, math.SmallestNonzeroFloat64)
		if line.X, line.Y = line.X[zeros:], line.Y[zeros:]; len(line.X) > 0 {
			all = append(all, line)
		}
	}
	for i, s := range all {
		all[i].X, all[i].Y = append(s.X, last), append(s.Y, s.Y[len(s.Y)-1])
	}
	return all
}

// untilSolved returns the value of a measure at which a trial found its first plan. It returns NaN if the
// trial found none. The measure is time, evaluations or generated states.
//
// Only the genetic solver continues after its first plan, and reports each plan with its time,
// evaluations and generated states. For other solvers, and for records of older versions that lack the
// value for a plan, untilSolved returns the value at the end of the trial.
func untilSolved(r bench.Record, m Measure) float64 {
	if solved(r) && len(r.Found) > 0 && m.until(r.Found[0]) > 0 {
		return m.until(r.Found[0])
	}
	return m.ofPlan(r)
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

// progressPoints is the number of points of a line of GapByEvaluations.
const progressPoints = 100

// GapByEvaluations returns a line for each solver that reports evaluations. A point is the mean gap of
// the best plans that the trials had found within a number of evaluations. Only solved trials with
// recorded plans are used, on puzzles of the given size with a known optimal length above 0. A line
// begins when at least half of these trials have a plan. The points are evenly spaced on a logarithmic
// axis of evaluations.
func (a *Analysis) GapByEvaluations(size puzzle.Size) (all []Series) {
	for _, s := range a.Reporting(Evaluated) {
		line, trials, first, last := s.line(), 0, math.Inf(1), 0.0
		counts := func(r bench.Record) bool { return solved(r) && len(r.Found) > 0 && optimalLength(r) > 0 }
		for r := range a.ofSize(size).of(s) {
			if counts(r) {
				trials++
				first, last = min(first, untilSolved(r, Evaluated)), max(last, Evaluated.Of(r))
			}
		}
		for i := 0; trials > 0 && first > 0 && i < progressPoints; i++ {
			evaluations, plans := first*math.Pow(last/first, float64(i)/(progressPoints-1)), 0
			gaps := a.ofSize(size).values(s, func(r bench.Record) float64 {
				length := LengthWithin(r, Evaluated, evaluations)
				if length == 0 || !counts(r) {
					return math.NaN()
				}
				plans++
				return Gap(length, optimalLength(r))
			})
			if 2*plans >= trials {
				line.X, line.Y = append(line.X, evaluations), append(line.Y, Mean(gaps.each(Mean)))
			}
		}
		if line.X != nil {
			all = append(all, line)
		}
	}
	return all
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
