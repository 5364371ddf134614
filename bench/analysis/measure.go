package analysis

import (
	"math"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// Measure is a number that a trial has. Solvers are compared by measures; less is better.
type Measure struct {
	Name string // unique, in words
	Unit units.Unit
	key  string // of the record's JSON
	of   func(bench.Record) float64
}

// The measures.
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

// Of returns the measure of a trial, NaN if the trial has none. A trial that went wrong has none.
func (m Measure) Of(r bench.Record) float64 {
	if failed(r) {
		return math.NaN()
	}
	return m.of(r)
}

// Reported reports whether a solver reports the measure. Package solvers declares that, with one
// exception here: the genetic solver declares expanded states, but expands some only with certain
// settings.
func (m Measure) Reported(s Solver) bool {
	expansions := m.key == Expanded.key || m.key == Generated.key
	return solvers.Reports(s.Algorithm, m.key) && (!expansions || s.Expands)
}

// known turns a number that a record may lack into a float, NaN if it lacks it.
func known[T int | uint64](number *T) float64 {
	if number == nil {
		return math.NaN()
	}
	return float64(*number)
}

// length is the length of the plan of a solved trial.
func length(r bench.Record) float64 {
	if !solved(r) {
		return math.NaN()
	}
	return known(r.Length)
}

// lengthMTM is the length in multi-tile moves.
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

// GapOf returns the gap of a solved trial. It is NaN for other trials, and for trials on puzzles
// whose optimal cost is not known: the record says what is known about it.
func GapOf(r bench.Record) float64 {
	if !solved(r) || r.OptimalCost == nil {
		return math.NaN()
	}
	return Gap(float64(r.Cost), float64(*r.OptimalCost))
}

// optimalLength returns the optimal length of a trial's puzzle.
func optimalLength(r bench.Record) float64 { return known(r.OptimalLength) }

// optimalLengthOfPlan returns the same for a solved trial only.
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

// Optimal is 1 for a plan whose gap is 1 and 0 for a plan whose gap is larger, NaN if the gap is
// not known. Its mean is the optimal share of a solver.
func Optimal(r bench.Record) float64 {
	switch gap := GapOf(r); {
	case math.IsNaN(gap):
		return gap
	case gap == 1:
		return 1
	}
	return 0
}
