package pdb_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// newStore returns a store of its own, which is closed when the test ends.
func newStore(t testing.TB, dir string) *pdb.Store {
	t.Helper()
	s := pdb.NewStore(dir)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// built builds a partition into a fresh directory and returns it with the only
// file's name, if there is one only.
func built(t testing.TB, p pdb.Partition) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	_, err := pdb.NewStore(dir).Build(context.Background(), p, pdb.BuildOptions{})
	require.NoError(t, err)
	files, err := newStore(t, dir).List()
	require.NoError(t, err)
	if len(files) == 1 {
		path = files[0].Path
	}
	return dir, path
}

func TestStore(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "not", "there")
	s := newStore(t, dir)
	require.Equal(t, dir, s.Dir())
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	p := partitionOf(t, "5-3", goal)

	files, err := s.List()
	require.NoError(t, err)
	require.Empty(t, files)
	_, err = s.Open(context.Background(), p)
	require.EqualError(t, err, "pdb: 5-3 of size 3x3 is not built in "+dir+"; build it first: npuzzle pdb build --size 3x3 --pdb-dir "+s.Dir()+" 5-3")

	var last pdb.Progress
	patterns, err := s.Build(ctx, p, pdb.BuildOptions{Observe: func(now pdb.Progress) { last = now }})
	require.NoError(t, err)
	require.Equal(t, p.Patterns(), patterns)
	require.Equal(t, [2]int{2, 2}, [2]int{last.Number, last.Tables})
	require.Equal(t, last.Bytes, last.Written)
	require.NotZero(t, last.Bytes)
	patterns, err = s.Build(ctx, p, pdb.BuildOptions{})
	require.NoError(t, err)
	require.Empty(t, patterns, "built already")

	// Another store maps what was built in memory, for any goal that shares it.
	other := newStore(t, dir)
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst} {
		goal := goalOf(t, name, 3, 3)
		for _, plain := range []bool{false, true} {
			e, err := pdb.Heuristic{Store: other, Partition: "5-3", Plain: plain}.For(goal, puzzle.Costs{})
			require.NoError(t, err)
			want := sumOf(t, "5-3", goal, !plain)
			rng := puzzle.NewRand(1, 0)
			for range 5000 {
				tiles := puzzle.Uniform(rng, goal).Tiles()
				if got := e.Estimate(tiles); got != want.Estimate(tiles) {
					require.Equal(t, want.Estimate(tiles), got, "%v", tiles)
				}
			}
			require.NoError(t, e.(*pdb.Sum).Err())
		}
	}
	require.NoError(t, other.Err())

	files, err = other.List()
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		require.NoError(t, f.Err)
		require.Contains(t, p.Patterns(), f.Pattern)
		require.Equal(t, p, f.Partition)
		require.False(t, f.Built.IsZero())
		info, err := os.Stat(f.Path)
		require.NoError(t, err)
		require.Equal(t, uint64(info.Size()), f.Bytes)
		require.NoError(t, other.Verify(ctx, f))
	}
	require.NoError(t, other.Remove(files[0]))
	var missing *pdb.NotBuiltError
	_, err = other.Open(context.Background(), p)
	require.ErrorAs(t, err, &missing)
	require.Equal(t, dir, missing.Dir)
	require.ErrorContains(t, other.Remove(files[0]), "no such file")
	patterns, err = other.Build(ctx, p, pdb.BuildOptions{})
	require.NoError(t, err)
	require.Equal(t, []pdb.Pattern{files[0].Pattern}, patterns)
}

func TestHeuristic(t *testing.T) {
	s := newStore(t, t.TempDir())
	h := pdb.Heuristic{Store: s, Partition: "5-3"}
	require.Equal(t, "pdb:5-3", h.Name())
	require.Equal(t, "pdb:5-3:plain", pdb.Heuristic{Store: s, Partition: "5-3", Plain: true}.Name())
	require.True(t, h.Admissible())
	require.True(t, h.Consistent())
	_, err := h.For(puzzle.Board{}, puzzle.Costs{})
	require.EqualError(t, err, "pdb: no goal; expected a board")
	_, err = h.For(goalOf(t, puzzle.BlankLast, 3, 3), puzzle.Costs{})
	require.EqualError(t, err, "pdb: 5-3 of size 3x3 is not built in "+s.Dir()+"; build it first: npuzzle pdb build --size 3x3 --pdb-dir "+s.Dir()+" 5-3")
	_, err = h.For(goalOf(t, puzzle.BlankLast, 4, 4), puzzle.Costs{})
	require.EqualError(t, err, `pdb: partition "5-3": 8 tiles; expected numbers that add up to the 15 of 4x4`)
}

func TestBest(t *testing.T) {
	s := newStore(t, t.TempDir())
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	_, _, any, err := s.Best(context.Background(), goal)
	require.NoError(t, err)
	require.False(t, any)
	for _, name := range []string{"5-5-5", "6-6-3"} { // each stronger than those before
		if raceDetector && name == "6-6-3" {
			continue // too slow
		}
		_, err := s.Build(context.Background(), partitionOf(t, name, goal), pdb.BuildOptions{})
		require.NoError(t, err)
		best, passed, any, err := s.Best(context.Background(), goalOf(t, puzzle.BlankFirst, 4, 4))
		require.NoError(t, err)
		require.Empty(t, passed)
		require.True(t, any)
		require.Equal(t, name, best.String())
		require.Equal(t, goalOf(t, puzzle.BlankFirst, 4, 4), best.Goal())
	}
	_, _, any, err = s.Best(context.Background(), goalOf(t, puzzle.BlankLast, 3, 3))
	require.NoError(t, err)
	require.False(t, any)
}

