package window

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
)

func goalOf(t require.TestingT, name string, rows, cols int) puzzle.Board {
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

// walk draws a path of random moves from a board. No move undoes the one before.
func walk(rng *rand.Rand, from puzzle.Board, moves int) (path []puzzle.Move, end puzzle.Board) {
	for end = from; len(path) < moves; {
		m := puzzle.Move(rng.IntN(4))
		undoes := len(path) > 0 && m == path[len(path)-1].Opposite()
		if next, legal := end.Move(m); legal && !undoes {
			path = append(path, m)
			end = next
		}
	}
	return path, end
}

// required requires that a search finds a path of the given number of moves.
func required(
	t require.TestingT, s *Search, from, to puzzle.Board, moves int, tracker heuristics.Tracker,
) search.Result {
	r := s.Find(Window{From: from.Tiles(), To: to.Tiles(), Moves: moves, Tracker: tracker}, 1<<30)
	require.Equal(t, search.Solved, r.Status)
	require.Len(t, r.Moves, moves)
	end, err := from.Replay(r.Moves)
	require.NoError(t, err)
	require.Equal(t, to, end)
	return r
}

// A path is as long as that of an optimal search, with linear conflict as well as with a Tracker.
// A search with too few moves or expansions finds none, and says why.
func TestPathIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 4).Draw(t, "rows")
		cols := rapid.IntRange(2, 4).Draw(t, "cols")
		names := rapid.SampledFrom([]string{puzzle.BlankLast, puzzle.Snail})
		goal := goalOf(t, names.Draw(t, "goal"), rows, cols)
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		from := puzzle.Uniform(rng, goal)
		_, to := walk(rng, from, rapid.IntRange(0, 25).Draw(t, "moves"))
		optimal := &idastar.Solver{Heuristic: heuristics.Manhattan}
		best, err := optimal.Solve(t.Context(), search.Problem{Start: from, Goal: to},
			search.Limits{})
		require.NoError(t, err)
		estimator, err := heuristics.LinearConflict.For(to, puzzle.Costs{})
		require.NoError(t, err)

		s := NewSearch(NewTables(goal.Size(), rapid.IntRange(0, rows*cols-1).Draw(t, "last")))
		moves := len(best.Moves)
		want := required(t, s, from, to, moves, nil)
		path := slices.Clone(want.Moves)
		tracked := required(t, s, from, to, moves, estimator.Track())
		require.Equal(t, path, tracked.Moves)
		require.Equal(t, want.Stats, tracked.Stats)
		require.LessOrEqual(t, want.Generated, 3*want.Expanded+1)

		w := Window{From: from.Tiles(), To: to.Tiles(), Moves: moves - 1}
		require.Equal(t, search.Exhausted, s.Find(w, 1<<30).Status)
		w.Moves = 25
		needed := int(want.Expanded)
		require.Equal(t, search.Solved, s.Find(w, max(needed, 1)).Status)
		if needed > 1 {
			less := s.Find(w, needed-1)
			require.Equal(t, search.NodeLimit, less.Status)
			require.EqualValues(t, needed-1, less.Expanded)
			require.Empty(t, less.Moves)
		}
	})
}

// On long lines, the estimate is the Manhattan distance.
func TestLongLines(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 15, 16)
	start, err := goal.Replay([]puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Left,
		puzzle.Up, puzzle.Up})
	require.NoError(t, err)
	required(t, NewSearch(NewTables(goal.Size(), 0)), start, goal, 6, nil)
}

// On 256 cells, a tile may have to go to the last cell, whose name does not fit into a byte.
func TestLargestBoard(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.MaxSide, puzzle.MaxSide)
	start, err := goal.Replay([]puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Left})
	require.NoError(t, err)
	end, err := start.Replay([]puzzle.Move{puzzle.Down, puzzle.Right, puzzle.Right, puzzle.Up,
		puzzle.Up})
	require.NoError(t, err)
	require.NotZero(t, end.Tiles()[goal.Blank()])
	tables := NewTables(goal.Size(), goal.Blank())
	s := NewSearch(tables)
	required(t, s, start, end, 5, nil)
	required(t, s, end, start, 5, nil)
	assert.Less(t, tables.Bytes(), uint64(5<<20))
}

// The names are those of the cells from 1 on, but the given cell has the last name.
func TestNames(t *testing.T) {
	tables := NewTables(puzzle.Size{Rows: 2, Cols: 3}, 1)
	assert.Equal(t, []uint16{1, 6, 3, 4, 5, 2}, tables.Names)
	for cell, name := range tables.Names {
		assert.EqualValues(t, cell, tables.Cells[name])
	}
	assert.EqualValues(t, 3, tables.Distance(2, 3))
	assert.EqualValues(t, 0, tables.Distance(4, 4))
}
