package bench

import (
	"sync"
	"time"

	"npuzzle/internal/machine"
)

// cpuMeter shares the process's processor time out among the trials that run:
// what was used between two events goes to the running trials in equal parts.
// With one trial at a time that is exact, the garbage collector included. The
// shares always add up to what the process used.
type cpuMeter struct {
	mu      sync.Mutex
	clock   func() time.Duration // processor time used so far
	running int
	last    time.Duration // clock at the last event
	each    time.Duration // what a trial that ran from the first event on has used
}

func newCPUMeter() *cpuMeter { return &cpuMeter{clock: machine.CPUTime} }

// begin enters a trial and returns the value to pass to end.
func (m *cpuMeter) begin() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	m.running++
	return m.each
}

// end leaves a trial and returns its processor time.
func (m *cpuMeter) end(begun time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	m.running--
	return m.each - begun
}

func (m *cpuMeter) share() {
	now := m.clock()
	if m.running > 0 {
		m.each += (now - m.last) / time.Duration(m.running)
	}
	m.last = now
}
