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

// coursePoints is the number of equal steps into which Middle divides the evaluations.
const coursePoints = 200

// Middle returns the median of a value over all runs, as a function of the number of evaluations.
// The quartiles are the interval of the median. A run that has ended keeps its last value. The
// median omits runs that have no value yet. There is no point if fewer than half of the runs have a
// value.
func (e Evolution) Middle(value func(bench.Moment) float64) Series {
	s := Series{Name: e.Name, Number: e.Number}
	last := uint64(0)
	for _, run := range e.Runs {
		if len(run) > 0 {
			last = max(last, run[len(run)-1].Evaluated)
		}
	}
	at := make([]int, len(e.Runs)) // for each run, the index of its latest moment within x evaluations
	for point := range coursePoints + 1 {
		x := float64(last) * float64(point) / coursePoints
		var values []float64
		for i, run := range e.Runs {
			for at[i]+1 < len(run) && float64(run[at[i]+1].Evaluated) <= x {
				at[i]++
			}
			if len(run) == 0 || float64(run[0].Evaluated) > x {
				continue
			}
			if v := value(run[at[i]]); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		if len(values) == 0 || 2*len(values) < len(e.Runs) {
			continue
		}
		s.add(x, Quantile(values, 0.5), Quantile(values, 0.25), Quantile(values, 0.75))
	}
	return s
}
