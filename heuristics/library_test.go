package heuristics_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
)

// Whatever goroutines call Keep, a file is opened once, and each type is kept for itself.
func TestKeepOpensOnce(t *testing.T) {
	var library heuristics.Library
	var opened atomic.Int64
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			number, err := heuristics.Keep(&library, func() (int64, error) {
				return opened.Add(1), nil
			})
			assert.NoError(t, err)
			assert.EqualValues(t, 1, number)
		})
	}
	calls.Wait()
	assert.EqualValues(t, 1, opened.Load())
	text, err := heuristics.Keep(&library, func() (string, error) { return "other", nil })
	require.NoError(t, err)
	assert.Equal(t, "other", text)
}

// What could not be opened is not kept.
func TestKeepTriesAgain(t *testing.T) {
	var library heuristics.Library
	gone := errors.New("gone")
	_, err := heuristics.Keep(&library, func() (int, error) { return 0, gone })
	require.ErrorIs(t, err, gone)
	number, err := heuristics.Keep(&library, func() (int, error) { return 3, nil })
	require.NoError(t, err)
	assert.Equal(t, 3, number)
}
