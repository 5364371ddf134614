package store_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
)

// Boards count the winners that they have tested, alone or with other boards. A winner that is
// noted again counts once.
func TestUseHeldOut(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.sqlite"))
	require.NoError(t, err)
	defer s.Close()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	walk := 20
	boards := bench.Group{Goal: goal, Seed: 1, Count: 10}
	other := boards
	walked := boards
	more := boards
	other.Seed = 2
	walked.Scramble.Walk = &walk
	more.Count = 20
	for _, use := range []struct {
		winner string
		groups []bench.Group
		want   int
	}{
		{"a", []bench.Group{boards}, 1},
		{"a", []bench.Group{boards}, 1},
		{"b", []bench.Group{boards, other}, 2},
		{"c", []bench.Group{other}, 2},
		{"c", []bench.Group{walked}, 1},
		{"c", []bench.Group{more}, 3},
		{"a", []bench.Group{boards}, 1}, // later winners do not change it
	} {
		winners, err := s.UseHeldOut(t.Context(), use.groups, use.winner)
		require.NoError(t, err)
		assert.Equal(t, use.want, winners, use)
	}
}
