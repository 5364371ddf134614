package analysis

import (
	"math"

	"npuzzle/bench"
)

// Measure is a figure of a solved trial by which solvers are compared; less is
// better.
type Measure struct {
	Name string
	Unit Unit
	Of   func(bench.Record) float64
}

// Unit is what a measure counts in.
type Unit int

// The units.
const (
	Moves  Unit = iota
	Number      // of states or plans
	Time
	Memory
)

// The measures, each by its name in records.
var (
	Length              = Measure{"length", Moves, func(r bench.Record) float64 { return float64(*r.Length) }}
	Seconds             = Measure{"time", Time, func(r bench.Record) float64 { return r.Seconds }}
	CPUSeconds          = Measure{"processor time", Time, func(r bench.Record) float64 { return r.CPUSeconds }}
	Expanded            = Measure{"expanded", Number, func(r bench.Record) float64 { return float64(r.Expanded) }}
	ExpandedBeforeLastF = Measure{"expanded before last f", Number, func(r bench.Record) float64 { return float64(r.ExpandedBeforeLastF) }}
	Generated           = Measure{"generated", Number, func(r bench.Record) float64 { return float64(r.Generated) }}
	Evaluated           = Measure{"evaluated", Number, func(r bench.Record) float64 { return float64(r.Evaluated) }}
	Bytes               = Measure{"memory", Memory, func(r bench.Record) float64 { return float64(r.Bytes) }}
	Resident            = Measure{"resident memory", Memory, resident}
)

func resident(r bench.Record) float64 {
	if r.Resident == nil {
		return math.NaN()
	}
	return float64(*r.Resident)
}

// takenBy tells whether a measure says anything of a solver: the genetic solver
// evaluates plans, searches expand states. The genetic solver may expand some too,
// but in no layers of f.
func (m Measure) takenBy(s Solver) bool {
	switch m.Name {
	case Expanded.Name, Generated.Name:
		return s.Expands
	case ExpandedBeforeLastF.Name:
		return s.Expands && !s.Evaluates
	case Evaluated.Name:
		return s.Evaluates
	}
	return true
}
