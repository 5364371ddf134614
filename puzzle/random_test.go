package puzzle_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// requireEven fails unless the draws, all of which must lie in population,
// are spread evenly over it: Pearson's chi-squared below its 99.9 % quantile,
// by Wilson and Hilferty's approximation (1931). The seeds are fixed, so a
// good source passes for ever.
func requireEven(
	t *testing.T, population map[puzzle.Board]bool, draws int, draw func() puzzle.Board,
) {
	t.Helper()
	counts := map[puzzle.Board]int{}
	for range draws {
		b := draw()
		require.True(t, population[b], "%v is not among the boards to draw from", b)
		counts[b]++
	}
	expected := float64(draws) / float64(len(population))
	chi2 := 0.0
	for b := range population {
		d := float64(counts[b]) - expected
		chi2 += d * d / expected
	}
	freedom := float64(len(population) - 1)
	spread := 2 / (9 * freedom)
	quantile := freedom * math.Pow(1-spread+3.09*math.Sqrt(spread), 3)
	require.Less(t, chi2, quantile, "chi-squared with %v degrees of freedom", freedom)
}

func TestUniform(t *testing.T) {
	for _, c := range []struct {
		rows, cols, boards int
	}{
		{2, 3, 360}, {3, 2, 360}, {2, 2, 12}, {1, 5, 5}, {4, 1, 4}, {1, 2, 2},
	} {
		for _, goal := range goals(t, puzzle.Size{Rows: c.rows, Cols: c.cols}) {
			t.Run(goal.String(), func(t *testing.T) {
				population := reachable(goal)
				require.Len(t, population, c.boards)
				rng := puzzle.NewRand(1, 2)
				requireEven(t, population, 100*c.boards, func() puzzle.Board {
					return puzzle.Uniform(rng, goal)
				})
			})
		}
	}
}

func TestUniformIsSolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		goal := drawBoard(t, drawSize(t))
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		b := puzzle.Uniform(rng, goal)
		require.True(t, puzzle.Solvable(b, goal), "%v to %v", b, goal)
	})
}

// A walk of n moves ends at most n moves away, an even number of moves nearer
// if nearer, and on every such board sometimes.
func TestWalk(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 2, 3)
	table, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
	require.NoError(t, err)
	rng := puzzle.NewRand(5, 0)
	for n := range 8 {
		within := 0 // boards that a walk of n may end on
		for _, d := range table.All() {
			if int(d) <= n && (n-int(d))%2 == 0 {
				within++
			}
		}
		seen := map[puzzle.Board]bool{}
		for range 3000 {
			b := puzzle.Walk(rng, goal, n)
			d, ok := table.Distance(b)
			require.True(t, ok)
			require.LessOrEqual(t, int(d), n)
			require.Zero(t, (n-int(d))%2, "parity of %d after %d moves", d, n)
			seen[b] = true
		}
		require.Len(t, seen, within, "after %d moves", n)
	}
}

func misplaced(b, goal puzzle.Board) int {
	count := 0
	for cell, tile := range b.Tiles() {
		if tile != 0 && int(tile) != goal.At(cell) {
			count++
		}
	}
	return count
}

// Every number of misplaced tiles that some solvable board has is drawn, each
// of its boards equally often; every other one is refused.
func TestMisplaced(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 1, Cols: 2},
		{Rows: 1, Cols: 5},
		{Rows: 4, Cols: 1}} {
		for _, goal := range goals(t, size) {
			t.Run(goal.String(), func(t *testing.T) {
				with := map[int]map[puzzle.Board]bool{}
				for b := range reachable(goal) {
					n := misplaced(b, goal)
					if with[n] == nil {
						with[n] = map[puzzle.Board]bool{}
					}
					with[n][b] = true
				}
				tiles := size.Cells() - 1
				rng := puzzle.NewRand(6, 0)
				for n := range size.Cells() {
					share := float64(n) / float64(tiles)
					draw := func() puzzle.Board {
						b, err := puzzle.Misplaced(rng, goal, share)
						require.NoError(t, err)
						return b
					}
					switch len(with[n]) {
					case 0:
						_, err := puzzle.Misplaced(rng, goal, share)
						require.ErrorContains(t, err, "found no solvable board")
					case 1:
						require.True(t, with[n][draw()])
					default:
						requireEven(t, with[n], 50*len(with[n]), draw)
					}
				}
			})
		}
	}
}

func TestMisplacedShare(t *testing.T) {
	rng := puzzle.NewRand(8, 0)
	for _, size := range []puzzle.Size{
		{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 3, Cols: 5}, {Rows: 16, Cols: 16},
	} {
		for _, goal := range goals(t, size) {
			for _, share := range []float64{0, 0.25, 0.4, 0.9, 1} {
				b, err := puzzle.Misplaced(rng, goal, share)
				require.NoError(t, err)
				require.Equal(
					t,
					int(math.Round(share*float64(size.Cells()-1))),
					misplaced(b, goal),
					"%v of %v",
					share,
					size,
				)
				require.True(t, puzzle.Solvable(b, goal))
			}
		}
	}
	goal := goalOf(t, puzzle.BlankLast, 2, 2)
	for _, share := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		_, err := puzzle.Misplaced(rng, goal, share)
		require.ErrorContains(t, err, "of misplaced tiles is out of range; expected 0 to 1")
	}
	_, err := puzzle.Misplaced(rng, goalOf(t, "1 0 2", 1, 3), 1)
	require.EqualError(t, err,
		"found no solvable board of 1x3 with exactly 2 of its 2 tiles misplaced; try another share")
}

// The same seed and stream give the same boards, here as on any machine.
func TestRandomBoardsRepeat(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	draw := func(seed, stream uint64) [3]string {
		rng := puzzle.NewRand(seed, stream)
		b, err := puzzle.Misplaced(rng, goal, 0.4)
		require.NoError(t, err)
		return [3]string{b.String(), puzzle.Uniform(rng, goal).String(),
			puzzle.Walk(rng, goal, 50).String()}
	}
	require.Equal(t, draw(1, 2), draw(1, 2))
	require.NotEqual(t, draw(1, 2), draw(1, 3))
	require.NotEqual(t, draw(1, 2), draw(2, 2))
	require.Equal(t, [3]string{
		"1 6 3 13/5 0 7 4/9 10 11 12/14 2 15 8",
		"2 9 13 14/6 7 4 12/15 11 8 5/1 3 0 10",
		"0 1 2 4/6 8 3 15/5 10 12 7/9 13 14 11",
	}, draw(1, 2))
}
