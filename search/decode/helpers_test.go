package decode

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// The heuristics by structure.
var (
	sums = []heuristics.Heuristic{
		heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan, heuristics.OutOfRowColumn,
	}
	conflicts = []heuristics.Heuristic{heuristics.LinearConflict, heuristics.LinearConflictPairs}
	others    = []heuristics.Heuristic{
		heuristics.Euclidean, heuristics.MaxSort,
		heuristics.Max(heuristics.MaxSort, heuristics.Manhattan),
	}
	every = slices.Concat(sums, conflicts, others)
)

func goalOf(t testing.TB, name string, rows, cols int) puzzle.Board {
	t.Helper()
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

// problem draws a solvable problem of up to so many rows and columns.
func problem(side int) *rapid.Generator[search.Problem] {
	return rapid.Custom(func(t *rapid.T) search.Problem {
		size := puzzle.Size{Rows: rapid.IntRange(1, side).Draw(t, "rows")}
		size.Cols = rapid.IntRange(max(1, 3-size.Rows), side).Draw(t, "cols")
		goals := []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}
		goal, err := puzzle.Goal(rapid.SampledFrom(goals).Draw(t, "goal"), size)
		if err != nil {
			t.Fatal(err)
		}
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		return search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
	})
}

// genes draws genes of 32 bits, bounds of their ranges included.
func genes(most int) *rapid.Generator[[]float64] {
	const unit = 1 << 32
	bounds := []uint32{0, unit - 1}
	for _, ends := range BoundsOf(1) {
		for _, end := range ends {
			if end < 1 {
				bounds = append(bounds, uint32(end*unit), uint32(end*unit)-1)
			}
		}
	}
	gene := rapid.OneOf(rapid.Uint32(), rapid.SampledFrom(bounds))
	toFloat := func(x uint32) float64 { return float64(x) / unit }
	return rapid.SliceOfN(rapid.Map(gene, toFloat), 1, most)
}
