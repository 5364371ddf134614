package analysis

import (
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/puzzle"
)

// Evolution has the runs of one genetic solver.
type Evolution struct {
	Name   string
	Number int // of the solver; 0 if the runs are not trials of an experiment
	Runs   []bench.Trace
}

// Histories returns an Evolution for each solver with recorded histories. Its runs are the histories
// of the solver's trials on puzzles of the given size.
func (a *Analysis) Histories(size puzzle.Size) []Evolution {
	var all []Evolution
	for _, s := range a.Solvers {
		e := Evolution{Name: s.Name, Number: s.Number}
		for r := range a.ofSize(size).of(s) {
			if len(r.History) > 0 {
				e.Runs = append(e.Runs, traceOf(r))
			}
		}
		if e.Runs != nil {
			all = append(all, e)
		}
	}
	return all
}

// traceOf returns the history of a trial as a trace. It sets the generation of each moment, counted
// from 0 within the history, and the length of the best plan so far.
func traceOf(r bench.Record) bench.Trace {
	run := slices.Clone(r.History)
	for i, m := range run {
		run[i].Generation, run[i].Length = i, int(LengthWithin(r, Evaluated, float64(m.Evaluated)))
	}
	return run
}

// PlanLength returns the length of the best plan so far, or NaN if there is no plan yet.
func PlanLength(m bench.Moment) float64 {
	if m.Length == 0 {
		return math.NaN()
	}
	return float64(m.Length)
}

// coursePoints is the number of steps into which Middle divides the evaluations. They are equal on a logarithmic axis.
const coursePoints = 200

// Middle returns the median of a value over all runs, as a function of the number of evaluations.
// The quartiles are the interval of the median. A run that has ended keeps its last value. A run that has no
// value yet counts as infinite, so that the median of lengths never rises when a run finds its first plan. There
// is no point if the median is infinite. Runs without moments are left out.
func (e Evolution) Middle(value func(bench.Moment) float64) Series {
	s := Series{Name: e.Name, Number: e.Number}
	first, last := math.Inf(1), 0.0
	for _, run := range e.Runs {
		if len(run) > 0 {
			first = min(first, max(float64(run[0].Evaluated), 1))
			last = max(last, float64(run[len(run)-1].Evaluated))
		}
	}
	if last == 0 {
		return s
	}
	at := make([]int, len(e.Runs)) // for each run, the index of its latest moment within x evaluations
	for point := range coursePoints + 1 {
		x := first * math.Pow(last/first, float64(point)/coursePoints)
		var values []float64
		for i, run := range e.Runs {
			for at[i]+1 < len(run) && float64(run[at[i]+1].Evaluated) <= x*(1+rounding) {
				at[i]++
			}
			if len(run) == 0 {
				continue
			}
			v := value(run[at[i]])
			if math.IsNaN(v) || float64(run[0].Evaluated) > x*(1+rounding) {
				v = math.Inf(1)
			}
			values = append(values, v)
		}
		quartile := func(share float64) float64 {
			if q := Quantile(values, share); !math.IsInf(q, 1) {
				return q
			}
			return math.NaN()
		}
		if middle := quartile(0.5); !math.IsNaN(middle) {
			s.add(x, middle, quartile(0.25), quartile(0.75))
		}
	}
	return s
}
