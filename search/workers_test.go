package search_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/survey"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/idastar"
	"npuzzle/search/learn"
	"npuzzle/search/searchtest"
)

func TestWorkers(t *testing.T) {
	require.Equal(t, runtime.GOMAXPROCS(0), search.Workers(0))
	require.Equal(t, 3, search.Workers(3))
	require.NoError(t, search.CheckWorkers("workers", 0))
	require.NoError(t, search.CheckWorkers("workers", 3))
	require.EqualError(t, search.CheckWorkers("jobs", -2),
		"-2 jobs; expected 1 or more, or 0 for one a core")
}

// A negative number of workers is the same error everywhere.
func TestNegativeWorkers(t *testing.T) {
	problem := searchtest.Problem(t, "1 2 3/4 5 6/0 7 8", puzzle.BlankLast)
	solve := func(solver search.Solver) func() error {
		return func() error {
			_, err := solver.Solve(t.Context(), problem, search.Limits{})
			return err
		}
	}
	h := heuristics.Manhattan
	for name, run := range map[string]func() error{
		"idastar": solve(&idastar.Solver{Heuristic: h, Workers: -1}),
		"beam":    solve(&beam.Solver{Heuristic: h, Workers: -1}),
		"ga":      solve(&ga.Solver{Settings: ga.Default(), Heuristic: h, Workers: -1}),
		"exact": func() error {
			_, err := exact.Census{Goal: problem.Goal, Workers: -1}.Run(t.Context())
			return err
		},
		"learn": func() error {
			_, err := learn.Train(t.Context(), learn.Config{Size: problem.Goal.Size(), Workers: -1})
			return err
		},
		"survey": func() error {
			_, err := survey.Survey{Goal: problem.Goal, Workers: -1}.Run(t.Context())
			return err
		},
		"pdb": func() error {
			partition, err := pdb.ParsePartition("4-4", problem.Goal)
			require.NoError(t, err)
			store, err := pdb.NewStore(t.TempDir())
			require.NoError(t, err)
			_, err = store.Build(t.Context(), partition, pdb.BuildOptions{Workers: -1})
			return err
		},
	} {
		assert.EqualError(t, run(), name+": -1 workers; expected 1 or more, or 0 for one a core")
	}
}

func TestParallel(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		var calls [100]atomic.Int64
		require.True(t, search.Parallel(workers, len(calls), func(worker, i int) bool {
			require.Less(t, worker, workers)
			calls[i].Add(1)
			return true
		}))
		for i := range calls {
			require.EqualValues(t, 1, calls[i].Load())
		}
		var began [100]atomic.Bool
		require.False(t, search.Parallel(workers, len(began), func(_, i int) bool {
			began[i].Store(true)
			return i != 50
		}))
		for i := range began {
			require.True(t, began[i].Load() || i > 50, "every call before the one that ends them")
			require.False(t, began[i].Load() && i > 50 && workers == 1, "no call after it")
		}
		require.PanicsWithValue(t, "of a call", func() {
			search.Parallel(workers, len(calls), func(_, i int) bool { panic("of a call") })
		})
	}
}
