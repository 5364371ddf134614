package search_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/search"
)

func TestWorkerGroupWaits(t *testing.T) {
	var group search.WorkerGroup
	var done atomic.Int64
	for range 10 {
		group.Go(func() { done.Add(1) })
	}
	group.Wait()
	require.EqualValues(t, 10, done.Load())
	require.False(t, group.Failed())
}

func TestWorkerGroupPassesPanicsOn(t *testing.T) {
	var group search.WorkerGroup
	for range 3 {
		group.Go(func() { panic("one of three") })
	}
	group.Go(func() {})
	require.PanicsWithValue(t, "one of three", group.Wait)
	require.True(t, group.Failed())
}

func TestWorkerGroupRunsAWorkerOnTheCallingGoroutine(t *testing.T) {
	var group search.WorkerGroup
	ran := false
	group.Run(func() { ran = true })
	require.True(t, ran)
	group.Run(func() { panic("of the caller") })
	require.True(t, group.Failed())
	require.PanicsWithValue(t, "of the caller", group.Wait)
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
