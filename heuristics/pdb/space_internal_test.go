package pdb

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// A build that the disk has no room for is refused before it begins.
func TestBuildRefusesAFullDisk(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	p, err := ParsePartition("7-8", goal)
	require.NoError(t, err)
	s := NewStore(t.TempDir())
	s.free = func(dir string) (uint64, bool) {
		require.Equal(t, s.dir, dir)
		return 700e6, true
	}
	_, err = s.Build(context.Background(), p, BuildOptions{Observe: func(Progress) { require.Fail(t, "it began") }})
	require.EqualError(t, err, "pdb: building 7-8 takes 782.6 MB of disk; "+s.dir+" has 700.0 MB free")
	entries, err := os.ReadDir(s.dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestFreeBytes(t *testing.T) {
	if free, known := freeBytes(t.TempDir()); known {
		require.NotZero(t, free)
	}
	_, known := freeBytes("/nowhere/at/all")
	require.False(t, known)
}
