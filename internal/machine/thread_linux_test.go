package machine

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThreadClockCountsOnlyItsThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	clock, ok := ThreadClock()
	require.True(t, ok)
	before := clock()
	for sum := uint64(1); clock() < before+10*time.Millisecond; sum *= 3 {
	}
	var other sync.WaitGroup
	other.Go(func() { // uses processor time on another thread, and reads the clock of this one
		start := CPUTime()
		mine := clock()
		for sum := uint64(1); CPUTime() < start+50*time.Millisecond; sum *= 3 {
		}
		assert.Less(t, clock()-mine, 50*time.Millisecond)
	})
	other.Wait()
	assert.GreaterOrEqual(t, clock(), before+10*time.Millisecond)
}
