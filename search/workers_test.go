package search_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/search"
)

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
