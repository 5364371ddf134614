package searchtest

import (
	"iter"
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

// smallestSizes are those of which all boards are solved.
var smallestSizes = []puzzle.Size{{Rows: 1, Cols: 2}, {Rows: 2, Cols: 2}}

var size3x3 = puzzle.Size{Rows: 3, Cols: 3}

// Goal returns a goal of a size, given its name or board.
func Goal(t testing.TB, text string, size puzzle.Size) puzzle.Board {
	t.Helper()
	g, err := puzzle.Goal(text, size)
	require.NoError(t, err)
	return g
}

// Problem returns the problem of a board and a goal, as [Goal] reads it, under unit costs.
func Problem(t testing.TB, start, goal string) search.Problem {
	t.Helper()
	var b puzzle.Board
	require.NoError(t, b.UnmarshalText([]byte(start)))
	return search.Problem{Start: b, Goal: Goal(t, goal, b.Size())}
}

// FromTiles makes a board of tiles that are known to be an arrangement.
func FromTiles(t testing.TB, size puzzle.Size, tiles []uint8) puzzle.Board {
	t.Helper()
	b, err := puzzle.New(size, tiles)
	require.NoError(t, err)
	return b
}

// problems yields some problems of each size for each of four goals: those that have a name, and
// any other. The function start draws their boards.
func (s suite) problems(sizes []puzzle.Size, boards int, start func(goal puzzle.Board) puzzle.Board,
) iter.Seq[search.Problem] {
	return func(yield func(search.Problem) bool) {
		for _, size := range sizes {
			goals := []puzzle.Board{s.anyBoard(size)}
			for _, name := range puzzle.GoalNames {
				goals = append(goals, Goal(s.t, name, size))
			}
			if testing.Short() {
				goals = goals[:2] // the race detector watches the same goroutines, whatever the goal
			}
			for i := range len(goals) * few(boards) {
				goal := goals[i%len(goals)]
				if !yield(search.Problem{Start: start(goal), Goal: goal}) {
					return
				}
			}
		}
	}
}

// anyBoard draws a board, whatever goal it can reach.
func (s suite) anyBoard(size puzzle.Size) puzzle.Board {
	b, err := puzzle.New(size, s.rng.Perm(size.Cells()))
	require.NoError(s.t, err)
	return b
}

// start draws a board from which the solver is done in a moment.
func (s suite) start(goal puzzle.Board) puzzle.Board {
	if s.Reach > 0 && goal.Size().Cells() > 6 {
		return puzzle.Walk(s.rng, goal, int(s.Reach))
	}
	return puzzle.Uniform(s.rng, goal)
}

// unsolvable draws a board that cannot reach a goal, if there is one.
func (s suite) unsolvable(goal puzzle.Board) puzzle.Board {
	for {
		b := s.anyBoard(goal.Size())
		if !puzzle.Solvable(b, goal) || goal.Size().Cells() == 2 {
			return b
		}
	}
}
