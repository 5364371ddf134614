package tune

import (
	"fmt"
	"math"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// Objective is what a tuner minimises: the mean cost of trials.
type Objective string

// The objectives. Except for that of Accuracy, costs are logarithms, so that a mean of costs is a geometric
// mean, and boards of all sizes have the same weight. See [Objective.Cost].
const (
	Accuracy = "accuracy" // share of trials that are solved within the limit
	Gap      = "gap"      // length of plans
	Anytime  = "anytime"  // length of the best plan so far, as a mean over times up to the limit
	States   = "states"   // states generated until a plan is found
	Time     = "time"     // processor time until a plan is found
)

// Objectives lists the objectives.
var Objectives = []string{Accuracy, Gap, Anytime, States, Time}

// words has the unit of an objective's values, whether they are exponentials of mean costs, their label, and a short
// label for tables and axes.
var words = map[Objective]struct {
	unit         string
	exponential  bool
	label, short string
}{
	Accuracy: {"share", false, "accuracy", "accuracy"},
	Gap:      {"gap", true, "ratio of length to Manhattan distance", "length ratio"},
	Anytime:  {"gap", true, "ratio of length to Manhattan distance, over all budgets,", "anytime ratio"},
	States:   {"states", true, "number of generated states (PAR10)", "states"},
	Time:     {"seconds", true, "processor time (PAR10)", "time"},
}

const (
	// noPlan is the ratio of lengths that counts for a trial without a plan: much longer than any plan that a
	// solver of this laboratory finds.
	noPlan = 10
	// par is the factor by which the limit of an unsolved trial is multiplied (PAR10).
	par = 10

	// The area under the curve of plans has this number of points, from 1/anytimeRange of the limit up to the limit.
	anytimePoints = 30
	anytimeRange  = 1000
)

// Cost returns the cost of a trial. Smaller is better.
//
//   - Accuracy: 0 if the trial is solved, and 1 if not.
//   - Gap: the logarithm of the length of the plan divided by the Manhattan distance of the board. Without
//     a plan, the ratio counts as 10.
//   - Anytime: the mean of such logarithms for the best plans within 30 amounts of work, from a thousandth of the
//     limit up to the limit, at equal factors. It is the area under the curve of lengths on a logarithmic axis
//     (López-Ibáñez and Stützle 2014). So one trial answers for all smaller limits.
//   - States and Time: the logarithm of the work until the first plan. For an anytime solver, this time is wall
//     time. An unsolved trial counts as 10 times its limit.
//
// Divisors that all configurations share do not change which configuration is best.
func (o Objective) Cost(r bench.Record) float64 {
	work := func(f search.Found) float64 { return float64(f.Generated) }
	limit := float64(r.NodeLimit)
	if r.NodeLimit == 0 {
		work, limit = func(f search.Found) float64 { return f.Seconds }, max(r.CPULimit, r.TimeLimit)
	}
	solved := r.Status == search.Solved
	ratio := func(length int) float64 { return math.Log(float64(max(length, 1)) / shortest(r)) }
	switch o {
	case Accuracy:
		if solved {
			return 0
		}
		return 1
	case Gap:
		if !solved {
			return math.Log(noPlan)
		}
		return ratio(*r.Length)
	case Anytime:
		sum := 0.0
		for i := range anytimePoints {
			budget := limit * math.Pow(anytimeRange, float64(i+1)/anytimePoints-1)
			cost := math.Log(noPlan)
			for _, f := range r.Plans() {
				if work(f) <= budget {
					cost = ratio(f.Length)
				}
			}
			sum += cost
		}
		return sum / anytimePoints
	case States:
		if !solved {
			return math.Log(par * max(float64(r.NodeLimit), float64(r.Generated)))
		}
		return math.Log(max(float64(r.Plans()[0].Generated), 1))
	}
	if !solved {
		return math.Log(par * max(limit, r.CPUSeconds))
	}
	seconds := r.CPUSeconds
	if len(r.Found) > 0 { // an anytime solver goes on after its first plan
		seconds = r.Found[0].Seconds
	}
	return math.Log(max(seconds, 1e-6)) // clocks measure microseconds
}

// shortest returns a lower bound of the length of plans that is the same for all solvers: the Manhattan
// distance, or 1 for a solved board.
func shortest(r bench.Record) float64 {
	estimator, err := heuristics.Manhattan.For(r.Goal, r.MoveCosts)
	if err != nil {
		panic(fmt.Sprintf("tune: Manhattan distance of a board of %dx%d: %v", r.Rows, r.Cols, err))
	}
	return math.Max(float64(estimator.Estimate(r.Board.Tiles())), 1)
}

// Value returns a mean cost as people read it: the share of solved trials, or a geometric mean.
func (o Objective) Value(cost float64) float64 {
	if words[o].exponential {
		return math.Exp(cost)
	}
	return 1 - cost
}

// Values returns the interval of Value, given that of a mean cost.
func (o Objective) Values(cost analysis.Interval) analysis.Interval {
	low, high := o.Value(cost.Low), o.Value(cost.High)
	return analysis.Interval{Value: o.Value(cost.Value), Low: min(low, high), High: max(low, high), N: cost.N}
}

// Unit returns the name of the unit of Value: a unit of the table of statistics, "share" or "gap".
func (o Objective) Unit() string { return words[o].unit }

// Format writes the value of a mean cost.
func (o Objective) Format(cost float64) string { return units.Of(o.Unit()).Format(o.Value(cost)) }

// Label says what Format writes.
func (o Objective) Label() string { return words[o].label }

// Short is a short label for tables and axes.
func (o Objective) Short() string { return words[o].short }

// capped reports whether configurations that are slower than the best may be stopped early.
func (o Objective) capped() bool { return o == States || o == Time }
