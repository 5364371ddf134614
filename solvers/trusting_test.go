package solvers_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// spoilt is Misplaced, which is found damaged after a while.
type spoilt struct {
	heuristics.Heuristic
	looks *atomic.Int64
}

var errSpoilt = errors.New("spoilt")

func (s spoilt) Err() error {
	if s.looks.Add(1) > 1 {
		return errSpoilt
	}
	return nil
}

// Damage ends searches that would take years.
func TestDamageEndsASearchAtOnce(t *testing.T) {
	goal := goalOf(t, "8x8")
	start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, name := range []string{"idastar", "ga"} {
		settings := solvers.Default(name)
		settings.Heuristic = spoilt{heuristics.Misplaced, new(atomic.Int64)}
		settings.GA.Generations, settings.GA.Phases = 1_000_000, 1_000
		solver, err := solvers.New(settings, nil)
		require.NoError(t, err)
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{})
		require.ErrorIs(t, err, errSpoilt, name)
	}
}

// A file that is cut after all of it has been found sound ends a run as an
// error, on whichever goroutine the search meets it.
func TestFileCutWhileSearching(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	goal := goalOf(t, "4x4")
	start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, name := range []string{"astar", "idastar", "ga"} {
		l, _ := newLibrary(t)
		settings := solvers.Default(name)
		var err error
		settings.Heuristic, err = prepare(l, "pdb:5-5-5", goal)
		require.NoError(t, err)
		settings.Workers = 2
		solver, err := solvers.New(settings, nil)
		require.NoError(t, err)
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{Expanded: 100_000})
		require.NoError(t, err, "it looks at the blocks")
		paths, err := filepath.Glob(filepath.Join(l.Dir, "*.pdb"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			require.NoError(t, os.Truncate(path, 4096))
		}
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{})
		require.Error(t, err, name)
	}
}
