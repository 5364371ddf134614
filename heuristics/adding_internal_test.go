package heuristics

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// rows is a heuristic as docs/architecture.md tells how to add one: it adds up the rows
// between each tile and its goal cell.
var rows = tileHeuristic("rows", func(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	return between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down))
})

// A heuristic that is a sum over tiles needs nothing but its value: it is admissible,
// and its tracker follows every move.
func TestAddingAHeuristic(t *testing.T) {
	size := puzzle.Size{Rows: 2, Cols: 4}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	distances, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
	require.NoError(t, err)
	estimator, err := rows.For(goal, puzzle.Costs{})
	require.NoError(t, err)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	tracker := estimator.Track()
	boards := 0
	for tiles, distance := range distances.All() {
		boards++
		require.LessOrEqual(t, estimator.Estimate(tiles), distance, "%v", tiles)
		tracker.Reset(tiles)
		for cell, tile := range tiles {
			if tile != 0 {
				continue
			}
			step := graph.Steps(uint8(cell))[0]
			tiles[cell] = tiles[step.To]
			tiles[step.To] = 0
			require.Equal(t, estimator.Estimate(tiles), tracker.Move(tiles, step.To, uint8(cell)),
				"%v", tiles)
			break
		}
	}
	assert.Equal(t, 20160, boards)
}
