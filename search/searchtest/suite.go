package searchtest

import (
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

	// Hard is a problem that takes the solver at least 100,000 expansions or
	// generated states. The zero Problem stands for a board of 4x4 that is
	// 80 moves from its goal.
	Hard search.Problem

	stuck *bool // a run has not ended
}

// Run tests that a solver meets the contract of package search. Each test that fails prints the rule
// that the solver has broken. A run that takes longer than a minute fails, and Run leaves out the tests
// that follow, because the run still takes time and memory.
func Run(t *testing.T, c Config) {
	if c.Hard == (search.Problem{}) {
		start := Board(t, farthest4x4)
		c.Hard = search.Problem{Start: start, Goal: Goal(t, puzzle.BlankLast, start.Size())}
	}
	c.stuck = new(bool)
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Plans", c.plans},
		{"KnownLengths", c.knownLengths},
		{"NoSearch", c.noSearch},
		{"Faults", c.faults},
		{"Orders", c.orders},
		{"InvalidOrder", c.invalidOrder},
		{"Costs", c.costs},
		{"Repeated", c.repeated},
		{"NodeLimit", c.nodeLimit},
		{"NodeLimitAtTheEnd", c.nodeLimitAtTheEnd},
		{"MemoryLimit", c.memoryLimit},
		{"MemoryTaken", c.memoryTaken},
		{"Interrupted", c.interrupted},
		{"Observer", c.observer},
	} {
		if *c.stuck || c.Anytime && test.name == "NodeLimitAtTheEnd" {
			continue
		}
		t.Run(test.name, test.run)
	}
}

// successors is the maximum number of states that an expansion generates.
const successors = 4

// statesOfPlan is the maximum number of states that an evaluation generates.
const statesOfPlan = 100

// requireLimit requires that a run without a plan has used up its limit.
func (c Config) requireLimit(t testing.TB, p search.Problem, limit uint64, r search.Result) {
	t.Helper()
	what := describe(p, search.Limits{Generated: limit}, r)
	must(t, r.Status == search.NodeLimit, "a run that reaches Limits.Generated ends with the status node-limit", what)
	if !c.Evaluates {
		must(t, limit <= r.Generated && r.Generated < limit+successors,
			"a run with the status node-limit ends at the first expansion that reaches Limits.Generated", what)
		return
	}
	must(t, r.Generated <= limit, "a run generates no more states than Limits.Generated", what)
	must(t, r.Generated+statesOfPlan > limit, "a run ends only if the next plan may exceed Limits.Generated", what)
}

// numbersOfWorkers are those that the suite tries.
func (c Config) numbersOfWorkers() []int {
	switch {
	case c.Parallel && RaceDetector:
		return []int{1, 3}
	case c.Parallel:
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
