package searchtest

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/search"
)

// cancelledByObserver ends a run from within.
func (c Config) cancelledByObserver(t *testing.T) {
	for _, workers := range c.numbersOfWorkers() {
		ctx, cancel := context.WithCancel(context.Background())
		s := c.New(Settings{Workers: workers, Observer: func(search.Progress) { cancel() }})
		r := c.solve(ctx, t, s, c.Hard, search.Limits{})
		require.Equal(t, search.Cancelled, r.Status)
		require.Positive(t, c.work(r.Stats))
		cancel()
	}
}

// observer follows the counts of a run, which must not depend on its being
// observed.
func (c Config) observer(t *testing.T) {
	lim := search.Limits{Expanded: c.many()}
	want := c.solve(context.Background(), t, c.New(Settings{}), c.Hard, lim)
	for _, workers := range c.numbersOfWorkers() {
		var last search.Progress
		var inside atomic.Bool
		calls := 0
		r := c.solve(context.Background(), t, c.New(Settings{Workers: workers, Observer: func(p search.Progress) {
			assert.True(t, inside.CompareAndSwap(false, true), "called by two goroutines at a time")
			runtime.Gosched()
			calls++
			assert.Positive(t, c.work(p.Stats))
			assert.Equal(t, c.Evaluates, p.Generation != nil)
			assert.GreaterOrEqual(t, p.Bound, last.Bound)
			before, now := counts(last.Stats), counts(p.Stats)
			for i := range now {
				assert.GreaterOrEqual(t, now[i], before[i], "%+v after %+v", p, last)
			}
			last = p
			inside.Store(false)
		}}), c.Hard, lim)
		require.Positive(t, calls)
		require.Equal(t, comparable(want), comparable(r))
	}
}

// counts lists the statistics that never fall during a run.
func counts(s search.Stats) []uint64 {
	return []uint64{
		s.Expanded, s.ExpandedBeforeLastF, s.Generated, s.Evaluated, s.Reopened, s.Duplicates,
		s.PeakOpen, s.PeakStored, s.Windows, uint64(s.MaxCost), s.Bytes, s.Discarded,
	}
}
