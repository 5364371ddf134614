package api

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// In a page without a server, a request makes no estimator before its search, because that takes a
// second on large boards.
func TestPrepareMakesNoEstimator(t *testing.T) {
	made := 0
	counting := heuristics.FromFunc("counting", false,
		func(puzzle.Board, puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
			made++
			return func([]uint8) puzzle.Cost { return 0 }, nil
		})
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 8, Cols: 8})
	require.NoError(t, err)
	got, err := new(API).prepare(t.Context(), counting, goal)
	require.NoError(t, err)
	assert.Same(t, counting, got)
	assert.Zero(t, made)
	tables, err := solvers.ParseHeuristic("pdb:4-4")
	require.NoError(t, err)
	_, err = new(API).prepare(t.Context(), tables, goal)
	assert.ErrorContains(t, err, "needs files, which a page opened from disk cannot read")
}
