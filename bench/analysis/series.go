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
		line.X, line.Y = Distribution(line.X, trials)
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

// untilSolved returns the value of a measure at which a trial found its first plan; see [Until].
func untilSolved(r bench.Record, m Measure) float64 {
	return Until(r, m, math.Inf(1))
}

// Until returns the value of a measure at which a trial first had a plan of at most the given length.
// It returns NaN if the trial never had such a plan. The measure is time, evaluations or generated
// states.
//
// Only the genetic solver continues after its first plan, and reports each plan with its time,
// evaluations and generated states. Until uses the value at the end of the trial for other solvers,
// and for records of older versions that lack the value for a plan.
func Until(r bench.Record, m Measure, length float64) float64 {
	if !solved(r) || known(r.Length) > length {
		return math.NaN()
	}
	for _, f := range r.Found {
		if amount := m.until(f); amount > 0 && float64(f.Length) <= length {
			return amount
		}
	}
	return m.Of(r)
}

// until returns the value of a measure at which a plan was found. It returns 0 if the record lacks
// this value.
func (m Measure) until(f search.Found) float64 {
	switch m.key {
	case Evaluated.key:
		return float64(f.Evaluated)
	case Generated.key:
		return float64(f.Generated)
	case Seconds.key:
		return f.Seconds
	}
	return 0
}

// LengthWithin returns the length of the shortest plan that a trial found within the given amount of a
// measure, such as 10 seconds. It returns 0 if the trial had no plan by then; see [Until].
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

// Distribution returns the points of a step function: y[i] is the share of all trials whose amount is
// at most x[i]. The parameter amounts has, for example, the times at which trials found a plan. Trials
// that never found one have no amount, but are included in the number of trials.
func Distribution(amounts []float64, trials int) (x, y []float64) {
	x = slices.Sorted(slices.Values(amounts))
	for i := range x {
		y = append(y, float64(i+1)/float64(trials))
	}
	return x, y
}

// progressPoints is the number of points of a line of GapByEvaluations. It is small because a
// bootstrap interval is computed for each point.
const progressPoints = 30

// GapByEvaluations returns a line for each solver that reports evaluations. A point is the mean gap of
// the best plans that the trials had found within a number of evaluations. Only solved trials with
// recorded plans are used, on puzzles of the given size with a known optimal length above 0. A line
// begins when at least half of these trials have a plan. The points are evenly spaced on a logarithmic
// axis of evaluations. Intervals are computed only if the parameter intervals is true, because they
// take time.
func (a *Analysis) GapByEvaluations(size puzzle.Size, intervals bool) []Series {
	var all []Series
	for _, s := range a.Reporting(Evaluated) {
		if line := a.ofSize(size).progress(s, intervals); line.X != nil {
			all = append(all, line)
		}
	}
	return all
}

// progress returns the line of GapByEvaluations for one solver. It has no points if the solver has no
// suitable trials.
func (ps instances) progress(s Solver, intervals bool) Series {
	line, trials := s.line(), 0
	first, last := math.Inf(1), 0.0
	progresses := func(r bench.Record) bool {
		return solved(r) && len(r.Found) > 0 && optimalLength(r) > 0
	}
	for r := range ps.of(s) {
		if progresses(r) {
			trials++
			first, last = min(first, untilSolved(r, Evaluated)), max(last, Evaluated.Of(r))
		}
	}
	if trials == 0 || first == 0 {
		return line
	}
	for i := range progressPoints {
		evaluations := first * math.Pow(last/first, float64(i)/(progressPoints-1))
		plans := 0
		gaps := ps.values(s, func(r bench.Record) float64 {
			length := LengthWithin(r, Evaluated, evaluations)
			if length == 0 || !progresses(r) {
				return math.NaN()
			}
			plans++
			return Gap(length, optimalLength(r))
		}).each(Mean)
		if 2*plans < trials {
			continue
		}
		mean := Interval{Value: Mean(gaps), Low: math.NaN(), High: math.NaN()}
		if intervals {
			mean = meanInterval(gaps, seed)
		}
		line.add(evaluations, mean.Value, mean.Low, mean.High)
	}
	return line
}

// Sample has the values of a measure over the trials of one solver.
type Sample struct {
	Solver Solver
	Values []float64
}

// Gaps returns a sample for each solver. The values are the gaps of its plans for puzzles of the given
// size. Puzzles whose optimal cost is not known, and solvers without values, are left out.
func (a *Analysis) Gaps(size puzzle.Size) []Sample { return a.samples(a.ofSize(size), GapOf) }

// Memory returns a sample for each solver. The values are the memory that its trials used, by the
// given measure. A logarithmic axis cannot show 0, so trials with 0 bytes are left out, for example
// trials whose start is the goal. Solvers without values are left out, too.
func (a *Analysis) Memory(m Measure) []Sample {
	return a.samples(a.puzzles, func(r bench.Record) float64 {
		if bytes := m.Of(r); bytes > 0 {
			return bytes
		}
		return math.NaN()
	})
}

// samples calls the function of for each trial on the given puzzles. It returns a sample for each
// solver, with the results that are not NaN. Solvers without values are left out.
func (a *Analysis) samples(puzzles instances, of func(bench.Record) float64) []Sample {
	var all []Sample
	for _, s := range a.Solvers {
		if values := slices.Concat(puzzles.values(s, of)...); len(values) > 0 {
			all = append(all, Sample{s, values})
		}
	}
	return all
}
