package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/search"
)

// Summary is the result of one solver on one group of puzzles. The commands print it as JSON. Shares,
// means and medians are over puzzles. A puzzle with several repeats counts once, with the mean of its
// trials. Unknown numbers are NaN, and null in JSON. So are numbers that the solver does
// not report.
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

	Common int `json:"-"` // number of puzzles that all able solvers solved; see Effort

	puzzles, common instances // of the group, and those that all able solvers solved
}

// Spread describes the distribution of a measure over puzzles.
type Spread struct {
	Mean, Median float64
	Most         float64 // maximum over all trials
}

// AccuracyInterval returns the accuracy with its interval.
func (s Summary) AccuracyInterval() Interval {
	return Interval{float64(s.Accuracy), s.AccuracyLow, s.AccuracyHigh, s.Trials}
}

// Of returns the distribution of a measure over all trials, solved or not, except failed trials. For a
// trial that reached a limit, the values are those up to the limit. The numbers are NaN if the solver
// does not report the measure.
func (s Summary) Of(m Measure) Spread { return s.spread(m, s.puzzles, m.Of) }

// Effort returns the distribution of a measure over the puzzles of the group that all able solvers
// solved. A solver is able if it solved at least half of the puzzles that it tried. Effort can be
// compared only on puzzles that all compared solvers solved, because a solver would need the most work
// for the puzzles that it left unsolved. Solvers that are not able are not compared, because they would
// leave too few puzzles. The numbers are NaN if the solver does not report the measure.
func (s Summary) Effort(m Measure) Spread { return s.spread(m, s.common, m.ofPlan) }

func (s Summary) spread(m Measure, puzzles instances, of func(bench.Record) float64) Spread {
	if !m.Reported(s.Solver) {
		puzzles = nil
	}
	values := puzzles.values(s.Solver, of)
	most := math.NaN()
	if len(values) > 0 {
		most = slices.Max(slices.Concat(values...))
	}
	return Spread{Mean: Mean(values.each(Mean)), Median: Median(values.each(Mean)), Most: most}
}

// Summaries returns a summary of every solver on every group, ordered by group and then by solver. A
// solver without trials on a group is included if the experiment runs it on this group.
func (a *Analysis) Summaries() []Summary {
	var all []Summary
	for i, group := range a.Groups {
		puzzles := a.ofGroup(i)
		common, able := puzzles, []int{} // indices of the able solvers
		for _, solver := range a.Solvers {
			tried := puzzles.triedBy(solver)
			planned := solver.Number <= len(a.planned) && a.planned[solver.Number-1].Tries(group.Name)
			if n := len(tried); n > 0 && 2*len(tried.solvedBy(solver)) >= n {
				common, able = common.solvedBy(solver), append(able, len(all))
			}
			if planned || len(tried) > 0 {
				all = append(all, puzzles.summary(group, solver))
			}
		}
		if len(able) > 1 {
			for _, j := range able {
				all[j].common, all[j].Common = common, len(common)
			}
		}
	}
	return all
}

// summary returns the summary of a solver on a group, whose puzzles are ps.
func (ps instances) summary(group Group, solver Solver) Summary {
	mean := func(of func(bench.Record) float64) bench.Figure {
		return bench.Figure(Mean(ps.values(solver, of).each(Mean)))
	}
	accuracy := group.Question().accuracyOf(ps, solver)
	gap := MeanOf(ps.values(solver, GapOf).each(Mean))
	s := Summary{
		Group: group, Solver: solver, puzzles: ps,
		Accuracy: bench.Figure(accuracy.Value), AccuracyLow: accuracy.Low, AccuracyHigh: accuracy.High,
		MeanLength: mean(Length.ofPlan), MeanMTM: mean(measured("length_mtm").ofPlan),
		MeanOptimal: mean(Measure{of: optimalLength}.ofPlan),
		Gap:         bench.Figure(gap.Value), GapInterval: gap, OptimalShare: mean(Optimal),
		MeanSeconds: mean(Seconds.Of),
	}
	s.MedianSeconds = bench.Figure(s.Of(Seconds).Median)
	s.MeanExpanded, s.MeanEvaluated = bench.Figure(s.Of(Expanded).Mean), bench.Figure(s.Of(Evaluated).Mean)
	ends := map[search.Status]int{}
	for r := range ps.of(solver) {
		s.Trials++
		switch {
		case failed(r):
			s.Errors++
			ends["error"]++
		case !Solved(r):
			ends[r.Status]++
		default:
			s.Solved++
			if r.OptimalCost != nil {
				s.OptimalKnown++
			}
		}
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(ends)) {
		parts = append(parts, fmt.Sprintf("%d %s", ends[status], status))
	}
	s.Ends = strings.Join(parts, ", ")
	return s
}
