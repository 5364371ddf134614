package searchtest

import (
	"context"
	"math/rand/v2"
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Settings are what the suite sets on the solvers that it asks for. A solver
// without such a setting leaves it out.
type Settings struct {
	Order    puzzle.Order
	Workers  int
	Observer search.Observer
}

// Config says which solver the suite is to test, and what the solver claims.
type Config struct {
	// New makes a fresh solver.
	New func(Settings) search.Solver

	Optimal    bool    // every plan is proven cheapest
	Within     float64 // no plan costs more than so many times the cheapest; 0: no claim
	Incomplete bool    // the search may be exhausted without a plan
	UnitCosts  bool    // other costs are refused
	Parallel   bool    // the solver has a setting for Workers

	// Anytime tells that the solver goes on after the first plan, by searches
	// of small parts too, so that a limit may end it with a plan.
	Anytime bool

	// Evaluates tells that the solver evaluates plans. It ends before the first plan that may need
	// more states than are left, and no plan needs more than statesOfPlan.
	Evaluates bool

	// Reach is how far from the goal a board may be for the solver to end
	// within a moment; 0 stands for any distance on 3x4.
	Reach puzzle.Cost

	// NearCells is the largest number of cells of a board near the goal that the suite tries; 0
	// stands for any. Some heuristics take too long to prepare for large boards.
	NearCells int

	// Hard is a problem that takes the solver at least 100,000 expansions or
	// generated states. The zero Problem stands for a board of 4x4 that is
	// 80 moves from its goal.
	Hard search.Problem
}

const (
	// successors is the maximum number of states that an expansion generates.
	successors = 4
	// statesOfPlan is the maximum number of states that an evaluation generates.
	statesOfPlan = 100
)

// Run tests that a solver meets the contract of package search. Each test that fails prints the
// rule that the solver has broken. A run that does not end, although it has to poll search.Watch,
// ends the test at the time limit of go test.
func Run(t *testing.T, c Config) {
	if c.Hard == (search.Problem{}) {
		c.Hard = Problem(t, farthest4x4, puzzle.BlankLast)
	}
	for i, test := range []struct {
		name string
		run  func(suite)
	}{
		{"Plans", suite.plans},
		{"KnownLengths", suite.knownLengths},
		{"NoSearch", suite.noSearch},
		{"Faults", suite.faults},
		{"Orders", suite.orders},
		{"InvalidOrder", suite.invalidOrder},
		{"Costs", suite.costs},
		{"Repeated", suite.repeated},
		{"NodeLimit", suite.nodeLimit},
		{"NodeLimitAtTheEnd", suite.nodeLimitAtTheEnd},
		{"EvaluationLimit", suite.evaluationLimit},
		{"MemoryLimit", suite.memoryLimit},
		{"MemoryTaken", suite.memoryTaken},
		{"Interrupted", suite.interrupted},
		{"Observer", suite.observer},
		{"NearGoal", suite.nearGoal},
	} {
		if c.Anytime && test.name == "NodeLimitAtTheEnd" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			s := suite{c, t, t.Context(), puzzle.NewRand(uint64(i), 0), c.New(Settings{})}
			test.run(s)
		})
	}
}

// suite is a test of the suite while it runs.
type suite struct {
	Config
	t      *testing.T
	ctx    context.Context // of the runs
	rng    *rand.Rand
	solver search.Solver // with default settings
}

// many is a part of the work of a hard problem that is enough to see every
// engine at work. Parallel searches do the first half in the plain way.
func (s suite) many() uint64 {
	if s.Parallel {
		return 60_000
	}
	return 20_000
}

// numbersOfWorkers are those that the suite tries.
func (s suite) numbersOfWorkers() []int {
	switch {
	case s.Parallel && RaceDetector:
		return []int{1, 3}
	case s.Parallel:
		return []int{1, 2, 3, 8}
	}
	return []int{0}
}

// few is a number of boards, less under the race detector.
func few(boards int) int {
	if RaceDetector {
		return max(boards/4, 1)
	}
	return boards
}
