package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/search"
)

// Summary is the result of one solver on one group of puzzles. Shares, means and medians are over
// puzzles: a puzzle with several repeats counts once, with the mean or the median of its trials.
// Numbers that are not known are NaN.
type Summary struct {
	Group  Group
	Solver Solver
	Trials int // cancelled trials do not count
	Solved int
	Errors int    // trials that went wrong; none of them is solved
	Ends   string // how the trials that were not solved ended: "time-limit 2, error 1"

	Accuracy   Interval // share of trials solved
	MeanLength float64  // of the plans

	// The next numbers are over solved trials on puzzles whose optimal cost is known. If that is
	// not the case for all puzzles, these are usually the easier ones.
	OptimalKnown int      // plans
	MeanOptimal  float64  // mean optimal length
	Gap          Interval // mean gap, with a bootstrap interval over puzzles
	OptimalShare float64  // share of plans that are optimal

	spreads spreads
}

// Spread is the distribution of a measure over puzzles.
type Spread struct {
	Mean   float64
	Median Interval
	Most   float64 // over all trials
}

// spreads are the distributions of measures, by the name of the measure.
type spreads map[string]Spread

// of returns the distribution of a measure; its numbers are NaN if there is none.
func (all spreads) of(m Measure) Spread {
	if s, found := all[m.Name]; found {
		return s
	}
	return clusters(nil).spread()
}

// seed makes every bootstrap repeatable.
const seed = 1

// spread summarises the values of a measure.
func (c clusters) spread() Spread {
	s := Spread{Mean: Mean(c.each(Mean)), Median: MedianInterval(c.each(Median)), Most: math.NaN()}
	if len(c) > 0 {
		s.Most = slices.Max(slices.Concat(c...))
	}
	return s
}

// Of returns the distribution of a measure over all trials, solved or not, except those that went
// wrong. A trial that met a limit counts with the time and work up to the limit. The numbers are NaN
// if the solver does not report the measure.
func (s Summary) Of(m Measure) Spread {
	if !m.Reported(s.Solver) {
		return spreads{}.of(m)
	}
	return s.spreads.of(m)
}

// Summaries returns a summary of every solver on every group, in their orders. Solvers without
// trials on a group are included if the experiment plans them.
func (a *Analysis) Summaries() []Summary {
	var all []Summary
	for i, group := range a.Groups {
		puzzles := a.ofGroup(i)
		for _, solver := range a.Solvers {
			if a.planned || len(puzzles.triedBy(solver)) > 0 {
				all = append(all, puzzles.summary(group, solver))
			}
		}
	}
	return all
}

func (ps instances) summary(group Group, solver Solver) Summary {
	s := Summary{Group: group, Solver: solver, spreads: spreads{}}
	ends := map[search.Status]int{}
	for r := range ps.of(solver) {
		s.Trials++
		switch {
		case failed(r):
			s.Errors++
			ends["error"]++
		case !solved(r):
			ends[r.Status]++
		default:
			s.Solved++
			if r.OptimalCost != nil {
				s.OptimalKnown++
			}
		}
	}
	s.Ends = endsText(ends)
	mean := func(of func(bench.Record) float64) float64 { return Mean(ps.values(solver, of).each(Mean)) }
	s.Accuracy = ps.values(solver, accuracy).share()
	s.MeanLength = mean(length)
	s.MeanOptimal = mean(func(r bench.Record) float64 {
		if !solved(r) {
			return math.NaN()
		}
		return optimalLength(r)
	})
	s.Gap = MeanInterval(ps.values(solver, GapOf).each(Mean), seed)
	s.OptimalShare = mean(Optimal)
	for _, m := range []Measure{Seconds, CPUSeconds, Expanded, Evaluated, Bytes, Resident} {
		s.spreads[m.Name] = ps.values(solver, m.Of).spread()
	}
	return s
}

func endsText(ends map[search.Status]int) string {
	var parts []string
	for _, status := range []search.Status{
		search.Unsolvable, search.Exhausted, search.TimeLimit, search.NodeLimit, search.MemoryLimit, "error",
	} {
		if n := ends[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", status, n))
		}
	}
	return strings.Join(parts, ", ")
}

