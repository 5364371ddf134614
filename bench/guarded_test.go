package bench_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
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
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, name := range []string{"astar", "idastar", "ga"} {
		l := &solvers.Library{Dir: t.TempDir(), Notice: func(string) {}}
		settings := solvers.Default(name).With("workers", "2")
		settings.Heuristic, err = l.Prepare(t.Context(), pdb.Heuristic{Partition: "4-4-4-3"}, goal)
		require.NoError(t, err)
		trial := bench.Trial{
			Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goal}},
			Solver: bench.Solver{Settings: settings},
			Limits: search.Limits{Generated: 5000},
		}
		_, err = trial.Run(t.Context())
		require.NoError(t, err)
		paths, err := filepath.Glob(filepath.Join(l.Dir, "*.pdb"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			require.NoError(t, os.Truncate(path, 4096))
		}
		trial.Limits = search.Limits{}
		_, err = trial.Run(t.Context())
		require.ErrorIs(t, err, heuristics.ErrUnreadable, name)
	}
}
