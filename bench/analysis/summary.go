package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/search"
)

// Summary is the result of one solver on one group of puzzles. The commands print it as JSON. Shares,
// means and medians are over puzzles. A puzzle with several repeats counts once, with the mean or the
// median of its trials. Unknown numbers are NaN, and null in JSON. Mean counts that the solver does not
// report are 0.
type Summary struct {
	Group Group `json:"-"`
	Solver
	Trials int    `json:"trials"`           // number of trials, without cancelled trials
	Solved int    `json:"solved"`           // number of solved trials
	Errors int    `json:"errors,omitempty"` // number of failed trials, which count as not solved
	Ends   string `json:"-"`                // how the unsolved trials ended: "2 time-limit, 1 error"

	Accuracy     bench.Figure `json:"accuracy"`      // mean over puzzles of the share of trials solved
	AccuracyLow  float64      `json:"accuracy_low"`  // lower end of the 95 % interval
	AccuracyHigh float64      `json:"accuracy_high"` // upper end of the 95 % interval
	MeanLength   bench.Figure `json:"mean_length"`   // of the plans
	MeanMTM      bench.Figure `json:"mean_length_mtm"`

	// The next numbers are for solved trials on puzzles whose optimal cost is known. If it is not
	// known for all puzzles, it is usually known for the easier ones.
	OptimalKnown int          `json:"optimal_known"` // number of plans
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

// Spread describes the distribution of a measure over puzzles.
type Spread struct {
	Mean   float64
	Median Interval
	Most   float64 // maximum over all trials
}

// spread returns the Spread of the values. Its numbers are NaN if there are no values.
func (c clusters) spread() Spread {
	s := Spread{Mean: Mean(c.each(Mean)), Median: medianInterval(c.each(Median)), Most: math.NaN()}
	if len(c) > 0 {
		s.Most = slices.Max(slices.Concat(c...))
	}
	return s
}

// Of returns the distribution of a measure over all trials, solved or not, except failed trials. For a
// trial that reached a limit, the values are those up to the limit. The numbers are NaN if the solver
// does not report the measure.
func (s Summary) Of(m Measure) Spread {
	var values clusters
	if m.Reported(s.Solver) {
		values = s.puzzles.values(s.Solver, m.Of)
	}
	return values.spread()
}

// Summaries returns a summary of every solver on every group, ordered by group and then by solver. A
// solver without trials on a group is included if the experiment runs it on this group.
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

// seed is the seed of all bootstrap intervals, so that results are reproducible.
const seed = 1

// summary returns the summary of a solver on a group, whose puzzles are ps.
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

// Effort is the work of a solver on the puzzles of a group that all able solvers solved. A solver is
// able if it solved at least half of the puzzles that it tried. Effort can be compared only on puzzles
// that all compared solvers solved, because a solver would need the most work for the puzzles that it
// left unsolved. Solvers that are not able are not compared, because they would leave too few puzzles.
type Effort struct {
	Group  Group
	Solver Solver
	Share  float64 // share of the puzzles solved that the solver tried in the group
	Common int     // number of puzzles that all able solvers solved
	common instances
}

// EffortMeasures are the measures of an Effort.
var EffortMeasures = []Measure{BeforeLastF, Expanded, Generated, Evaluated, Seconds}

// Of returns the distribution of a measure over the puzzles that all able solvers solved. The numbers
// are NaN if the solver does not report the measure.
func (e Effort) Of(m Measure) Spread {
	var values clusters
	if m.Reported(e.Solver) {
		for _, p := range e.common {
			values = append(values, []float64{p.trials[e.Solver.Name].median(m)})
		}
	}
	return values.spread()
}

// Efforts returns the efforts of the able solvers on every group that has at least two able solvers.
func (a *Analysis) Efforts() []Effort {
	var all []Effort
	for i, group := range a.Groups {
		common := a.ofGroup(i)
		var efforts []Effort
		for _, s := range a.Solvers {
			tried := a.ofGroup(i).triedBy(s)
			share := float64(len(tried.solvedBy(s))) / float64(len(tried))
			if share >= 0.5 { // false if the solver tried no puzzle, because share is then NaN
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
