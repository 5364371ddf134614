package pdb

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// built builds a partition into a fresh directory and returns it with the only
// file's name, if there is one only.
func built(t testing.TB, p Partition) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	_, err := storeOf(dir).Build(context.Background(), p, BuildOptions{})
	require.NoError(t, err)
	files, err := storeOf(dir).List()
	require.NoError(t, err)
	if len(files) == 1 {
		path = files[0].Path
	}
	return dir, path
}

func TestStore(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "not", "there")
	s := storeOf(dir)
	require.Equal(t, dir, s.Dir)
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	p := partitionOf(t, "5-3", goal)

	files, err := s.List()
	require.NoError(t, err)
	require.Empty(t, files)
	_, err = s.Open(context.Background(), p)
	require.EqualError(t, err, "pdb: 5-3 of size 3x3 is not built in "+dir+"; build it first")

	var last Progress
	patterns, err := s.Build(ctx, p, BuildOptions{Observe: func(now Progress) { last = now }})
	require.NoError(t, err)
	require.Equal(t, p.patterns, patterns)
	require.Equal(t, [2]int{2, 2}, [2]int{last.Table, last.Tables})
	require.Equal(t, last.Total, last.Done)
	patterns, err = s.Build(ctx, p, BuildOptions{})
	require.NoError(t, err)
	require.Empty(t, patterns, "built already")

	// Another store maps what was built in memory, for any goal that shares it.
	other := storeOf(dir)
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst} {
		goal := goalOf(t, name, 3, 3)
		for _, plain := range []bool{false, true} {
			e, err := Heuristic{
				Store:     other,
				Partition: "5-3",
				Plain:     plain,
			}.For(goal, puzzle.Costs{})
			require.NoError(t, err)
			want := sumOf(t, "5-3", goal, !plain)
			rng := puzzle.NewRand(1, 0)
			for range 5000 {
				tiles := puzzle.Uniform(rng, goal).Tiles()
				if got := e.Estimate(tiles); got != want.Estimate(tiles) {
					require.Equal(t, want.Estimate(tiles), got, "%v", tiles)
				}
			}
		}
	}
	files, err = other.List()
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		require.NoError(t, f.Err)
		require.Contains(t, p.patterns, f.Pattern)
		require.Equal(t, p, f.Partition)
		require.False(t, f.Built.IsZero())
		info, err := os.Stat(f.Path)
		require.NoError(t, err)
		require.Equal(t, uint64(info.Size()), f.Bytes)
		require.NoError(t, f.Verify(ctx))
	}
	require.NoError(t, os.Remove(files[0].Path))
	_, err = other.Open(ctx, p)
	require.NoError(t, err, "open tables stay usable")
	other = storeOf(dir)
	var missing *NotBuiltError
	_, err = other.Open(context.Background(), p)
	require.ErrorAs(t, err, &missing)
	require.Equal(t, dir, missing.Dir)
	patterns, err = other.Build(ctx, p, BuildOptions{})
	require.NoError(t, err)
	require.Equal(t, []Pattern{files[0].Pattern}, patterns)
}

func TestHeuristic(t *testing.T) {
	s := storeOf(t.TempDir())
	h := Heuristic{Store: s, Partition: "5-3"}
	require.Equal(t, "pdb:5-3", h.Name())
	require.Equal(t, "pdb:5-3:plain", Heuristic{Store: s, Partition: "5-3", Plain: true}.Name())
	require.True(t, h.Admissible())
	require.True(t, h.Consistent())
	_, err := Heuristic{Store: s}.For(goalOf(t, puzzle.BlankLast, 3, 3), puzzle.Costs{})
	require.EqualError(t, err, "pdb: pdb has no tables; expected a partition and a store")
	_, err = h.For(goalOf(t, puzzle.BlankLast, 3, 3), puzzle.Costs{})
	require.EqualError(t, err, "pdb: 5-3 of size 3x3 is not built in "+s.Dir+"; build it first")
	_, err = h.For(goalOf(t, puzzle.BlankLast, 4, 4), puzzle.Costs{})
	require.EqualError(t, err,
		`pdb: partition "5-3": the numbers add up to 8; expected 15, the tiles of 4x4`)
}

