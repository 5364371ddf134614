package search_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/search"
)

func TestCrewWaits(t *testing.T) {
	var crew search.Crew
	var done atomic.Int64
	for range 10 {
		crew.Go(func() { done.Add(1) })
	}
	crew.Wait()
	require.EqualValues(t, 10, done.Load())
	require.False(t, crew.Failed())
}

func TestCrewPassesPanicsOn(t *testing.T) {
	var crew search.Crew
	for range 3 {
		crew.Go(func() { panic("one of three") })
	}
	crew.Go(func() {})
	require.PanicsWithValue(t, "one of three", crew.Wait)
	require.True(t, crew.Failed())
}
