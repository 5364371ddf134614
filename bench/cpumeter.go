package bench

import (
	"context"
	"runtime"
	"sync"
	"time"

	"npuzzle/internal/machine"
)

// cpuMeter measures the processor time of the trials that run in this process.
//
// The time of a trial that runs on one thread is that of the thread, where the system measures
// single threads. It leaves out what other threads do for the trial, such as collecting garbage.
//
// For other trials, the meter divides the processor time of the process among the trials that run.
// An event is the begin or the end of a trial, or a reading of the meter. The time used between two events
// is divided equally among the trials that run between them. It includes the time
// of the garbage collector. The result is exact if one trial runs at a time.
type cpuMeter struct {
	mu      sync.Mutex
	clock   func() time.Duration // processor time used so far
	running int
	last    time.Duration // clock at the last event
	each    time.Duration // processor time of a trial that runs since the first event
}

// processMeter measures all trials of this process.
var processMeter = cpuMeter{clock: machine.CPUTime}

// begin registers a running trial. If the trial runs on the calling goroutine only, onThread must be
// true, and begin locks the goroutine to its thread. The first function that begin returns reads the
// processor time of the trial so far. Any goroutine may call it until the trial has ended. The second
// function must be called at the end of the trial, by the goroutine that called begin.
func (m *cpuMeter) begin(onThread bool) (used func() time.Duration, end func()) {
	begun := m.event(1)
	used = func() time.Duration { return m.event(0) - begun }
	if !onThread {
		return used, func() { m.event(-1) }
	}
	runtime.LockOSThread()
	if clock, ok := machine.ThreadClock(); ok {
		begun := clock()
		used = func() time.Duration { return clock() - begun }
	}
	return used, func() {
		m.event(-1)
		runtime.UnlockOSThread()
	}
}

// event divides the processor time since the last event among the running trials, and adds a number to
// them. It returns the processor time of a trial that runs since the first event.
func (m *cpuMeter) event(more int) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.clock()
	if m.running > 0 {
		m.each += (now - m.last) / time.Duration(m.running)
	}
	m.last = now
	m.running += more
	return m.each
}

// limitCPU returns a context that ends when a trial has used its limit of processor time, given a
// function that reads this time. The cause of the end is context.DeadlineExceeded, as for a limit
// on wall time. The function stop must be called when the trial has ended.
func limitCPU(ctx context.Context, used func() time.Duration, limit time.Duration) (
	limited context.Context, stop func()) {
	// The deadline never passes. It tells solvers that their time is limited.
	const never = 100 * 365 * 24 * time.Hour
	ctx, release := context.WithTimeout(ctx, never)
	limited, cancel := context.WithCancelCause(ctx)
	go func() {
		for rest := limit - used(); rest > 0; rest = limit - used() {
			// Several threads may take the rest at the same time.
			pause := min(max(rest/time.Duration(runtime.GOMAXPROCS(0)), time.Millisecond), 50*time.Millisecond)
			select {
			case <-limited.Done():
				return
			case <-time.After(pause):
			}
		}
		cancel(context.DeadlineExceeded)
	}()
	return limited, func() {
		cancel(nil)
		release()
	}
}
