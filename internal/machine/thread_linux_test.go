package machine

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThreadCountsOnlyItsWork(t *testing.T) {
	require.True(t, MeasuresThreads)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := CurrentThread()
	before := thread.CPUTime()
	for sum := uint64(1); thread.CPUTime() < before+10*time.Millisecond; sum *= 3 {
	}
	var other sync.WaitGroup
	other.Go(func() { // uses processor time on another thread, and reads that of this one
		start := CPUTime()
		mine := thread.CPUTime()
		for sum := uint64(1); CPUTime() < start+50*time.Millisecond; sum *= 3 {
		}
		assert.Less(t, thread.CPUTime()-mine, 50*time.Millisecond)
	})
	other.Wait()
	assert.GreaterOrEqual(t, thread.CPUTime(), before+10*time.Millisecond)
}
