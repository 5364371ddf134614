package analysis

import (
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/puzzle"
)

// Evolution is the runs of one genetic solver, each in the order of its generations.
type Evolution struct {
	Name   string
	Number int // of the solver; 0 if the runs are not trials of an experiment
	Runs   []bench.Trace
}

// numbered matches the name of one of several runs, such as ga-1.
var numbered = regexp.MustCompile(`^(.*[^-_.0-9])[-_.]?[0-9]+$`)

// Evolutions groups traces by the names of their files: ga-1.csv and ga-2.csv are two runs of one
// evolution, ga. The order is kept.
func Evolutions(files []string, runs []bench.Trace) []Evolution {
	var all []Evolution
	for i, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if part := numbered.FindStringSubmatch(name); part != nil {
			name = part[1]
		}
		known := slices.IndexFunc(all, func(e Evolution) bool { return e.Name == name })
		if known < 0 {
			known = len(all)
			all = append(all, Evolution{Name: name})
		}
		all[known].Runs = append(all[known].Runs, runs[i])
	}
	return all
}

// Histories returns the runs on puzzles of a size whose histories were kept, by solver.
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

// traceOf returns the history of a trial as a trace. Each plan that was found between two moments
// has a row that repeats the first moment.
func traceOf(r bench.Record) bench.Trace {
	var run bench.Trace
	found := r.Found
	length := 0
	for i, m := range r.History {
		for len(found) > 0 && found[0].Evaluated <= m.Evaluated {
			length = found[0].Length
			if i > 0 && found[0].Evaluated < m.Evaluated {
				row := run[len(run)-1]
				row.Evaluated, row.Length = found[0].Evaluated, length
				run = append(run, row)
			}
			found = found[1:]
		}
		m.Generation, m.Length = i, length
		run = append(run, m)
	}
	return run
}

// PlanLength returns the length of the best plan so far, NaN while there is none.
func PlanLength(m bench.Moment) float64 {
	if m.Length == 0 {
		return math.NaN()
	}
	return float64(m.Length)
}

// Every returns a value of every moment of a run over its evaluations. The line has a gap between
// the parts of the run.
func Every(parts []bench.Trace, value func(bench.Moment) float64) Series {
	var s Series
	for i, part := range parts {
		if i > 0 {
			s.X, s.Y = append(s.X, s.X[len(s.X)-1]), append(s.Y, math.NaN())
		}
		for _, m := range part {
			s.X, s.Y = append(s.X, float64(m.Evaluated)), append(s.Y, value(m))
		}
	}
	return s
}

// Parts cuts a run where the fitness becomes that of something else: of another subgoal, or of the
// complete plans that are shortened after the first plan. Rows of plans that were found between two
// generations are left out, because they repeat the earlier generation.
func Parts(run bench.Trace) []bench.Trace {
	var all []bench.Trace
	var last bench.Moment
	for i, m := range run {
		if i > 0 && m.Subgoal == last.Subgoal && m.Phase == last.Phase && m.Generation == last.Generation {
			continue
		}
		if i == 0 || m.Subgoal != last.Subgoal || (m.Phase == 0) != (last.Phase == 0) {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], m)
		last = m
	}
	return all
}

// coursePoints is the number of intervals of a line over several runs.
const coursePoints = 200

// Middle returns the median of a value over the runs, with the quartiles as its interval, over
// evaluations. A run that has ended keeps its last value. A run without a value yet does not count,
// and there is no point where fewer than half of the runs have a value.
func (e Evolution) Middle(value func(bench.Moment) float64) Series {
	s := Series{Name: e.Name, Number: e.Number}
	last := uint64(0)
	for _, run := range e.Runs {
		if len(run) > 0 {
			last = max(last, run[len(run)-1].Evaluated)
		}
	}
	at := make([]int, len(e.Runs)) // the moment of each run
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
		slices.Sort(values)
		s.add(x, quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75))
	}
	return s
}
