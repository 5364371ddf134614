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
