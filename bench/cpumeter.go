package bench

import (
	"sync"
	"time"

	"npuzzle/internal/machine"
)

// cpuMeter divides the processor time of the process among the trials that run.
// An event is the begin or the end of a trial. The time used between two events
// is divided equally among the trials that run between them. It includes the time
// of the garbage collector. The result is exact if one trial runs at a time.
type cpuMeter struct {
	mu      sync.Mutex
	clock   func() time.Duration // processor time used so far
	running int
	last    time.Duration // clock at the last event
	each    time.Duration // processor time of a trial that runs since the first event
}

func newCPUMeter() *cpuMeter { return &cpuMeter{clock: machine.CPUTime} }

// begin registers a running trial. It returns the value that end needs.
func (m *cpuMeter) begin() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	m.running++
	return m.each
}

// end removes a running trial and returns its processor time. The argument is the
// value that begin returned for this trial.
func (m *cpuMeter) end(begun time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	m.running--
	return m.each - begun
}

// share divides the processor time since the last event among the running trials.
func (m *cpuMeter) share() {
	now := m.clock()
	if m.running > 0 {
		m.each += (now - m.last) / time.Duration(m.running)
	}
	m.last = now
}
