package analysis

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

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
			run, plans := slices.Clone(r.History), runOf(r, Evaluated, 1)
			for i, m := range run { // the length of the best plan so far
				run[i].Length = plans.within(float64(m.Evaluated)).length
			}
			if len(run) > 0 {
				e.Runs = append(e.Runs, run)
			}
		}
		if e.Runs != nil {
			all = append(all, e)
		}
	}
	return all
}

// PlanLength returns the length of the best plan so far, or NaN if there is no plan yet.
func PlanLength(m bench.Moment) float64 {
	if m.Length == 0 {
		return math.NaN()
	}
	return float64(m.Length)
}

// coursePoints is the number of points of a line of Middle. They are evenly spaced on a logarithmic axis.
const coursePoints = 201

// Middle returns the median of a value over all runs, as a function of the number of evaluations.
// The quartiles are the interval of the median. A run that has ended keeps its last value. A run that has no
// value yet counts as infinite, so that the median of lengths never rises when a run finds its first plan. There
// is no point if the median is infinite. Runs without moments are left out.
func (e Evolution) Middle(value func(bench.Moment) float64) Series {
	s := Series{Name: e.Name, Number: e.Number}
	runs := Where(e.Runs, func(run bench.Trace) bool { return len(run) > 0 })
	first, last := math.Inf(1), 0.0
	for _, run := range runs {
		first = min(first, max(float64(run[0].Evaluated), 1))
		last = max(last, float64(run[len(run)-1].Evaluated))
	}
	if last == 0 {
		return s
	}
	for _, x := range floats.LogSpan(make([]float64, coursePoints), first, last) {
		var values []float64
		for _, run := range runs {
			v, within := math.Inf(1), sort.Search(len(run), func(i int) bool {
				return float64(run[i].Evaluated) > x*(1+rounding)
			})
			if within > 0 && !math.IsNaN(value(run[within-1])) {
				v = value(run[within-1])
			}
			values = append(values, v)
		}
		if middle := quartiles(values); !math.IsNaN(middle.Value) {
			s.add(x, middle)
		}
	}
	return s
}
