package pdb

import (
	"context"
	"os"
	"runtime"
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
	s := &Store{Dir: t.TempDir()}
	defer func() { free = freeBytes }()
	free = func(dir string) (uint64, bool) {
		require.Equal(t, s.Dir, dir)
		return 700e6, true
	}
	began := BuildOptions{Observe: func(p Progress) { require.Zero(t, p.Table, "it began") }}
	_, err = s.Build(context.Background(), p, began)
	require.EqualError(t, err, "pdb: building 7-8 of 4x4 takes 783 MB of disk; "+s.Dir+" has 700 MB free")
	entries, err := os.ReadDir(s.Dir)
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

// A directory that cannot be written to is found out before a table is made.
func TestBuildRefusesWhatCannotBeWritten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have no directory in which nobody can make a file")
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	p, err := ParsePartition("4-4", goal)
	require.NoError(t, err)
	began := BuildOptions{Observe: func(p Progress) { require.Zero(t, p.Table, "it began") }}
	s := &Store{Dir: "/proc"}
	defer func() { free = freeBytes }()
	free = func(string) (uint64, bool) { return 0, false }
	_, err = s.Build(context.Background(), p, began)
	require.ErrorContains(t, err, "pdb: open /proc/3x3_")
}

// Every step of a build that may take long ends with its context.
func TestBuildStepsEndWithTheContext(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	p, err := ParsePartition("4-4", goal)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	pattern, all := p.Patterns()[0], indexes{}
	_, err = all.complete(ctx, "", []Pattern{pattern}, BuildOptions{})
	require.NoError(t, err)
	x := all.of(pattern)
	table, err := Build(ctx, pattern, BuildOptions{})
	require.NoError(t, err)
	cancel()
	err = newIndex(x.size, x.tiles).findRegions(ctx, 1, func(uint64) { require.Fail(t, "it went on") })
	require.ErrorIs(t, err, context.Canceled)
	_, err = pack(ctx, pattern, x, make([]uint8, x.len()), 1)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, writeFile(ctx, t.TempDir(), p, table), context.Canceled)
}
