package api

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// countingHeuristic can read files, as learned values can, and counts its estimators.
type countingHeuristic struct {
	heuristics.Heuristic
	made int
}

func (h *countingHeuristic) For(puzzle.Board, puzzle.Costs) (heuristics.Estimator, error) {
	h.made++
	return nil, errors.New("no estimator")
}

func (h *countingHeuristic) Named(string) (heuristics.Heuristic, error) { return h, nil }

func (h *countingHeuristic) CheckGoal(puzzle.Board) error { return nil }

func (h *countingHeuristic) Prepare(
	context.Context, puzzle.Board, *heuristics.Library,
) (heuristics.Heuristic, error) {
	return h, nil
}

// In a page without a server, a request makes no estimator before its search. Only pattern
// databases need files.
func TestPrepareMakesNoEstimator(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 8, Cols: 8})
	require.NoError(t, err)
	counting := &countingHeuristic{Heuristic: heuristics.Manhattan}
	require.True(t, heuristics.ReadsFiles(counting))
	got, err := new(API).prepare(t.Context(), counting, goal)
	require.NoError(t, err)
	assert.Same(t, counting, got)
	assert.Zero(t, counting.made)
	for _, text := range []string{"pdb:4-4", "max(manhattan,pdb)"} {
		tables, err := solvers.ParseHeuristic(text)
		require.NoError(t, err)
		_, err = new(API).prepare(t.Context(), tables, goal)
		assert.ErrorContains(t, err, "needs files, which a page opened from disk cannot read", text)
	}
}
