package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// Every number stands for one solvable board, and every solvable board has one.
func TestRankingNumbersEverySolvableBoardOnce(t *testing.T) {
	for _, text := range []string{"0 1/2 3", "1 2/3 0", "1 2 3/4 5 0", "1 2/3 4/5 0", "0 1/2 3/4 5",
		"1 2 3 4/5 6 7 0", "1 2/3 4/5 6/7 0", "1 2 3/8 0 4/7 6 5"} {
		goal, err := puzzle.Parse(text, puzzle.Size{})
		require.NoError(t, err)
		ranking := puzzle.NewRanking(goal)
		tiles := make([]uint8, goal.Size().Cells())
		numbers := make([]int, len(tiles))
		for n := range ranking.Len() {
			blank := ranking.Unrank(n, tiles)
			require.Zero(t, tiles[blank])
			require.Equal(t, n, ranking.Rank(tiles), text)
			for i, tile := range tiles {
				numbers[i] = int(tile)
			}
			b, err := puzzle.New(goal.Size(), numbers)
			require.NoError(t, err)
			require.True(t, puzzle.Solvable(b, goal), "%v", b)
		}
	}
}

// A walk meets no two boards of one number, on lines as well as on large boards.
func TestRankingTellsBoardsApart(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 2}, {Rows: 1, Cols: 3}, {Rows: 6, Cols: 1},
		{Rows: 3, Cols: 4},
		{Rows: 4, Cols: 4}, {Rows: 4, Cols: 5}} {
		goal, err := puzzle.Goal(puzzle.BlankLast, size)
		require.NoError(t, err)
		ranking := puzzle.NewRanking(goal)
		rng := puzzle.NewRand(3, 4)
		known := map[uint64]puzzle.Board{}
		for range 2000 {
			b := puzzle.Uniform(rng, goal)
			n := ranking.Rank(b.Tiles())
			require.Less(t, n, ranking.Len())
			if other, met := known[n]; met {
				require.Equal(t, other, b)
			}
			known[n] = b
			tiles := make([]uint8, size.Cells())
			ranking.Unrank(n, tiles)
			require.Equal(t, b.Tiles(), tiles)
		}
	}
}

// A board with too many cells has no ranking.
func TestRankingOfLargeBoards(t *testing.T) {
	require.NotPanics(t, func() { puzzle.NewRanking(goalOf(t, puzzle.BlankLast, 4, 5)) })
	require.PanicsWithValue(t, "puzzle: no ranking for boards of 5x5; the largest have 20 cells",
		func() { puzzle.NewRanking(goalOf(t, puzzle.BlankLast, 5, 5)) })
}
