package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/search"
)

// Summary is the result of one solver on one group of puzzles, and its JSON is what the commands
// print of it. Shares, means and medians are over puzzles: a puzzle with several repeats counts once,
// with the mean or the median of its trials. Numbers that are not known are NaN, in JSON null. Mean
// counts that the solver does not report are 0.
type Summary struct {
	Group Group `json:"-"`
	Solver
	Trials int    `json:"trials"` // cancelled trials do not count
	Solved int    `json:"solved"`
	Errors int    `json:"errors,omitempty"` // trials that went wrong; none of them is solved
	Ends   string `json:"-"`                // how the unsolved trials ended: "2 time-limit, 1 error"

	Accuracy     bench.Figure `json:"accuracy"` // share of trials solved, with its interval
	AccuracyLow  float64      `json:"accuracy_low"`
	AccuracyHigh float64      `json:"accuracy_high"`
	MeanLength   bench.Figure `json:"mean_length"` // of the plans
	MeanMTM      bench.Figure `json:"mean_length_mtm"`

	// The next numbers are over solved trials on puzzles whose optimal cost is known. If that is
	// not the case for all puzzles, these are usually the easier ones.
	OptimalKnown int          `json:"optimal_known"` // plans
	MeanOptimal  bench.Figure `json:"mean_optimal"`  // mean optimal length
	Gap          bench.Figure `json:"gap"`           // mean gap
	GapInterval  Interval     `json:"-"`             // bootstrap interval of the mean gap over puzzles
	OptimalShare bench.Figure `json:"optimal_share"` // share of plans that are optimal

	MeanSeconds   bench.Figure `json:"mean_seconds"`
	MedianSeconds bench.Figure `json:"median_seconds"`
	MeanExpanded  bench.Figure `json:"mean_expanded"`
	MeanEvaluated bench.Figure `json:"mean_evaluated"`

	puzzles instances // of the group
}

// Spread is the distribution of a measure over puzzles.
type Spread struct {
	Mean   float64
	Median Interval
	Most   float64 // over all trials
}

// spread summarises the values of a measure. Its numbers are NaN if there are no values.
func (c clusters) spread() Spread {
	s := Spread{Mean: Mean(c.each(Mean)), Median: medianInterval(c.each(Median)), Most: math.NaN()}
	if len(c) > 0 {
		s.Most = slices.Max(slices.Concat(c...))
	}
	return s
}

// Of returns the distribution of a measure over all trials, solved or not, except those that went
// wrong. A trial that met a limit counts with the time and work up to the limit. The numbers are NaN
// if the solver does not report the measure.
func (s Summary) Of(m Measure) Spread {
	var values clusters
	if m.Reported(s.Solver) {
		values = s.puzzles.values(s.Solver, m.Of)
	}
	return values.spread()
}

// Summaries returns a summary of every solver on every group, in their orders. Solvers without
// trials on a group are included if the experiment plans them.
func (a *Analysis) Summaries() []Summary {
	var all []Summary
	for i, group := range a.Groups {
		puzzles := a.ofGroup(i)
		for _, solver := range a.Solvers {
			planned := solver.Number <= len(a.planned) && a.planned[solver.Number-1].Tries(group.Name)
			if planned || len(puzzles.triedBy(solver)) > 0 {
				all = append(all, puzzles.summary(group, solver))
			}
		}
	}
	return all
}

// seed makes every bootstrap repeatable.
const seed = 1

func (ps instances) summary(group Group, solver Solver) Summary {
	mean := func(of func(bench.Record) float64) bench.Figure {
		return bench.Figure(Mean(ps.values(solver, of).each(Mean)))
	}
	accuracy := ps.values(solver, accuracy).share()
	gap := meanInterval(ps.values(solver, GapOf).each(Mean), seed)
	s := Summary{
		Group: group, Solver: solver, puzzles: ps,
		Accuracy: bench.Figure(accuracy.Value), AccuracyLow: accuracy.Low, AccuracyHigh: accuracy.High,
		MeanLength: mean(length), MeanMTM: mean(lengthMTM), MeanOptimal: mean(optimalLengthOfPlan),
		Gap: bench.Figure(gap.Value), GapInterval: gap, OptimalShare: mean(Optimal),
		MeanSeconds: mean(Seconds.Of), MeanExpanded: mean(Expanded.Of), MeanEvaluated: mean(Evaluated.Of),
	}
	s.MedianSeconds = bench.Figure(s.Of(Seconds).Median.Value)
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
	var parts []string
	for _, status := range []search.Status{
		search.Unsolvable, search.Exhausted, search.TimeLimit, search.NodeLimit, search.MemoryLimit, "error",
	} {
		if n := ends[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	s.Ends = strings.Join(parts, ", ")
	return s
}

// Effort is the work of a solver on the puzzles of a group that all able solvers solved. Effort
// can only be compared on such puzzles: those that a solver left unsolved would have cost it the
// most. A solver is able if it solved at least half of what it tried. Others would leave next to no
// puzzles to compare the able solvers on.
type Effort struct {
	Group  Group
	Solver Solver
	Share  float64 // solved, of the group's puzzles that the solver tried
	Common int     // puzzles that all able solvers solved
	common instances
}

// EffortMeasures are the measures of an Effort.
var EffortMeasures = []Measure{BeforeLastF, Expanded, Generated, Evaluated, Seconds}

// Of returns the distribution of a measure over the common puzzles. It is NaN if the solver does
// not report the measure.
func (e Effort) Of(m Measure) Spread {
	var values clusters
	if m.Reported(e.Solver) {
		for _, p := range e.common {
			values = append(values, []float64{p.trials[e.Solver.Name].median(m)})
		}
	}
	return values.spread()
}

// Efforts returns the efforts of the able solvers on every group that has at least two.
func (a *Analysis) Efforts() []Effort {
	var all []Effort
	for i, group := range a.Groups {
		common := a.ofGroup(i)
		var efforts []Effort
		for _, s := range a.Solvers {
			tried := a.ofGroup(i).triedBy(s)
			share := float64(len(tried.solvedBy(s))) / float64(len(tried))
			if share >= 0.5 { // false of none, which is NaN
				common = common.solvedBy(s)
				efforts = append(efforts, Effort{Group: group, Solver: s, Share: share})
			}
		}
		if len(efforts) < 2 {
			continue
		}
		for _, e := range efforts {
			e.Common, e.common = len(common), common
			all = append(all, e)
		}
	}
	return all
}
