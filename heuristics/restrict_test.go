package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

func TestRestrictable(t *testing.T) {
	whole := []heuristics.Heuristic{
		heuristics.MaxSort, heuristics.WalkingDistance, pdb.Heuristic{},
		heuristics.Max(heuristics.Manhattan, heuristics.MaxSort),
	}
	for _, h := range whole {
		assert.False(t, heuristics.Restrictable(h), h.Name())
	}
	assert.True(t, heuristics.Restrictable(heuristics.Max(heuristics.Misplaced,
		heuristics.Euclidean)))
	assert.False(t, heuristics.Restrictable(heuristics.FromFunc("own", true, nil)))
}

// A restrictable heuristic estimates boards without some of their tiles: never more than with them,
// nothing if the tiles left are in their places, and the same before, after and without moves.
func TestRestrictedEstimates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(2, 9).Draw(t, "rows"),
			Cols: rapid.IntRange(2, 9).Draw(t, "cols")}
		goal := drawGoal(t, size)
		start := drawGoal(t, size)
		missing := rapid.SliceOfN(rapid.Bool(), size.Cells(), size.Cells()).Draw(t, "missing")
		without := func(tiles []uint8) []uint8 {
			for i, tile := range tiles {
				if missing[tile] {
					tiles[i] = 0
				}
			}
			return tiles
		}
		for _, h := range all(t, size) {
			if !heuristics.Restrictable(h) {
				continue
			}
			e, err := h.For(goal, puzzle.Costs{})
			require.NoError(t, err)
			require.Zero(t, e.Estimate(without(goal.Tiles())), h.Name())
			require.LessOrEqual(t, e.Estimate(without(start.Tiles())), e.Estimate(start.Tiles()),
				h.Name())
			tiles := without(start.Tiles())
			blank := uint8(start.Blank())
			tracker := e.Track()
			require.Equal(t, e.Estimate(tiles), tracker.Reset(tiles), h.Name())
			for _, step := range puzzle.NewGraph(size, puzzle.DefaultOrder).Steps(blank) {
				tiles[blank] = tiles[step.To]
				tiles[step.To] = 0
				require.Equal(t, e.Estimate(tiles), tracker.After(tiles, step.To, blank), h.Name())
				require.Equal(t, e.Estimate(tiles), tracker.Move(tiles, step.To, blank), h.Name())
				tiles[blank], tiles[step.To] = 0, tiles[blank]
				tracker.Move(tiles, blank, step.To)
			}
		}
	})
}
