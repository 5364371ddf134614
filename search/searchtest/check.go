package searchtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solve solves a problem. It leaves out of the Result what depends on the
// number of workers: see comparable.
func Solve(t testing.TB, s search.Solver, p search.Problem, lim search.Limits) search.Result {
	t.Helper()
	r, err := s.Solve(context.Background(), p, lim)
	require.NoError(t, err, "%v", p)
	return comparable(r)
}

// solve runs a solver and checks all that holds of every run: see check. It
// also checks that the run leaves the solver's settings alone.
func (c Config) solve(
	ctx context.Context, t testing.TB, s search.Solver, p search.Problem, lim search.Limits,
) search.Result {
	t.Helper()
	before := fmt.Sprintf("%+v", s)
	r, err := s.Solve(ctx, p, lim)
	require.NoError(t, err, "%v", p)
	require.Equal(t, before, fmt.Sprintf("%+v", s), "the run changed the settings")
	c.check(t, p, r)
	return r
}

// check tests what the contract says of a Result, whatever its status.
func (c Config) check(t testing.TB, p search.Problem, r search.Result) {
	t.Helper()
	what := fmt.Sprintf("%v to %v: %+v", p.Start, p.Goal, r)
	switch r.Status {
	case search.Solved:
		end, err := p.Start.Replay(r.Moves)
		require.NoError(t, err, "every move of a plan is legal: %s", what)
		require.Equal(t, p.Goal, end, "a plan leads from the start to the goal: %s", what)
		require.Equal(t, p.Costs.Total(r.Moves), r.Cost, "Cost is the sum of the move costs: %s", what)
		require.LessOrEqual(t, r.LowerBound, r.Cost, "no plan beats LowerBound: %s", what)
		require.Equal(t, r.Cost == r.LowerBound, r.Optimal, "a plan is Optimal if its cost is LowerBound: %s", what)
		if c.Optimal {
			require.True(t, r.Optimal, "the solver claims that every plan is optimal: %s", what)
		}
	case search.TimeLimit, search.NodeLimit, search.MemoryLimit, search.Cancelled, search.Unsolvable, search.Exhausted:
		require.Empty(t, r.Moves, "only a solved run has a plan: %s", what)
		require.Zero(t, r.Cost, "only a solved run has a cost: %s", what)
		require.False(t, r.Optimal, "only a plan can be optimal: %s", what)
	default:
		require.Fail(t, "unknown status", what)
	}
	c.checkStats(t, r.Stats, what)
}

// checkStats tests relations that follow from the definitions of the counters.
func (c Config) checkStats(t testing.TB, s search.Stats, what string) {
	t.Helper()
	require.LessOrEqual(t, s.ExpandedBeforeLastF, s.Expanded, "ExpandedBeforeLastF is a part of Expanded: %s", what)
	require.LessOrEqual(t, s.Duplicates+s.Reopened, s.Generated, "duplicates and reopened states are generated: %s",
		what)
	require.LessOrEqual(t, s.Open, s.PeakOpen, "PeakOpen is the maximum of Open: %s", what)
	require.LessOrEqual(t, s.PeakOpen, s.PeakStored, "open states are stored: %s", what)
	if c.Evaluates {
		require.GreaterOrEqual(t, s.Generated, s.Evaluated, "evaluated plans have moves: %s", what)
		if !c.Anytime {
			require.Zero(t, s.Expanded, "evaluating plans expands no states: %s", what)
		}
		return
	}
	require.Zero(t, s.Evaluated, "only a solver that scores plans evaluates: %s", what)
	// The start has a successor, and a state other than the start was
	// generated before it was expanded. No state has more than four.
	require.GreaterOrEqual(t, 2*s.Generated, s.Expanded, "expanded states were generated: %s", what)
	require.LessOrEqual(t, s.Generated, 4*s.Expanded, "a state has at most four successors: %s", what)
	require.Equal(t, s.Generated > 0, s.MaxCost > 0, "a generated state has a depth: %s", what)
	require.True(t, s.Bytes > 0 || s.Expanded == 0, "a search counts its memory in Bytes: %s", what)
}

// checkAgainst tests a Result against the cost of a cheapest plan.
func (c Config) checkAgainst(t testing.TB, cheapest puzzle.Cost, p search.Problem, r search.Result) {
	t.Helper()
	what := fmt.Sprintf("%v to %v, cheapest %d: %+v", p.Start, p.Goal, cheapest, r)
	require.LessOrEqual(t, r.LowerBound, cheapest, "LowerBound never exceeds the optimal cost: %s", what)
	if r.Status != search.Solved {
		return
	}
	require.GreaterOrEqual(t, r.Cost, cheapest, "no plan is cheaper than the cheapest: %s", what)
	if r.Optimal {
		require.Equal(t, cheapest, r.Cost, "an Optimal plan is a cheapest one: %s", what)
	}
	if c.Within > 0 {
		require.LessOrEqual(t, float64(r.Cost), c.Within*float64(cheapest), "the solver claims a bound on the "+
			"cost: %s", what)
	}
}

// solved solves a problem without limits, whose cheapest plan the table of distances tells.
func (c Config) solved(t testing.TB, s search.Solver, p search.Problem) search.Result {
	t.Helper()
	return c.solvedAt(t, s, cheapest(t, p), p)
}

// solvedAt solves a problem without limits, whose cheapest plan is known.
func (c Config) solvedAt(t testing.TB, s search.Solver, cheapest puzzle.Cost, p search.Problem) search.Result {
	t.Helper()
	r := c.solve(context.Background(), t, s, p, search.Limits{})
	if !c.Incomplete {
		require.Equal(t, search.Solved, r.Status, "%v to %v", p.Start, p.Goal)
	}
	c.checkAgainst(t, cheapest, p, r)
	return r
}
