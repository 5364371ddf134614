package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// MeasuresThreads reports whether the system measures the processor time of single threads.
var MeasuresThreads = CurrentThread().CPUTime() > 0

// Thread is a thread of this process, as the number that the system gives it.
type Thread int32

// CurrentThread returns the thread of the calling goroutine. Unless the goroutine is locked to its
// thread (runtime.LockOSThread), it may go on on another one.
func CurrentThread() Thread { return Thread(unix.Gettid()) }

// CPUTime returns the processor time, user and system, that the thread has taken since it began.
// Any thread of this process may call CPUTime. The time of a thread that has ended is 0.
func (t Thread) CPUTime() time.Duration {
	// Linux makes the number of a thread's clock in this way, see CPUCLOCK_PERTHREAD_MASK and
	// CPUCLOCK_SCHED in its sources.
	clock := ^int32(t)<<3 | 6
	var now unix.Timespec
	if unix.ClockGettime(clock, &now) != nil {
		return 0
	}
	return time.Duration(now.Nano())
}
