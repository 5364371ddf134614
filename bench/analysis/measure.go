package analysis

import (
	"math"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// Measure is a kind of number that trials have, such as time. Solvers are compared by measures.
// Smaller values are better.
type Measure struct {
	Name string // unique, in words
	Unit units.Unit
	key  string // key of the value in a record's JSON
	of   func(bench.Record) float64
}

// These are the measures for comparing solvers.
var (
	Length     = Measure{"length", units.Moves, "length", length}
	Seconds    = Measure{"time", units.Seconds, "seconds", func(r bench.Record) float64 { return r.Seconds }}
	CPUSeconds = Measure{"processor time", units.Seconds, "cpu_seconds",
		func(r bench.Record) float64 { return r.CPUSeconds }}
	Expanded = Measure{"expanded", units.Count, "expanded",
		func(r bench.Record) float64 { return float64(r.Expanded) }}
	BeforeLastF = Measure{"expanded before last f", units.Count, "expanded_before_last_f",
		func(r bench.Record) float64 { return float64(r.ExpandedBeforeLastF) }}
	Generated = Measure{"generated", units.Count, "generated",
		func(r bench.Record) float64 { return float64(r.Generated) }}
	Evaluated = Measure{"evaluated", units.Count, "evaluated",
		func(r bench.Record) float64 { return float64(r.Evaluated) }}
	Bytes    = Measure{"memory", units.Bytes, "bytes", func(r bench.Record) float64 { return float64(r.Bytes) }}
	Resident = Measure{"resident memory", units.Bytes, "resident",
		func(r bench.Record) float64 { return known(r.Resident) }}
)

// Of returns the value of the measure for a trial. It returns NaN if the trial has no value. Failed
// trials have no values.
func (m Measure) Of(r bench.Record) float64 {
	if failed(r) {
		return math.NaN()
	}
	return m.of(r)
}

// Reported reports whether a solver reports the measure, according to package solvers. There is one
// exception: some solvers report expanded states, but expand states only with certain settings. Such
// a solver reports expanded and generated states only if it expanded a state in at least one trial.
func (m Measure) Reported(s Solver) bool {
	expansions := m.key == Expanded.key || m.key == Generated.key
	return solvers.Reports(s.Algorithm, m.key) && (!expansions || s.Expands)
}

// known converts a number to a float64. It returns NaN for nil, which means that a record lacks the
// number.
func known[T int | uint64](number *T) float64 {
	if number == nil {
		return math.NaN()
	}
	return float64(*number)
}

// length returns the length of the plan of a solved trial, or NaN for other trials.
func length(r bench.Record) float64 {
	if !solved(r) {
		return math.NaN()
	}
	return known(r.Length)
}

// lengthMTM returns the length of the plan in multi-tile moves, or NaN for trials that are not solved.
func lengthMTM(r bench.Record) float64 {
	if !solved(r) {
		return math.NaN()
	}
	return known(r.LengthMTM)
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
	if !solved(r) || r.OptimalCost == nil {
		return math.NaN()
	}
	return Gap(float64(r.Cost), float64(*r.OptimalCost))
}

// optimalLength returns the optimal length of a trial's puzzle, or NaN if it is not known.
func optimalLength(r bench.Record) float64 { return known(r.OptimalLength) }

// optimalLengthOfPlan returns the optimal length of a solved trial's puzzle. It returns NaN for other
// trials, and if the optimal length is not known.
func optimalLengthOfPlan(r bench.Record) float64 {
	if !solved(r) {
		return math.NaN()
	}
	return optimalLength(r)
}

// accuracy is 1 for a solved trial and 0 for any other. Its mean is the accuracy of a solver.
func accuracy(r bench.Record) float64 {
	if solved(r) {
		return 1
	}
	return 0
}

// Optimal is 1 for a plan whose gap is 1, and 0 for a plan whose gap is larger. It is NaN if the gap
// is not known. Its mean is the optimal share of a solver.
func Optimal(r bench.Record) float64 {
	switch gap := GapOf(r); {
	case math.IsNaN(gap):
		return gap
	case gap == 1:
		return 1
	}
	return 0
}
