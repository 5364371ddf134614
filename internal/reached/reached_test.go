package reached

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// A board is opened when it is new or reached by a cheaper path, and each case has its counter.
func TestReach(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 2})
	require.NoError(t, err)
	layout := flat.NewLayout[[1]uint64](4)
	var stats search.Stats
	p := search.Problem{Start: goal, Goal: goal}
	s := NewStates(p, layout, &stats)
	board := layout.Pack(goal.Tiles())

	assert.True(t, s.Reach(board, State{G: 5, Move: puzzle.Up}), "new")
	assert.Equal(t, search.Stats{Open: 1, PeakOpen: 1, PeakStored: 1, MaxCost: 5}, stats)
	assert.False(t, s.Reach(board, State{G: 5, Move: puzzle.Left}), "as expensive")
	assert.Equal(t, puzzle.Up, s.known[board].Move)
	assert.True(t, s.Reach(board, State{G: 4, Move: puzzle.Left}), "cheaper, open")
	assert.EqualValues(t, 2, stats.Duplicates)
	assert.False(t, s.IsOpenAt(board, 5))
	assert.True(t, s.IsOpenAt(board, 4))

	assert.Equal(t, State{G: 4, Move: puzzle.Left, Closed: true}, s.Close(board))
	assert.Zero(t, stats.Open)
	assert.False(t, s.IsOpenAt(board, 4))
	assert.True(t, s.Reach(board, State{G: 3, Move: puzzle.Up}), "cheaper, closed")
	assert.EqualValues(t, 1, stats.Reopened)
	assert.EqualValues(t, 1, stats.Open)
	assert.True(t, s.IsOpenAt(board, 3))
	assert.Positive(t, s.Bytes())
}

// A successor is one move farther, and the move back is that to where the path came from.
func TestAfter(t *testing.T) {
	start := State{Move: NoMove}
	next := start.After(puzzle.Up, 7)
	assert.Equal(t, State{G: 7, Depth: 1, Move: puzzle.Up}, next)
	assert.True(t, next.ComesFrom(puzzle.Down))
	assert.False(t, next.ComesFrom(puzzle.Up))
	for _, m := range []puzzle.Move{puzzle.Up, puzzle.Down, puzzle.Left, puzzle.Right} {
		assert.False(t, start.ComesFrom(m))
	}
}