func TestBest(t *testing.T) {
	s := storeOf(t.TempDir())
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	_, found, err := s.Best(context.Background(), goal)
	require.NoError(t, err)
	require.False(t, found)
	for _, name := range []string{"5-5-5", "6-6-3"} { // each stronger than those before
		if raceDetector && name == "6-6-3" {
			continue // too slow
		}
		_, err := s.Build(context.Background(), partitionOf(t, name, goal), BuildOptions{})
		require.NoError(t, err)
		best, found, err := s.Best(context.Background(), goalOf(t, puzzle.BlankFirst, 4, 4))
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, name, best.String())
		require.Equal(t, goalOf(t, puzzle.BlankFirst, 4, 4), best.Goal())
	}
	_, found, err = s.Best(context.Background(), goalOf(t, puzzle.BlankLast, 3, 3))
	require.NoError(t, err)
	require.False(t, found)
}

// A build that is cut short leaves nothing, and the next one clears up after one
// that was killed.
func TestBuildLeavesNothingHalfMade(t *testing.T) {
	s := storeOf(t.TempDir())
	p := partitionOf(t, "4-4", goalOf(t, puzzle.BlankLast, 3, 3))
	for _, stop := range []func(Progress) bool{
		func(now Progress) bool { return now.Tables == 2 && now.Table == 1 }, // in the first search
		// after the first file
		func(now Progress) bool { return now.Table == 2 },
		func(now Progress) bool { return now.Tables == 1 }, // in the search that is left
	} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := s.Build(ctx, p, BuildOptions{Observe: func(now Progress) {
			if stop(now) {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		files, err := s.List()
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, f.Verify(context.Background()))
		}
		entries, err := os.ReadDir(s.Dir)
		require.NoError(t, err)
		require.Len(t, entries, len(files))
	}
	files, err := s.List()
	require.NoError(t, err)
	for _, f := range files {
		require.NoError(t, os.Remove(f.Path))
	}
	left := filepath.Join(s.Dir, ".npuzzle-killed.part") // by a build that was killed
	require.NoError(t, os.WriteFile(left, []byte("half"), 0o600))
	require.NoError(t, os.Chtimes(left, time.Time{}, time.Now().Add(-48*time.Hour)))
	_, err = s.Build(context.Background(), p, BuildOptions{})
	require.NoError(t, err)
	require.NoFileExists(t, left)
}

func TestStoreErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := NewStore(file)
	require.EqualError(t, err, "pdb: "+file+" is a file; expected a directory")
	var wrong *RequestError
	require.ErrorAs(t, err, &wrong)
}

// Best counts drawn partitions, and numbers in any order. It returns an error
// if a file of the strongest partition is damaged.
func TestBestIsSound(t *testing.T) {
	ctx := context.Background()
	s := storeOf(t.TempDir())
	goal := goalOf(t, puzzle.BlankLast, 3, 4)
	var names []string
	for _, name := range []string{"3-4-4", "5-6", "aaaa/bbbb/bcc."} { // each stronger than 3-4-4
		p := partitionOf(t, name, goal)
		_, err := s.Build(ctx, p, BuildOptions{})
		require.NoError(t, err)
		names = append(names, p.String())
	}
	best, found, err := s.Best(ctx, goal)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, names[1], best.String(), "of six tiles")
	files, err := s.List()
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(f File) bool { return !best.Has(f) })
	for _, length := range []int64{5000, 0} { // of the rest, then of the header
		require.NoError(t, os.Truncate(files[len(files)-1].Path, length))
		_, found, err := storeOf(s.Dir).Best(ctx, goal)
		require.False(t, found)
		var wrong *FileError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, files[len(files)-1].Path, wrong.Path)
	}
	for _, f := range files {
		require.NoError(t, os.Remove(f.Path))
	}
	best, found, err = storeOf(s.Dir).Best(ctx, goal)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, names[2], best.String(), "of five")
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err = storeOf(s.Dir).Best(ctx, goal)
	require.ErrorIs(t, err, context.Canceled)
}

func TestDefaultDir(t *testing.T) {
	t.Setenv(DirVariable, "/elsewhere")
	dir, err := DefaultDir()
	require.NoError(t, err)
	require.Equal(t, "/elsewhere", dir)
	t.Setenv(DirVariable, "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if runtime.GOOS == "linux" {
		_, err = DefaultDir()
		require.ErrorContains(t, err, "; set NPUZZLE_PDB_DIR")
	}
	t.Setenv("HOME", "/home/somebody")
	dir, err = DefaultDir()
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(dir, filepath.Join("npuzzle", "pdb")), dir)
}
