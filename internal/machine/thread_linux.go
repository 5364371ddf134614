package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadClock returns a function that returns the processor time, user and system, that the
// calling thread has taken since it began. Any thread of this process may call the function. The
// calling goroutine must be locked to its thread (runtime.LockOSThread) as long as the function is
// used. ThreadClock reports false if the system does not measure single threads.
func ThreadClock() (clock func() time.Duration, ok bool) {
	// Linux makes the id of a thread's clock in this way, see CPUCLOCK_PERTHREAD_MASK and
	// CPUCLOCK_SCHED in its sources.
	id := int32(^unix.Gettid()<<3 | 6)
	clock = func() time.Duration {
		var now unix.Timespec
		if unix.ClockGettime(id, &now) != nil {
			return 0
		}
		return time.Duration(now.Nano())
	}
	return clock, clock() > 0
}
