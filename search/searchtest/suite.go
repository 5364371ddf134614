package searchtest

import (
	"cmp"
	"context"
	"math/rand/v2"
	"testing"

	"npuzzle/internal/slow"
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

// Config says which solver the suite is to test, which settings it has, and how large the problems
// may be. What the solver claims is in its Capabilities: see search.CapabilitiesOf. Each capability
// changes only the rules that it is about, so a solver states those that it has, whatever its kind.
type Config struct {
	// New makes a fresh solver.
	New func(Settings) search.Solver

	Parallel bool // the solver has a setting for Workers
	NoOrder  bool // the solver has no setting for Order

	// Inadmissible says that the heuristic may overestimate the cost left. Then a solver that
	// claims Optimal need not find cheapest plans.
	Inadmissible bool

	// Within says that no plan costs more than so many times the cheapest; 0 is no claim.
	Within float64

	// StatesOfPlan is the maximum number of states that an evaluation generates; 0 stands for 100.
	// A solver that evaluates plans ends before the first plan that may need more states than are
	// left.
	StatesOfPlan uint64

	// Enough is the number of states after which a solver that claims Endless has a plan of each
	// problem within reach; 0 stands for a million. Such a solver runs under this limit where others
	// run without one.
	Enough uint64

	// Reach is how far from the goal a board may be for the solver to end
	// within a moment; 0 stands for any distance on 3x4.
	Reach puzzle.Cost

	// NearCells is the largest number of cells of a board near the goal that the suite tries; 0
	// stands for any. Some heuristics take too long to prepare for large boards. If Variant is set,
	// only a long run tries boards near the goal.
	NearCells int

	// Variant says that another Config tests the same engine, with another heuristic or other
	// settings. An ordinary run of the tests then takes the rules on plans only, and leaves out
	// those on limits, memory, interruption, observers and boards near the goal. A long run takes
	// all rules.
	Variant bool

	// Hard is a problem that takes the solver at least 100,000 expansions or generated states,
	// unless it claims Incomplete and gives up earlier. The zero Problem stands for a board of 4x4
	// that is 80 moves from its goal.
	Hard search.Problem
}

const (
	// successors is the maximum number of states that an expansion generates.
	successors = 4
	// statesOfPlan is the default of Config.StatesOfPlan.
	statesOfPlan = 100
	// enoughStates is the default of Config.Enough.
	enoughStates = 1_000_000
)

// What the rules of a test are about.
const (
	engine  = 1 << iota // the engine of the solver; see Config.Variant
	workers             // runs with several workers
)

// Run tests that a solver meets the contract of package search. Each test that fails prints the
// rule that the solver has broken. A run that does not end, although it has to poll search.Watch,
// ends the test at the time limit of go test. With -short, Run takes only the rules that run a solver
// with several workers.
func Run(t *testing.T, c Config) {
	for i, test := range []struct {
		name  string
		run   func(suite)
		about uint8 // engine, workers, or both
	}{
		{"Plans", suite.plans, 0},
		{"KnownLengths", suite.knownLengths, 0},
		{"NoSearch", suite.noSearch, 0},
		{"Faults", suite.faults, 0},
		{"Orders", suite.orders, 0},
		{"InvalidOrder", suite.invalidOrder, 0},
		{"Costs", suite.costs, 0},
		{"Repeated", suite.repeated, engine | workers},
		{"NodeLimit", suite.nodeLimit, engine | workers},
		{"NodeLimitAtTheEnd", suite.nodeLimitAtTheEnd, engine},
		{"EvaluationLimit", suite.evaluationLimit, engine | workers},
		{"MemoryLimit", suite.memoryLimit, engine | workers},
		{"MemoryTaken", suite.memoryTaken, engine},
		{"Interrupted", suite.interrupted, engine | workers},
		{"Observer", suite.observer, engine | workers},
		{"NearGoal", suite.nearGoal, engine},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && (!c.Parallel || test.about&workers == 0) {
				t.Skip("a short run is for the race detector, and needs several workers")
			}
			if c.Variant && test.about&engine != 0 {
				slow.Only(t, "another configuration of the same engine is tested")
			}
			test.run(newSuite(t, c, uint64(i)))
		})
	}
}

// newSuite returns the suite of a test, whose boards are drawn with a seed.
func newSuite(t *testing.T, c Config, seed uint64) suite {
	solver := c.New(Settings{})
	claims := search.CapabilitiesOf(solver)
	claims.Optimal = claims.Optimal && !c.Inadmissible
	if c.Hard == (search.Problem{}) {
		c.Hard = Problem(t, farthest4x4, puzzle.BlankLast)
	}
	return suite{
		Config: c,
		claims: claims,
		t:      t,
		ctx:    t.Context(),
		rng:    puzzle.NewRand(seed, 0),
		solver: solver,
		varies: search.CapabilitiesOf(c.New(Settings{Workers: 2})).Varies,
	}
}

// suite is a test of the suite while it runs.
type suite struct {
	Config
	claims search.Capabilities
	t      *testing.T
	ctx    context.Context // of the runs
	rng    *rand.Rand
	solver search.Solver // with default settings
	varies bool          // the solver claims Varies with several workers
}

// statesOfPlan is the maximum number of states that an evaluation generates.
func (s suite) statesOfPlan() uint64 { return cmp.Or(s.StatesOfPlan, statesOfPlan) }

// enough are the limits of a run that is to find a plan: none, unless the run would not end.
func (s suite) enough() search.Limits {
	if s.claims.Endless {
		return search.Limits{Generated: cmp.Or(s.Enough, enoughStates)}
	}
	return search.Limits{}
}

// gaveUp reports whether a run ended without a plan and without meeting a limit, as solvers that
// claim Incomplete may.
func (s suite) gaveUp(r run) bool { return s.claims.Incomplete && r.Status == search.Exhausted }

// many is a part of the work of a hard problem that is enough to see every
// engine at work. Parallel searches do the first half in the plain way.
func (s suite) many() uint64 {
	switch {
	case s.Parallel && RaceDetector:
		return 40_000
	case s.Parallel:
		return 60_000
	}
	return 20_000
}

// numbersOfWorkers are those that the suite tries.
func (s suite) numbersOfWorkers() []int {
	switch {
	case s.Parallel && RaceDetector:
		return []int{3} // one worker starts no goroutines
	case s.Parallel && slow.Asked():
		return []int{1, 2, 3, 8}
	case s.Parallel:
		return []int{1, 8}
	}
	return []int{0}
}

// few is a number of boards in a long run of the tests. An ordinary run takes a part of them.
func few(boards int) int {
	switch {
	case RaceDetector:
		return max(boards/4, 1)
	case slow.Asked():
		return boards
	}
	return max(boards/2, 1)
}
