package analysis

import (
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Series is a line of numbers about one solver. X rises.
type Series struct {
	Name   string
	Number int // of the solver
	X, Y   []float64
	// Low and High are the ends of an interval around each Y; nil if there are no intervals. Like
	// Y, they are NaN where they are not known.
	Low, High []float64
}

// add appends a point with its interval.
func (s *Series) add(x, y, low, high float64) {
	s.X, s.Y, s.Low, s.High = append(s.X, x), append(s.Y, y), append(s.Low, low), append(s.High, high)
}

// Thin keeps at most so many points, evenly spaced, and the last one.
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

// SolvedWithin returns, for the puzzles of a size, the share of all trials in which each solver had
// a first plan within an amount of a measure: of time, or of evaluations. Solvers that
// solved nothing are left out. All lines end at the largest amount of any trial. Trials that took
// nothing count from the first point on, because 0 has no place on a logarithmic axis.
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

// untilSolved returns the amount of a measure until a trial had its first plan, NaN if it has none.
// All solvers but the genetic one end with their first plan. Earlier versions did not measure the
// time of a first plan; in their trials the time of the whole trial stands for it.
func untilSolved(r bench.Record, m Measure) float64 {
	return Until(r, m, math.Inf(1))
}

// Until returns the amount of a measure until a trial had a plan of at most a length, NaN if it never
// had. The measure is time, evaluations or states generated. A solver that ends with its first plan,
// or that did not note the measure at its plans, has its plan at its end.
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

// until returns the amount of a measure until a plan was found, 0 if that was not noted.
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

// LengthWithin returns the length of the shortest plan that a trial had found within an amount of a
// measure, 0 if it had none; see [Until].
func LengthWithin(r bench.Record, m Measure, amount float64) float64 {
	amount *= 1 + 1e-12 // for an amount that is a rounded power
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

// Distribution returns the points of a line of steps: how large a share of some trials had ended
// within each of some amounts. Trials that never ended have no amount.
func Distribution(amounts []float64, trials int) (x, y []float64) {
	x = slices.Sorted(slices.Values(amounts))
	for i := range x {
		y = append(y, float64(i+1)/float64(trials))
	}
	return x, y
}

// progressPoints is the number of points of a line of progress. Each point takes a bootstrap
// interval of all trials.
const progressPoints = 30

// GapByEvaluations returns, for the puzzles of a size, the mean gap of the best plan that each
// solver had found within a number of evaluations, over the trials that solved their puzzle in the
// end. A line begins where half of these trials have a plan. The numbers of evaluations are spaced
// evenly on a logarithmic axis. Intervals are computed only on demand, because they take time.
func (a *Analysis) GapByEvaluations(size puzzle.Size, intervals bool) []Series {
	var all []Series
	for _, s := range a.Reporting(Evaluated) {
		if line := a.ofSize(size).progress(s, intervals); line.X != nil {
			all = append(all, line)
		}
	}
	return all
}

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

// Sample is the values of a measure over the trials of one solver.
type Sample struct {
	Solver Solver
	Values []float64
}

// Gaps returns the gaps of all plans for puzzles of a size whose optimal cost is known, of each
// solver that has any.
func (a *Analysis) Gaps(size puzzle.Size) []Sample { return a.samples(a.ofSize(size), GapOf) }

// Memory returns a measure of memory of all trials, of each solver that has any. Trials with 0
// bytes, such as those of boards that are the goal, are left out, because they have no place on a
// logarithmic axis.
func (a *Analysis) Memory(m Measure) []Sample {
	return a.samples(a.puzzles, func(r bench.Record) float64 {
		if bytes := m.Of(r); bytes > 0 {
			return bytes
		}
		return math.NaN()
	})
}

// samples returns a number of the trials on some puzzles that have it, by solver.
func (a *Analysis) samples(puzzles instances, of func(bench.Record) float64) []Sample {
	var all []Sample
	for _, s := range a.Solvers {
		if values := slices.Concat(puzzles.values(s, of)...); len(values) > 0 {
			all = append(all, Sample{s, values})
		}
	}
	return all
}
