package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"npuzzle/solvers"
)

// Question is what a comparison of solvers is about. It decides what the sample is.
type Question int

const (
	// OfKind is the question about all boards of the kind from which a group was drawn. The boards of
	// the group are the sample. The value of a board is the mean over the runs on it.
	OfKind Question = iota
	// OfThese is the question about the boards of the group and no others. The runs are the sample.
	OfThese
)

func (q Question) String() string {
	if q == OfThese {
		return "these boards"
	}
	return "all boards of this kind"
}

// Questions returns the questions that the trials of a group can answer, the usual one first. The
// boards are a sample if there are several. The runs are a sample if a solver ran several times on a
// board. Boards that an experiment lists, such as published boards, were not drawn from a kind, so
// the usual question is about them if both questions can be answered.
func (g Group) Questions() []Question {
	switch {
	case !g.Repeated:
		return []Question{OfKind}
	case g.Puzzles == 1:
		return []Question{OfThese}
	case g.Listed:
		return []Question{OfThese, OfKind}
	}
	return []Question{OfKind, OfThese}
}

// Question returns the usual question about the group.
func (g Group) Question() Question { return g.Questions()[0] }

// accuracyOf returns the accuracy of a solver on puzzles. If the runs are the sample, the only run of a
// deterministic solver on a board stands for as many runs as any other solver has; see stretched.
func (q Question) accuracyOf(ps instances, s Solver) Interval {
	var values clusters
	for _, p := range ps.triedBy(s) {
		hits, most := Numbers(p.trials[s.Name], accuracy), 1
		for _, runs := range p.trials {
			most = max(most, len(runs))
		}
		if q == OfThese {
			hits = stretched(hits, s, most)
		}
		values = append(values, hits)
	}
	return q.interval(values)
}

// interval returns the share of ones with its interval. The values are 0 or 1, and grouped by board.
func (q Question) interval(values clusters) Interval {
	share := values.share()
	if q == OfThese { // with fixed boards, runs vary less than independent values
		runs := len(slices.Concat(values...))
		share.Low, share.High = wilson(share.Value, float64(runs))
		share.N = runs
	}
	return share
}

// stretched repeats the only value of a deterministic solver n times.
//
// A solver that takes no seed makes the same of every run, and runs once. If the runs are the sample, this
// run stands for as many runs as the other solver has.
func stretched(values []float64, s Solver, n int) []float64 {
	if len(values) > 1 || !solvers.Deterministic(s.Algorithm) {
		return values
	}
	return slices.Repeat(values, n)
}

// sample has the values of two solvers, grouped by board. Both have values on each board.
type sample struct{ first, second clusters }

// positive returns the means over the runs on each board. If a mean is 0, both means of the board are
// increased by 1.
func (s sample) positive() (first, second []float64) {
	first, second = s.first.each(Mean), s.second.each(Mean)
	for i := range first {
		if first[i] == 0 || second[i] == 0 {
			first[i], second[i] = first[i]+1, second[i]+1
		}
	}
	return first, second
}

func logs(values []float64) (all []float64) {
	for _, v := range values {
		all = append(all, math.Log(v))
	}
	return all
}

// fewForBootstrap is the number of boards below which bootstrap intervals are too narrow.
const fewForBootstrap = 10

// ratio returns the geometric mean over the boards of first / second, with its interval. If the boards
// are the sample, the interval is that of [MeanRatioOf] or, for few boards, Student's for the logarithm. If
// the runs are the sample, it is Welch's for the logarithm; the variance of the logarithm of a mean comes
// from the delta method.
func (s sample) ratio(q Question) Interval {
	first, second := s.positive()
	ratio := MeanRatioOf(first, second)
	boards, variance, freedom := float64(len(first)), 0.0, 0.0
	switch {
	case q == OfThese:
		for _, runs := range slices.Concat(s.first, s.second) {
			n := float64(len(runs))
			mean, spread := stat.MeanVariance(runs, nil) // the variance of one run is NaN
			if spread == 0 || mean == 0 {
				continue // all runs have the same value
			}
			v := spread / n / (mean * mean) / (boards * boards)
			variance, freedom = variance+v, freedom+v*v/(n-1)
		}
		freedom = variance * variance / freedom
		ratio.N = len(slices.Concat(s.first...)) + len(slices.Concat(s.second...))
	case boards < fewForBootstrap:
		floats.Div(first, second)
		variance, freedom = stat.Variance(logs(first), nil)/boards, boards-1
	default:
		return ratio
	}
	half := variance // if it is 0 or NaN
	if variance > 0 {
		half = student(freedom) * math.Sqrt(variance)
	}
	ratio.Low, ratio.High = ratio.Value*math.Exp(-half), ratio.Value*math.Exp(half)
	return ratio
}

// difference returns the share of ones of first minus that of second, with its interval. All values must be
// 0 or 1.
//
// Source: R. Newcombe, "Improved confidence intervals for the difference between binomial proportions
// based on paired data", Statistics in Medicine 17 (1998), pages 2635-2650, method 8, with the intervals of
// [Question] for the two shares.
func (s sample) difference(q Question) Interval {
	one, other := q.interval(s.first), q.interval(s.second)
	related := 0.0 // correlation of the boards' shares
	if q == OfKind {
		if r := stat.Correlation(s.first.each(Mean), s.second.each(Mean), nil); !math.IsNaN(r) {
			related = r // it is NaN if all shares of a solver are equal
		}
	}
	side := func(x, y float64) float64 { return math.Sqrt(max(x*x+y*y-2*related*x*y, 0)) }
	d := one.Value - other.Value
	return Interval{d, d - side(one.Value-one.Low, other.High-other.Value),
		d + side(one.High-one.Value, other.Value-other.Low), one.N}
}
