package search

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"npuzzle/internal/machine"
)

// Meter measures the processor time of one search on any number of goroutines. A goroutine that
// works for the search calls Enter before its work and Leave after it. Meter.Parallel does so for
// the goroutines that it starts.
//
// The sum has all work between Enter and Leave, such as allocating memory. It leaves out what the
// Go runtime does on other threads, such as the background work of the garbage collector.
//
// A nil Meter measures nothing. So a search that nobody measures needs no meter.
type Meter struct {
	mu      sync.Mutex
	done    time.Duration // of the goroutines that have left
	working []stretch     // of the goroutines that work now
}

// stretch is the work of a goroutine since it entered. The goroutine is locked to its thread.
type stretch struct {
	thread machine.Thread
	begun  time.Duration // processor time of the thread when the goroutine entered
}

// Enter begins to measure the calling goroutine. The goroutine stays on its thread until it leaves.
// A goroutine that has entered must leave before it enters again, and before it ends.
func (m *Meter) Enter() {
	if m == nil {
		return
	}
	runtime.LockOSThread()
	thread := machine.CurrentThread()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.working = append(m.working, stretch{thread: thread, begun: thread.CPUTime()})
}

// Leave ends the measurement of the calling goroutine, which has entered.
func (m *Meter) Leave() {
	if m == nil {
		return
	}
	thread := machine.CurrentThread()
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.working, func(s stretch) bool { return s.thread == thread })
	m.done += thread.CPUTime() - m.working[i].begun
	m.working = slices.Delete(m.working, i, i+1)
	runtime.UnlockOSThread()
}

// Used returns the processor time of the search so far, with that of the goroutines that work now.
// Any goroutine may call Used.
func (m *Meter) Used() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	used := m.done
	for _, s := range m.working {
		used += s.thread.CPUTime() - s.begun
	}
	return used
}

// Parallel is the function Parallel, and measures the goroutines that it starts. The calling
// goroutine, which is worker 0, must have entered.
func (m *Meter) Parallel(workers, n int, f func(worker, i int) bool) bool {
	return parallel(m, workers, n, f)
}

type meterKey struct{}

// WithMeter returns a context that carries a meter to a solver.
func WithMeter(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// MeterOf returns the meter that a context carries. It returns nil if there is none.
func MeterOf(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}
