package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

// reachable returns every board that moves lead to, by breadth-first search.
func reachable(from puzzle.Board) map[puzzle.Board]bool {
	known := map[puzzle.Board]bool{from: true}
	for queue := []puzzle.Board{from}; len(queue) > 0; queue = queue[1:] {
		for m := range puzzle.Move(4) {
			if next, legal := queue[0].Move(m); legal && !known[next] {
				known[next] = true
				queue = append(queue, next)
			}
		}
	}
	return known
}

// goals are the named ones and one that no rule makes.
func goals(t testing.TB, size puzzle.Size) []puzzle.Board {
	t.Helper()
	var all []puzzle.Board
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
		all = append(all, goalOf(t, name, size.Rows, size.Cols))
	}
	return append(all, shuffled(t, puzzle.NewRand(3, 0), size))
}

// shuffled returns any board of a size, solvable or not.
func shuffled(t testing.TB, rng *rand.Rand, size puzzle.Size) puzzle.Board {
	t.Helper()
	b, err := puzzle.New(size, rng.Perm(size.Cells()))
	require.NoError(t, err)
	return b
}

func TestSolvableOnEveryArrangement(t *testing.T) {
	for _, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 1, Cols: 4}, {Rows: 4, Cols: 1}, {Rows: 1, Cols: 6},
		{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2},
	} {
		for _, goal := range goals(t, size) {
			t.Run(fmt.Sprintf("%v to %v", size, goal), func(t *testing.T) {
				known := reachable(goal)
				arrangements(t, size, func(b puzzle.Board) {
					if puzzle.Solvable(b, goal) != known[b] {
						require.Equal(t, known[b], puzzle.Solvable(b, goal), "%v to %v", b, goal)
					}
					if (puzzle.WhyUnsolvable(b, goal) == "") != known[b] {
						require.Equal(t, known[b], puzzle.WhyUnsolvable(b, goal), "%v to %v", b,
							goal)
					}
				})
			})
		}
	}
}

func TestSolvableOnSamples(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
		for _, goal := range goals(t, size) {
			t.Run(fmt.Sprintf("%v to %v", size, goal), func(t *testing.T) {
				t.Parallel()
				known := reachable(goal)
				rng := puzzle.NewRand(4, 0)
				solvable := 0
				for range 5000 {
					b := shuffled(t, rng, size)
					require.Equal(t, known[b], puzzle.Solvable(b, goal), "%v to %v", b, goal)
					if known[b] {
						solvable++
					}
				}
				require.InDelta(t, 2500, solvable, 200, "of 5000 random boards")
			})
		}
	}
}

func TestSolvableNeedsOneSize(t *testing.T) {
	require.False(t, puzzle.Solvable(goalOf(t, puzzle.BlankLast, 2, 3),
		goalOf(t, puzzle.BlankLast, 3, 2)))
}

// On every size: moves keep a board solvable; exchanging two tiles ends it.
func TestSolvableUnderMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		goal := drawBoard(t, drawSize(t))
		b := goal
		for _, m := range rapid.SliceOf(rapid.Uint8Range(0, 3)).Draw(t, "moves") {
			b, _ = b.Move(puzzle.Move(m))
		}
		require.True(t, puzzle.Solvable(b, goal), "%v to %v", b, goal)
		require.True(t, puzzle.Solvable(goal, b), "%v to %v", goal, b)

		if goal.Size().Cells() > 2 {
			tiles := make([]int, goal.Size().Cells())
			for tile, cell := range b.Positions() {
				switch tile {
				case 1:
					tile = 2
				case 2:
					tile = 1
				}
				tiles[cell] = tile
			}
			exchanged, err := puzzle.New(goal.Size(), tiles)
			require.NoError(t, err)
			require.False(t, puzzle.Solvable(exchanged, goal), "%v to %v", exchanged, goal)
		}
	})
}

func TestSwaps(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3).Positions()
	for text, want := range map[string]int{
		"1 2 3/4 5 6/7 8 0": 0,
		"2 1 3/4 5 6/7 8 0": 1,
		"2 3 1/4 5 6/7 8 0": 2,
		"2 1 3/5 4 6/7 8 0": 2,
		"0 1 2/3 4 5/6 7 8": 8, // one cycle through all nine cells
	} {
		require.Equal(t, want, puzzle.Swaps(boardOf(t, text).Tiles(), goal), text)
	}
}
