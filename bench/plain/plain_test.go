package plain

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// The lengths and counts are those of puzzle/korf.
func TestPlainSearches(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankFirst, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	for _, c := range []struct {
		board     string
		length    int
		generated uint64
	}{
		{"14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15", 45, 546343},
		{"4 5 7 2/9 14 12 13/0 3 6 11/8 1 15 10", 42, 877822},
	} {
		start, err := puzzle.Parse(c.board, goal.Size())
		require.NoError(t, err)
		length, generated := IDAStar(start, goal)
		require.Equal(t, c.length, length)
		require.Equal(t, c.generated, generated)
		length, expanded, made, stored := AStar(start, goal)
		require.Equal(t, c.length, length)
		require.Less(t, expanded, stored)
		require.Less(t, stored, made)
	}
	length, generated := IDAStar(goal, goal)
	require.Zero(t, length)
	require.Zero(t, generated)
}
