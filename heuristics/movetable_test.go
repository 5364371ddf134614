package heuristics_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// A table of moves follows the full estimate: Delta tells what Make adds, and Undo takes it back.
// Other heuristics, and conflicts in long lines, have none.
func TestMoveTableFollowsTheEstimate(t *testing.T) {
	sums := []heuristics.Heuristic{heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan}
	conflicts := []heuristics.Heuristic{heuristics.LinearConflict, heuristics.LinearConflictPairs}
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(2, 9)
		size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		if rapid.IntRange(0, 4).Draw(t, "largest") == 0 {
			size = puzzle.Size{Rows: puzzle.MaxSide, Cols: puzzle.MaxSide}
		}
		h := rapid.SampledFrom(append(append(sums, conflicts...), heuristics.Euclidean)).Draw(t,
			"heuristic")
		goal, err := puzzle.Goal(puzzle.BlankLast, size)
		require.NoError(t, err)
		costs, err := puzzle.ParseCosts(rapid.SampledFrom([]string{"1,1,1,1", "1,2,4,8",
			"99,99,1,1"}).Draw(t, "costs"))
		require.NoError(t, err)
		estimator, err := h.For(goal, costs)
		require.NoError(t, err)
		table := heuristics.TabulateMoves(estimator)
		fits := !slices.Contains(conflicts, h) || max(size.Rows, size.Cols) <= 7 &&
			costs.Dearest() < 99
		if fits = fits && h != heuristics.Euclidean; fits || max(size.Rows, size.Cols) > 3 {
			require.Equal(t, fits, table != nil)
		}
		if table == nil {
			return
		}
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		start := puzzle.Uniform(rng, goal)
		tiles := start.Tiles()
		blank := uint8(start.Blank())
		graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
		estimate, contents := heuristics.EstimateOf(table, tiles)
		require.Equal(t, estimator.Estimate(tiles), estimate)
		for range 20 {
			steps := graph.Steps(blank)
			step := steps[rng.IntN(len(steps))]
			tile := tiles[step.To]
			change := table.Change(step, int(tile))
			before := estimator.Estimate(tiles)
			was := contents
			delta := table.Delta(&contents, change)
			require.Equal(t, delta, estimator.(heuristics.Differ).Change(tiles, step.To, blank))
			require.Equal(t, delta, table.Make(&contents, change))
			tiles[blank] = tile
			tiles[step.To] = 0
			require.Equal(t, estimator.Estimate(tiles)-before, delta)
			require.Equal(t, heuristics.ContentsOf(table, tiles), contents)
			undone := contents
			change.Undo(&undone)
			require.Equal(t, was, undone)
			blank = step.To
		}
	})
}
