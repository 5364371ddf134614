package searchtest

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
)

// tables holds the distances that were computed so far, for the suites of
// several solvers in one test binary.
var tables sync.Map // from tableKey to func() (*exact.Table, error)

// tableKey is what distances depend on.
type tableKey struct {
	goal  puzzle.Board
	costs puzzle.Costs
}

// Distances returns the exact distances of all boards of a goal of at most 10
// cells. The table is computed once and shared.
func Distances(t testing.TB, goal puzzle.Board, costs puzzle.Costs) *exact.Table {
	t.Helper()
	compute, _ := tables.LoadOrStore(tableKey{goal, costs}, sync.OnceValues(func() (*exact.Table, error) {
		return exact.Distances(context.Background(), goal, costs)
	}))
	table, err := compute.(func() (*exact.Table, error))()
	require.NoError(t, err)
	return table
}

// cheapest returns the cost of a cheapest plan.
func cheapest(t testing.TB, p search.Problem) puzzle.Cost {
	t.Helper()
	d, ok := Distances(t, p.Goal, p.Costs).Distance(p.Start)
	require.True(t, ok, "%v cannot be solved", p.Start)
	return d
}
