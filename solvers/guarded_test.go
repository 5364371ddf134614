package solvers_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// A file that is cut while it is in use ends a run as an error, on whichever
// goroutine the search reads it.
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
		settings.Heuristic, err = prepare(l, "pdb:4-4-4-3", goal)
		require.NoError(t, err)
		settings = settings.With("workers", "2")
		solver, err := solvers.New(settings, nil)
		require.NoError(t, err)
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{Generated: 5000})
		require.NoError(t, err)
		paths, err := filepath.Glob(filepath.Join(l.Dir, "*.pdb"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			require.NoError(t, os.Truncate(path, 4096))
		}
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{})
		require.ErrorIs(t, err, heuristics.ErrUnreadable, name)
	}
}