// A build that is cut short leaves nothing, and the next one clears up after one
// that was killed.
func TestBuildLeavesNothingHalfMade(t *testing.T) {
	s := newStore(t, t.TempDir())
	p := partitionOf(t, "4-4", goalOf(t, puzzle.BlankLast, 3, 3))
	for _, stop := range []func(pdb.Progress) bool{
		func(now pdb.Progress) bool { return now.Tables == 2 },                    // in the first search
		func(now pdb.Progress) bool { return now.Tables == 2 && now.Written > 0 }, // after the first file
		func(now pdb.Progress) bool { return now.Tables == 1 },                    // in the search that is left
	} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := s.Build(ctx, p, pdb.BuildOptions{Observe: func(now pdb.Progress) {
			if stop(now) {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		files, err := s.List()
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, s.Verify(context.Background(), f))
		}
		entries, err := os.ReadDir(s.Dir())
		require.NoError(t, err)
		require.Len(t, entries, len(files))
	}
	files, err := s.List()
	require.NoError(t, err)
	var living []string // what another build is writing
	for _, f := range files {
		require.NoError(t, s.Remove(f))
		old, alive := f.Path+".123.part", f.Path+".456.part"
		require.NoError(t, os.WriteFile(old, []byte("half"), 0o600))
		require.NoError(t, os.Chtimes(old, time.Time{}, time.Now().Add(-time.Hour)))
		require.NoError(t, os.WriteFile(alive, []byte("half"), 0o600))
		living = append(living, alive)
	}
	_, err = s.Build(context.Background(), p, pdb.BuildOptions{})
	require.NoError(t, err)
	parts, err := filepath.Glob(filepath.Join(s.Dir(), "*.part"))
	require.NoError(t, err)
	require.ElementsMatch(t, living, parts)
}

func TestStoreErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	s := newStore(t, file)
	_, err := s.Build(context.Background(), partitionOf(t, "4-4", goalOf(t, puzzle.BlankLast, 3, 3)), pdb.BuildOptions{})
	require.EqualError(t, err, "pdb: "+file+" is a file; expected a directory")
	_, err = s.List()
	require.EqualError(t, err, "pdb: "+file+" is a file; expected a directory")
	_, err = s.Open(context.Background(), partitionOf(t, "4-4", goalOf(t, puzzle.BlankLast, 3, 3)))
	var wrong *pdb.DirError
	require.ErrorAs(t, err, &wrong)
}

// The line to build a partition names the directory if that is not the usual
// one.
func TestNotBuiltNamesTheDirectory(t *testing.T) {
	p := partitionOf(t, "4-4", goalOf(t, puzzle.BlankLast, 3, 3))
	t.Setenv(pdb.DirVariable, "/usual")
	for dir, want := range map[string]string{
		"/usual":      "--size 3x3 4-4",
		"/an other's": `--size 3x3 --pdb-dir '/an other'\''s' 4-4`,
		"/other":      "--size 3x3 --pdb-dir /other 4-4",
	} {
		_, err := newStore(t, dir).Open(context.Background(), p)
		require.EqualError(t, err, "pdb: 4-4 of size 3x3 is not built in "+dir+"; build it first: npuzzle pdb build "+want)
	}
}

// A stronger partition of which a file is at fault is passed over, and told.
// Drawn ones count, and numbers in any order.
func TestBestPassesOver(t *testing.T) {
	ctx, s := context.Background(), newStore(t, t.TempDir())
	goal := goalOf(t, puzzle.BlankLast, 3, 4)
	var names []string
	for _, name := range []string{"3-4-4", "5-6", "aaaa/bbbb/bcc."} { // each stronger than 3-4-4
		p := partitionOf(t, name, goal)
		_, err := s.Build(ctx, p, pdb.BuildOptions{})
		require.NoError(t, err)
		names = append(names, p.String())
	}
	best, passed, any, err := s.Best(ctx, goal)
	require.NoError(t, err)
	require.True(t, any)
	require.Empty(t, passed)
	require.Equal(t, names[1], best.String(), "of six tiles")
	files, err := s.Files(best)
	require.NoError(t, err)
	for _, length := range []int64{0, 5000} { // one of header, one of the rest
		require.NoError(t, os.Truncate(files[len(files)-1].Path, length))
		fresh := newStore(t, s.Dir())
		best, passed, any, err = fresh.Best(ctx, goal)
		require.NoError(t, err)
		require.True(t, any)
		require.Equal(t, names[2], best.String(), "of five")
		require.Len(t, passed, 1)
		require.Equal(t, names[1], passed[0].Partition.String())
		var wrong *pdb.FileError
		require.ErrorAs(t, passed[0].Err, &wrong)
		require.Equal(t, files[len(files)-1].Path, wrong.Path)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, _, _, err = newStore(t, s.Dir()).Best(ctx, goal)
	require.ErrorIs(t, err, context.Canceled)
}

func TestDefaultDir(t *testing.T) {
	t.Setenv(pdb.DirVariable, "/elsewhere")
	dir, err := pdb.DefaultDir()
	require.NoError(t, err)
	require.Equal(t, "/elsewhere", dir)
	t.Setenv(pdb.DirVariable, "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if runtime.GOOS == "linux" {
		_, err = pdb.DefaultDir()
		require.ErrorContains(t, err, "; set NPUZZLE_PDB_DIR or --pdb-dir")
	}
	t.Setenv("HOME", "/home/somebody")
	dir, err = pdb.DefaultDir()
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(dir, filepath.Join("npuzzle", "pdb")), dir)
}
