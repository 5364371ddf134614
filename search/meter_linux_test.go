package search_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/machine"
	"npuzzle/search"
)

// work uses processor time of this process.
func work(d time.Duration) {
	start := machine.CPUTime()
	for sum := uint64(1); machine.CPUTime() < start+d; sum *= 3 {
	}
}

// Goroutines that Parallel starts are measured while they run.
func TestMeterSeesAllWorkers(t *testing.T) {
	const each = 20 * time.Millisecond
	m := &search.Meter{}
	m.Enter()
	var during [3]time.Duration
	require.True(t, m.Parallel(2, len(during), func(_, i int) bool {
		work(each)
		during[i] = m.Used()
		return true
	}))
	for _, used := range during {
		assert.Greater(t, used, each/4)
	}
	all := m.Used()
	assert.Greater(t, all, each)
	m.Leave()
	left := m.Used()
	assert.GreaterOrEqual(t, left, all)
	work(each)
	assert.Equal(t, left, m.Used(), "nobody works for the search")
}

// A context carries a meter. Without one, nothing is measured.
func TestMeterOfContext(t *testing.T) {
	none := search.MeterOf(t.Context())
	assert.Nil(t, none)
	none.Enter()
	require.True(t, none.Parallel(2, 5, func(_, _ int) bool { return true }))
	none.Leave()
	m := &search.Meter{}
	assert.Same(t, m, search.MeterOf(search.WithMeter(t.Context(), m)))
	m.Enter()
	require.Panics(t, func() { m.Parallel(2, 9, func(_, _ int) bool { panic("of a call") }) })
	m.Leave()
	assert.Greater(t, m.Used(), time.Duration(0))
}
