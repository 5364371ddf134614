package ga

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
)

// A window finds ways that are exactly as long as the optimal search's between
// the same boards, whichever they are, and none where none is short enough.
func TestWindowIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(4).Draw(t, "problem")
		moves := newDecoding(p.Start.Size(), puzzle.Order{})
		end, err := p.Start.Replay(moves.plan(uint8(p.Start.Blank()), genes(25).Draw(t, "genes")))
		require.NoError(t, err)
		optimal := &idastar.Solver{Heuristic: heuristics.Manhattan}
		best, err := optimal.Solve(t.Context(), search.Problem{Start: p.Start, Goal: end}, search.Limits{})
		require.NoError(t, err)

		w := newRepairer(newBoardTables(p.Start.Size(), puzzle.Order{}, 0))
		way, found := w.shortestPath(p.Start.Tiles(), end.Tiles(), 25, 1<<30)
		require.True(t, found)
		require.Len(t, way, len(best.Moves))
		reached, err := p.Start.Replay(way)
		require.NoError(t, err)
		require.Equal(t, end, reached)
		needed := w.expanded

		_, found = w.shortestPath(p.Start.Tiles(), end.Tiles(), len(best.Moves)-1, 1<<30)
		require.False(t, found)
		_, found = w.shortestPath(p.Start.Tiles(), end.Tiles(), 25, max(needed, 1))
		require.True(t, found)
		if needed > 1 {
			_, found = w.shortestPath(p.Start.Tiles(), end.Tiles(), 25, needed-1)
			require.False(t, found)
			require.Equal(t, needed-1, w.expanded)
		}
	})
}

// Lines too long for tables are left to Manhattan.
func TestWindowOfLongLines(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 15, 16)
	start, err := goal.Replay([]puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Left, puzzle.Up, puzzle.Up})
	require.NoError(t, err)
	requireWindow(t, newBoardTables(goal.Size(), puzzle.Order{}, 0), start, goal, 6)
}

// On 256 cells a tile may have to go to the cell of the goal's blank, whose name
// does not fit a byte.
func TestWindowOfTheLargestBoard(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.MaxSide, puzzle.MaxSide)
	start, err := goal.Replay([]puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Left})
	require.NoError(t, err)
	end, err := start.Replay([]puzzle.Move{puzzle.Down, puzzle.Right, puzzle.Right, puzzle.Up, puzzle.Up})
	require.NoError(t, err)
	a := newBoardTables(goal.Size(), puzzle.Order{}, goal.Blank())
	require.NotZero(t, end.Tiles()[goal.Blank()])
	requireWindow(t, a, start, end, 5)
	requireWindow(t, a, end, start, 5)
}

// requireWindow requires that a window finds a way of so many moves, not fewer.
func requireWindow(t *testing.T, a *boardTables, from, to puzzle.Board, moves int) {
	t.Helper()
	way, found := newRepairer(a).shortestPath(from.Tiles(), to.Tiles(), moves, maxExpanded)
	require.True(t, found)
	require.Len(t, way, moves)
	end, err := from.Replay(way)
	require.NoError(t, err)
	require.Equal(t, to, end)
}
