package searchtest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// farthest4x4 is one of the 17 boards that are 80 moves from blank-last,
	// the most of any (Brüngger, Marzetta, Fukuda, Nievergelt 1999).
	farthest4x4 = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"

	// farthest3x3 is one of the two that are 31 moves from it (OEIS A087725).
	farthest3x3 = "8 6 7/2 5 4/3 0 1"
)

// smallSizes are the sizes whose tables of distances take no time.
var smallSizes = []puzzle.Size{
	{Rows: 1, Cols: 2}, {Rows: 1, Cols: 6}, {Rows: 6, Cols: 1},
	{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2},
	{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3},
}

var size3x3 = puzzle.Size{Rows: 3, Cols: 3}

// Board reads a board.
func Board(t testing.TB, text string) puzzle.Board {
	t.Helper()
	var b puzzle.Board
	require.NoError(t, b.UnmarshalText([]byte(text)))
	return b
}

// Goal returns the goal of a name, or reads any other.
func Goal(t testing.TB, text string, size puzzle.Size) puzzle.Board {
	t.Helper()
	g, err := puzzle.Goal(text, size)
	if err != nil {
		return Board(t, text)
	}
	return g
}

// Problem returns the problem of two boards, as [Board] and [Goal] read them, under unit costs.
func Problem(t testing.TB, start, goal string) search.Problem {
	t.Helper()
	p := search.Problem{Start: Board(t, start)}
	p.Goal = Goal(t, goal, p.Start.Size())
	return p
}

// goals returns the three named goals of a size and any other.
func goals(t testing.TB, rng *rand.Rand, size puzzle.Size) []puzzle.Board {
	t.Helper()
	var list []puzzle.Board
	for _, name := range puzzle.GoalNames {
		list = append(list, Goal(t, name, size))
	}
	other, err := puzzle.New(size, rng.Perm(size.Cells()))
	require.NoError(t, err)
	return append(list, other)
}

// start draws a board from which the solver is done in a moment.
func (c Config) start(rng *rand.Rand, goal puzzle.Board) puzzle.Board {
	if c.Reach > 0 && goal.Size().Cells() > 6 {
		return puzzle.Walk(rng, goal, int(c.Reach))
	}
	return puzzle.Uniform(rng, goal)
}

// FromTiles makes a board of tiles that are known to be an arrangement.
func FromTiles(t testing.TB, size puzzle.Size, tiles []uint8) puzzle.Board {
	t.Helper()
	numbers := make([]int, len(tiles))
	for cell, tile := range tiles {
		numbers[cell] = int(tile)
	}
	b, err := puzzle.New(size, numbers)
	require.NoError(t, err)
	return b
}

// unsolvable draws a board of three cells or more that cannot reach a goal.
func unsolvable(t testing.TB, rng *rand.Rand, goal puzzle.Board) puzzle.Board {
	t.Helper()
	for {
		b, err := puzzle.New(goal.Size(), rng.Perm(goal.Size().Cells()))
		require.NoError(t, err)
		if !puzzle.Solvable(b, goal) {
			return b
		}
	}
}
