package analysis

import (
	"math"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// Measure is a kind of number that trials have, such as time. Solvers are compared by measures.
// Smaller values are better, except for Accuracy.
type Measure struct {
	Name string // unique, in words
	Unit units.Unit
	Key  string // name of the statistic, such as "cpu_seconds"
	of   func(bench.Record) float64
}

// measured returns the measure of the statistic with the given name.
func measured(name string) Measure {
	row := bench.StatisticNamed(name)
	return Measure{row.Label, unitOf[row.Unit], name, func(r bench.Record) float64 { return float64(row.Of(&r)) }}
}

// unitOf has the unit of a statistic by its name in the table of statistics.
var unitOf = map[string]units.Unit{
	"moves": units.Moves, "seconds": units.Seconds, "bytes": units.Bytes,
	"states": units.Count, "plans": units.Count, "cost": units.Count,
}

// These are the measures for comparing solvers.
var (
	Length      = measured("length")
	Seconds     = measured("seconds")
	CPUSeconds  = measured("cpu_seconds")
	Expanded    = measured("expanded")
	BeforeLastF = measured("expanded_before_last_f")
	Generated   = measured("generated")
	Evaluated   = measured("evaluated")
	Bytes       = measured("bytes")
	Resident    = measured("resident")

	// Accuracy is 1 for a solved trial and 0 for any other. Its mean is the accuracy of a solver.
	Accuracy = Measure{"accuracy", units.Share, "accuracy", accuracy}
)

// Title returns the name of the measure for titles and axes, such as "expanded states".
func (m Measure) Title() string {
	if m.Unit != units.Count {
		return m.Name
	}
	return m.Name + " " + bench.StatisticNamed(m.Key).Unit
}

// measured reports whether values of the measure differ from run to run even if the search does not.
func (m Measure) measured() bool { return m.Unit == units.Seconds || m.Key == Resident.Key }

// Of returns the value of the measure for a trial. It returns NaN if the trial has no value. Failed
// trials have no values, except for Accuracy.
func (m Measure) Of(r bench.Record) float64 {
	if failed(r) && m.Key != Accuracy.Key {
		return math.NaN()
	}
	return m.of(r)
}

// Reported reports whether a solver reports the measure, according to package solvers. There is one
// exception: some solvers report expanded states, but expand states only with certain settings. Such
// a solver reports expanded and generated states only if it expanded a state in at least one trial.
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
func (m Measure) ofPlan(r bench.Record) float64 {
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
func GapOf(r bench.Record) float64 {
	if !Solved(r) || r.OptimalCost == nil {
		return math.NaN()
	}
	return Gap(float64(r.Cost), float64(*r.OptimalCost))
}

// optimalLength returns the optimal length of a trial's puzzle, or NaN if it is not known.
func optimalLength(r bench.Record) float64 { return known(r.OptimalLength) }

func accuracy(r bench.Record) float64 {
	if Solved(r) {
		return 1
	}
	return 0
}

// Optimal is 1 for a plan whose gap is 1, and 0 for a plan whose gap is larger. It is NaN if the gap
// is not known. Its mean is the optimal share of a solver.
func Optimal(r bench.Record) float64 {
	gap := GapOf(r)
	if gap > 1 {
		return 0
	}
	return gap // 1 or NaN
}
