package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Summary is the result of one solver on one group of puzzles. The commands print it as JSON.
// Shares, means and medians are over puzzles. A puzzle with several repeats counts once, with the
// mean of its trials. If there is only one puzzle, medians are over its trials. Unknown numbers are
// NaN, and null in JSON. So are numbers that the solver does not report. In JSON, a summary also
// has the mean of each measure in Compared.
type Summary struct {
	Group Group `json:"-"`
	Solver
	Trials int    `json:"trials"`           // number of trials, without cancelled trials
	Solved int    `json:"solved"`           // number of solved trials
	Errors int    `json:"errors,omitempty"` // number of failed trials, which count as not solved
	Ends   string `json:"-"`                // how unsolved trials ended: "2 time-limit, 1 error"

	// Accuracy is the mean over puzzles of the share of trials solved.
	Accuracy     bench.Figure `json:"accuracy"`
	AccuracyLow  float64      `json:"accuracy_low"`  // lower end of the 95 % interval
	AccuracyHigh float64      `json:"accuracy_high"` // upper end of the 95 % interval
	MeanLength   bench.Figure `json:"mean_length"`   // of the plans
	MeanMTM      bench.Figure `json:"mean_length_mtm"`

	// The next numbers are for solved trials on puzzles whose optimal cost is known. If it is not
	// known for all puzzles, it is usually known for the easier ones.
	// GapInterval is the interval of the gap, as that of the ratio of costs in a [Comparison].
	OptimalKnown int            `json:"optimal_known"` // number of plans
	MeanOptimal  bench.Figure   `json:"mean_optimal"`  // mean optimal length
	Gap          bench.Figure   `json:"gap"`           // geometric mean of the gaps of the puzzles
	GapInterval  stats.Interval `json:"-"`
	OptimalShare bench.Figure   `json:"optimal_share"` // share of plans that are optimal

	MeanSeconds   bench.Figure `json:"mean_seconds"`
	MedianSeconds bench.Figure `json:"median_seconds"`

	Common int `json:"-"` // number of puzzles that all able solvers solved; see Effort

	puzzles, common instances // of the group, and those that all able solvers solved
}

// MarshalJSON writes one object.
func (s Summary) MarshalJSON() ([]byte, error) {
	type fields Summary
	values := []any{fields(s)}
	for _, m := range Compared {
		mean := bench.Figure(s.Of(m).Mean)
		values = append(values, map[string]bench.Figure{"mean_" + m.Key: mean})
	}
	return bench.OneObject(values...)
}

// Spread describes the distribution of a measure.
type Spread struct {
	Mean   float64 // over puzzles, each with the mean of its trials
	Median float64 // the same, but over the trials if there is only one puzzle
}

// AccuracyInterval returns the accuracy with its interval.
func (s Summary) AccuracyInterval() stats.Interval {
	return stats.Interval{
		Value: float64(s.Accuracy),
		Low:   s.AccuracyLow,
		High:  s.AccuracyHigh,
		N:     s.Trials,
	}
}

// Of returns the distribution of a measure over all trials, solved or not, except failed trials.
// For a trial that reached a limit, the values are those up to the limit. The numbers are NaN if
// the solver does not report the measure.
func (s Summary) Of(m Measure) Spread { return s.spread(m, s.puzzles, m.Of) }

// Effort returns the distribution of a measure over the puzzles of the group that all able solvers
// solved. A solver is able if it solved at least half of the puzzles that it tried. Effort can be
// compared only on puzzles that all compared solvers solved, because a solver would need the most
// work for the puzzles that it left unsolved. Solvers that are not able are not compared, because
// they would leave too few puzzles. The numbers are NaN if the solver does not report the measure.
func (s Summary) Effort(m Measure) Spread { return s.spread(m, s.common, m.ofPlan) }

func (s Summary) spread(
	m Measure, puzzles instances, valueOf func(*bench.Record) float64,
) Spread {
	if !m.Reported(s.Solver) {
		puzzles = nil
	}
	values := puzzles.values(s.Solver, valueOf)
	spread := Spread{Mean: stats.Mean(values.Means()), Median: stats.Median(values.Means())}
	if len(values) == 1 {
		spread.Median = stats.Median(values[0])
	}
	return spread
}

