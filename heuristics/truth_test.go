package heuristics_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/searchtest"
)

// One tile that leaves its row can end several conflicts: counting them by pairs overestimates, and
// the move lowers the estimate by more than it costs.
func TestLinearConflictPairsOverestimates(t *testing.T) {
	require.False(t, heuristics.LinearConflictPairs.Admissible())
	require.False(t, heuristics.LinearConflictPairs.Consistent())
	goal := goalOf(t, puzzle.BlankLast, 2, 4)
	board := boardOf(t, "3 4 2 7/0 1 5 6", goal.Size())
	distances := searchtest.Distances(t, goal, puzzle.Costs{})
	distance, known := distances.Distance(board)
	require.True(t, known)
	require.Equal(t, puzzle.Cost(15), distance)
	e := estimatorOf(t, heuristics.LinearConflictPairs, goal, puzzle.Costs{})
	require.Equal(t, puzzle.Cost(17), e.Estimate(board.Tiles()))

	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	tracker := e.Track()
	largest := puzzle.Cost(0)
	for tiles := range distances.All() {
		estimate := tracker.Reset(tiles)
		blank := uint8(bytes.IndexByte(tiles, 0))
		for _, step := range graph.Steps(blank) {
			tiles[blank], tiles[step.To] = tiles[step.To], 0
			largest = max(largest, estimate-tracker.After(tiles, step.To, blank))
			tiles[step.To], tiles[blank] = tiles[blank], 0
		}
	}
	require.Greater(t, largest, puzzle.Cost(1))
}

// drawGoal draws any board of a size.
func drawGoal(t *rapid.T, size puzzle.Size) puzzle.Board {
	tiles := make([]int, size.Cells())
	for i := range tiles {
		tiles[i] = i
	}
	goal, err := puzzle.New(size, rapid.Permutation(tiles).Draw(t, "goal"))
	require.NoError(t, err)
	return goal
}
