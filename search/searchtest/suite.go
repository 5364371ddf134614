package searchtest

import (
	"testing"

	"github.com/stretchr/testify/require"

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
}

// Run tests that a solver meets the contract of package search.
func Run(t *testing.T, c Config) {
	if c.Hard == (search.Problem{}) {
		start := Board(t, farthest4x4)
		c.Hard = search.Problem{Start: start, Goal: Goal(t, puzzle.BlankLast, start.Size())}
	}
	t.Run("Plans", c.plans)
	t.Run("KnownLengths", c.knownLengths)
	t.Run("NoSearch", c.noSearch)
	t.Run("Faults", c.faults)
	t.Run("Orders", c.orders)
	t.Run("Costs", c.costs)
	t.Run("Repeated", c.repeated)
	t.Run("NodeLimit", c.nodeLimit)
	if !c.Anytime {
		t.Run("NodeLimitAtTheEnd", c.nodeLimitAtTheEnd)
	}
	t.Run("MemoryLimit", c.memoryLimit)
	t.Run("Interrupted", c.interrupted)
	t.Run("CancelledByObserver", c.cancelledByObserver)
	t.Run("Observer", c.observer)
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
func (c Config) requireLimit(t testing.TB, limit uint64, r search.Result) {
	t.Helper()
	require.Equal(t, search.NodeLimit, r.Status)
	if !c.Evaluates {
		require.Equal(t, limit, c.work(r.Stats))
		return
	}
	require.LessOrEqual(t, c.work(r.Stats), limit)
	require.Greater(t, c.work(r.Stats)+statesOfPlan, limit)
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