// Summaries returns a summary of every solver on every group, ordered by group and then by solver.
// A solver without trials on a group is included if the experiment runs it on this group.
func (a *Analysis) Summaries() []Summary {
	if a.summaries == nil {
		a.summaries = a.summarise()
	}
	return slices.Clone(a.summaries)
}

// summarise returns what Summaries returns.
func (a *Analysis) summarise() []Summary {
	var summaries []Summary
	for i, group := range a.Groups {
		puzzles := a.ofGroup(i)
		common := puzzles // that all able solvers solved
		var able []int    // indices in all of the able solvers
		for _, solver := range a.Solvers {
			tried := puzzles.triedBy(solver)
			planned := solver.Number <= len(a.planned) &&
				a.planned[solver.Number-1].Tries(group.Name)
			if n := len(tried); n > 0 && 2*len(tried.solvedBy(solver)) >= n {
				common = common.solvedBy(solver)
				able = append(able, len(summaries))
			}
			if planned || len(tried) > 0 {
				summaries = append(summaries, puzzles.summary(group, solver))
			}
		}
		if len(able) > 1 {
			for _, j := range able {
				summaries[j].common = common
				summaries[j].Common = len(common)
			}
		}
	}
	return summaries
}

// summary returns the summary of a solver on a group, whose puzzles are ps.
func (ps instances) summary(group Group, solver Solver) Summary {
	mean := func(valueOf func(*bench.Record) float64) bench.Figure {
		return bench.Figure(stats.Mean(ps.values(solver, valueOf).Means()))
	}
	accuracy := group.Question().accuracyOf(ps, solver)
	gap := ps.gap(group.Question(), solver)
	s := Summary{
		Group:        group,
		Solver:       solver,
		puzzles:      ps,
		Accuracy:     bench.Figure(accuracy.Value),
		AccuracyLow:  accuracy.Low,
		AccuracyHigh: accuracy.High,
		MeanLength:   mean(Length.ofPlan),
		MeanMTM:      mean(measureOf("length_mtm").ofPlan),
		MeanOptimal:  mean(Measure{of: optimalLength}.ofPlan),
		Gap:          bench.Figure(gap.Value),
		GapInterval:  gap,
		OptimalShare: mean(Optimal),
		MeanSeconds:  mean(Seconds.Of),
	}
	s.MedianSeconds = bench.Figure(s.Of(Seconds).Median)
	ends := map[search.Status]int{}
	for r := range ps.trialsOf(solver) {
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
	var texts []string
	for _, status := range slices.Sorted(maps.Keys(ends)) {
		texts = append(texts, fmt.Sprintf("%d %s", ends[status], status))
	}
	s.Ends = strings.Join(texts, ", ")
	return s
}

// gap returns the geometric mean of the gaps of a solver with its interval. It equals the ratio of
// the costs to those of a solver that finds an optimal plan for every puzzle.
func (ps instances) gap(q Question, solver Solver) stats.Interval {
	var s sample
	for _, p := range ps {
		gaps := p.trialsOf(solver).numbers(GapOf)
		if len(gaps) == 0 {
			continue
		}
		if q == OfThese {
			gaps = stretched(gaps, solver, p.mostRuns())
		}
		s.first = append(s.first, gaps)
		s.second = append(s.second, slices.Repeat([]float64{1}, len(gaps)))
	}
	if len(s.first) == 0 {
		return unknown
	}
	gap, _ := s.ratio(q)
	gap.N = len(s.first)
	if q == OfThese {
		gap.N = count(s.first)
	}
	gap.Low = max(gap.Low, 1)
	return gap
}

// Measure is a kind of number that trials have, such as time. Solvers are compared by measures.
// Smaller values are better, except for Accuracy.
type Measure struct {
	Name string // unique, in words
	Unit string // name of the unit, as in the table of statistics; also "share" and "gap"
	Key  string // name of the statistic, such as "cpu_seconds"
	of   func(*bench.Record) float64
}

// measureOf returns the measure of the statistic with the given name.
func measureOf(name string) Measure {
	row := bench.StatisticNamed(name)
	return Measure{
		Name: row.Label,
		Unit: row.Unit,
		Key:  name,
		of:   func(r *bench.Record) float64 { return float64(row.Of(r)) },
	}
}

// compared returns the measures of the statistics by which solvers are compared.
func compared() []Measure {
	var measures []Measure
	for _, row := range bench.Statistics {
		if row.Compared {
			measures = append(measures, measureOf(row.Name))
		}
	}
	return measures
}

// These are the measures for comparing solvers.
var (
	Length      = measureOf("length")
	Seconds     = measureOf("seconds")
	CPUSeconds  = measureOf("cpu_seconds")
	Expanded    = measureOf("expanded")
	BeforeLastF = measureOf("expanded_before_last_f")
	Generated   = measureOf("generated")
	Evaluated   = measureOf("evaluated")
	Bytes       = measureOf("bytes")
	Resident    = measureOf("resident")

	// Compared has the statistics of searches by which all tables compare solvers, such as
	// Expanded.
	Compared = compared()

	// Accuracy is 1 for a solved trial and 0 for any other. Its mean is the accuracy of a solver.
	Accuracy = Measure{Name: "accuracy", Unit: "share", Key: "accuracy", of: accuracy}
)

// Title returns the name of the measure for titles and axes, such as "expanded states".
func (m Measure) Title() string {
	if units.Of(m.Unit) != units.Count {
		return m.Name
	}
	return m.Name + " " + m.Unit
}

// Format writes a value of the measure for people.
func (m Measure) Format(x float64) string { return units.Of(m.Unit).Format(x) }

// IsTime reports whether the measure is a wall time or a processor time.
func (m Measure) IsTime() bool { return m.Unit == "seconds" }

// varies reports whether values of the measure differ from run to run even if the search does
// not.
func (m Measure) varies() bool { return m.IsTime() || m.Key == Resident.Key }

// Of returns the value of the measure for a trial. It returns NaN if the trial has no value. Failed
// trials have no values, except for Accuracy.
func (m Measure) Of(r *bench.Record) float64 {
	if failed(r) && m.Key != Accuracy.Key {
		return math.NaN()
	}
	return m.of(r)
}

// Reported reports whether a solver reports the measure, according to package solvers. There is one
// exception: some solvers report expanded states, but expand states only with certain settings.
// Such a solver reports expanded and generated states only if it expanded a state in at least one
// trial.
func (m Measure) Reported(s Solver) bool {
	expansions := m.Key == Expanded.Key || m.Key == Generated.Key
	return solvers.Reports(s.Algorithm, m.Key) && (!expansions || s.Expands)
}

// known converts a number to a float64. It returns NaN for nil, which means that a record lacks the
// number.
func known[T int | uint64](number *T) float64 {
	if number == nil {
		return math.NaN()
	}
	return float64(*number)
}

// ofPlan returns the value of the measure for a solved trial, or NaN for other trials.
func (m Measure) ofPlan(r *bench.Record) float64 {
	if !Solved(r) {
		return math.NaN()
	}
	return m.of(r)
}

// Gap returns the cost of a plan divided by the cost of an optimal plan. It is 1 for an optimal
// plan, also if both costs are 0. Under unit costs, the arguments may be lengths.
func Gap(cost, optimal float64) float64 {
	if cost == optimal {
		return 1
	}
	return cost / optimal
}

// GapOf returns the gap of a solved trial. It returns NaN for other trials. It also returns NaN if
// the record does not have the optimal cost of the puzzle.
func GapOf(r *bench.Record) float64 {
	if !Solved(r) || r.OptimalCost == nil {
		return math.NaN()
	}
	return Gap(float64(r.Cost), float64(*r.OptimalCost))
}

// optimalLength returns the optimal length of a trial's puzzle, or NaN if it is not known.
func optimalLength(r *bench.Record) float64 { return known(r.OptimalLength) }

func accuracy(r *bench.Record) float64 {
	if Solved(r) {
		return 1
	}
	return 0
}

// Optimal is 1 for a plan whose gap is 1, and 0 for a plan whose gap is larger. It is NaN if the
// gap is not known. Its mean is the optimal share of a solver.
func Optimal(r *bench.Record) float64 {
	gap := GapOf(r)
	if gap > 1 {
		return 0
	}
	return gap // 1 or NaN
}
