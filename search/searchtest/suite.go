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

	// Evaluates tells that the solver evaluates plans, and that its limit bounds
	// the states that it generates. It ends before the first plan that may need
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
		{"Costs", c.costs},
		{"Repeated", c.repeated},
		{"NodeLimit", c.nodeLimit},
		{"NodeLimitAtTheEnd", c.nodeLimitAtTheEnd},
		{"MemoryLimit", c.memoryLimit},
		{"Interrupted", c.interrupted},
		{"CancelledByObserver", c.cancelledByObserver},
		{"Observer", c.observer},
	} {
		if *c.stuck || c.Anytime && test.name == "NodeLimitAtTheEnd" {
			continue
		}
		t.Run(test.name, test.run)
	}
}

// work is what the solver's limit counts.
func (c Config) work(s search.Stats) uint64 {
	if c.Evaluates {
		return s.Generated
	}
	return s.Expanded
}

// statesOfPlan is the maximum number of states that an evaluation generates.
const statesOfPlan = 100

// requireLimit requires that a run without a plan has used up its limit.
func (c Config) requireLimit(t testing.TB, p search.Problem, limit uint64, r search.Result) {
	t.Helper()
	what := describe(p, search.Limits{Expanded: limit}, r)
	must(t, r.Status == search.NodeLimit, "a run that reaches Limits.Expanded ends with the status node-limit", what)
	if !c.Evaluates {
		must(t, c.work(r.Stats) == limit, "a run with the status node-limit has expanded Limits.Expanded states", what)
		return
	}
	must(t, c.work(r.Stats) <= limit, "a run generates no more states than Limits.Expanded", what)
	must(t, c.work(r.Stats)+statesOfPlan > limit, "a run ends only if the next plan may exceed Limits.Expanded", what)
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