// Object is a summary as the commands print it in JSON.
type Object struct {
	Name          string       `json:"name"`
	Algorithm     string       `json:"algorithm"`
	Heuristic     string       `json:"heuristic"`
	Trials        int          `json:"trials"`
	Solved        int          `json:"solved"`
	Errors        int          `json:"errors,omitempty"`
	Accuracy      bench.Figure `json:"accuracy"`
	AccuracyLow   float64      `json:"accuracy_low"`
	AccuracyHigh  float64      `json:"accuracy_high"`
	MeanLength    bench.Figure `json:"mean_length"`
	OptimalKnown  int          `json:"optimal_known"`
	MeanOptimal   bench.Figure `json:"mean_optimal"`
	Gap           bench.Figure `json:"gap"`
	OptimalShare  bench.Figure `json:"optimal_share"`
	MeanSeconds   bench.Figure `json:"mean_seconds"`
	MedianSeconds bench.Figure `json:"median_seconds"`
	MeanExpanded  bench.Figure `json:"mean_expanded"`
	MeanEvaluated bench.Figure `json:"mean_evaluated"`
}

// Object returns the summary as the commands print it in JSON. Counts that the solver does not
// report are 0 there.
func (s Summary) Object() Object {
	return Object{
		s.Solver.Name, s.Solver.Algorithm, s.Solver.Heuristic, s.Trials, s.Solved, s.Errors,
		bench.Figure(s.Accuracy.Value), s.Accuracy.Low, s.Accuracy.High,
		bench.Figure(s.MeanLength), s.OptimalKnown, bench.Figure(s.MeanOptimal),
		bench.Figure(s.Gap.Value), bench.Figure(s.OptimalShare),
		bench.Figure(s.Of(Seconds).Mean), bench.Figure(s.Of(Seconds).Median.Value),
		bench.Figure(s.spreads.of(Expanded).Mean), bench.Figure(s.spreads.of(Evaluated).Mean),
	}
}

// Effort is the work of a solver on the puzzles of a group that all able solvers solved. Effort
// can only be compared on such puzzles: those that a solver left unsolved would have cost it the
// most.
type Effort struct {
	Group  Group
	Solver Solver
	Share  float64 // solved, of the group's puzzles that the solver tried
	// Able reports whether the solver solved at least half of what it tried. Others are not
	// compared, since they would leave next to no puzzles to compare the able solvers on.
	Able    bool
	Common  int // puzzles that all able solvers solved
	spreads spreads
}

// EffortMeasures are the measures of an Effort.
var EffortMeasures = []Measure{BeforeLastF, Expanded, Generated, Evaluated, Seconds}

// Of returns the distribution of a measure over the common puzzles. It is NaN if the solver does
// not report the measure.
func (e Effort) Of(m Measure) Spread { return e.spreads.of(m) }

// Efforts returns the efforts of the solvers on every group. Able solvers are left out if they are
// the only ones on their group.
func (a *Analysis) Efforts() []Effort {
	var all []Effort
	for i, group := range a.Groups {
		common := a.ofGroup(i)
		var efforts []Effort
		able := 0
		for _, s := range a.Solvers {
			tried := a.ofGroup(i).triedBy(s)
			if len(tried) == 0 {
				continue
			}
			e := Effort{Group: group, Solver: s, Share: float64(len(tried.solvedBy(s))) / float64(len(tried))}
			if e.Able = e.Share >= 0.5; e.Able {
				able++
				common = common.solvedBy(s)
			}
			efforts = append(efforts, e)
		}
		for _, e := range efforts {
			if e.Able && able < 2 {
				continue
			}
			e.Common, e.spreads = len(common), spreads{}
			for _, m := range EffortMeasures {
				if !e.Able || !m.Reported(e.Solver) {
					continue
				}
				var values clusters
				for _, p := range common {
					values = append(values, []float64{p.trials[e.Solver.Name].median(m)})
				}
				e.spreads[m.Name] = values.spread()
			}
			all = append(all, e)
		}
	}
	return all
}
