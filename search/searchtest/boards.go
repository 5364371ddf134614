package searchtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// farthest4x4 is one of the 17 boards that are 80 moves from blank-last, the
// most of any (Brüngger, Marzetta, Fukuda, Nievergelt 1999).
const farthest4x4 = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"

// farthest3x3 is one of the two boards that are 31 moves from blank-last.
const farthest3x3 = "8 6 7/2 5 4/3 0 1"

func board(t testing.TB, text string, cols int) puzzle.Board {
	t.Helper()
	var b puzzle.Board
	require.NoError(t, b.UnmarshalText([]byte(text)))
	require.Equal(t, cols, b.Size().Cols)
	return b
}

func goal(t testing.TB, name string, rows, cols int) puzzle.Board {
	t.Helper()
	g, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return g
}

func costs(t testing.TB, text string) puzzle.Costs {
	t.Helper()
	c, err := puzzle.ParseCosts(text)
	require.NoError(t, err)
	return c
}

// shuffled returns any arrangement of a size.
func shuffled(t testing.TB, rng *rand.Rand, size puzzle.Size) puzzle.Board {
	t.Helper()
	b, err := puzzle.New(size, rng.Perm(size.Cells()))
	require.NoError(t, err)
	return b
}

// goals returns the three named goals of a size and one more.
func goals(t testing.TB, rng *rand.Rand, size puzzle.Size) []puzzle.Board {
	t.Helper()
	var list []puzzle.Board
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
		list = append(list, goal(t, name, size.Rows, size.Cols))
	}
	return append(list, shuffled(t, rng, size))
}

// start draws a board that the solver can reach the goal from in a moment.
func (c Config) start(rng *rand.Rand, goal puzzle.Board) puzzle.Board {
	if c.Reach > 0 && goal.Size().Cells() > 6 {
		return puzzle.Walk(rng, goal, int(c.Reach))
	}
	return puzzle.Uniform(rng, goal)
}

// problems returns one problem of every kind of board that has a table of
// distances, some of them with the farthest board there is.
func (c Config) problems(t testing.TB, rng *rand.Rand) []search.Problem {
	t.Helper()
	var list []search.Problem
	for _, size := range smallSizes {
		g := goal(t, puzzle.BlankLast, size.Rows, size.Cols)
		list = append(list, search.Problem{Start: c.start(rng, g), Goal: g})
	}
	return list
}

// smallSizes are the sizes with a table of distances that takes no time.
var smallSizes = []puzzle.Size{
	{Rows: 1, Cols: 2}, {Rows: 1, Cols: 6}, {Rows: 6, Cols: 1}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2},
	{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3},
}

// name names a subtest.
func name(p search.Problem) string {
	return fmt.Sprintf("%v to %v", p.Start, p.Goal)
}
