package bench

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"npuzzle/internal/machine"
	"npuzzle/search"
)

// cpuMeter measures the processor time of one trial.
//
// A solver of package solvers measures its own goroutines with a search.Meter, if the system
// measures single threads. The trial has their processor time, and its share of the time of the
// garbage collector.
//
// Any other trial has the processor time that its process used meanwhile. It is unknown if other
// trials ran in the process at the same time.
type cpuMeter struct {
	threads *search.Meter // nil if the clock of the process measures the trial
	process *processClock
	begun   reading // of the clock of the process, when the trial began
}

// beginCPU begins to measure a trial. The goroutine that calls the solver must call beginCPU
// before, and the method end afterwards. The parameter metered says whether the solver measures its
// goroutines.
func beginCPU(metered bool) *cpuMeter {
	m := &cpuMeter{process: &trialClock}
	if metered && machine.MeasuresThreads {
		m.threads = &search.Meter{}
		m.threads.Enter()
	}
	m.begun = m.process.begin(m.threads)
	return m
}

func (m *cpuMeter) end() {
	if m.threads != nil {
		m.threads.Leave()
	}
	m.process.end(m.threads)
}

// used returns the processor time of the trial so far. Any goroutine may call it until the trial
// has ended. If this time is unknown, used returns the trial's share of the time of the process,
// which serves to limit the trial.
func (m *cpuMeter) used() time.Duration {
	now := m.process.read()
	if m.threads != nil {
		return m.threads.Used() + now.collector - m.begun.collector
	}
	return now.share - m.begun.share
}

// exact returns the processor time of the trial so far, or UnknownTime if other trials ran in the
// process and cannot be told from this one. Like used, it must be called before the trial ends.
func (m *cpuMeter) exact() time.Duration {
	if m.threads == nil && !m.process.read().alone(m.begun) {
		return UnknownTime
	}
	return m.used()
}

// processClock reads the processor time of this process and of its garbage collector, and divides
// both among the trials that run. An event is the begin or the end of a trial, or a reading of the
// clock. The time between two events is divided evenly among the trials that run between them.
//
// The Go runtime measures the wall time for which the garbage collector works. On a busy machine,
// its processor time is shorter. It is at most the time of the process without that of the trials'
// threads.
type processClock struct {
	cpu       func() time.Duration // processor time of the process
	collector func() time.Duration // time of the garbage collector; grows when a collection ends

	mu      sync.Mutex
	current reading
	trials  []*search.Meter // of the running trials that have one
	ended   time.Duration   // processor time of the threads of trials that have ended

	// The following times are those of the last event.
	used      time.Duration // processor time of the process
	threads   time.Duration // processor time of the threads of all trials
	collected time.Duration // time of the garbage collector

	other time.Duration // processor time of other threads since a collection ended
}

// trialClock is the clock of all trials in this process.
var trialClock = processClock{cpu: machine.CPUTime, collector: machine.CollectorTime}

// reading is the state of a processClock at an event.
type reading struct {
	share     time.Duration // processor time of a trial that runs since the first event
	collector time.Duration // its part that belongs to the garbage collector
	running   int           // number of trials that run
	begun     int           // number of trials that have begun
}

// alone reports whether no other trial has run since a trial began. The reading of the time when
// the trial began counts the trial.
func (now reading) alone(begun reading) bool {
	return begun.running == 1 && now.begun == begun.begun
}

// begin registers a trial that begins. The meter may be nil.
func (c *processClock) begin(m *search.Meter) reading {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.event()
	c.current.running++
	c.current.begun++
	if m != nil {
		c.trials = append(c.trials, m)
		c.threads += m.Used()
	}
	return c.current
}

// end registers the end of a trial, given the meter that began with it.
func (c *processClock) end(m *search.Meter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.event()
	c.current.running--
	if m != nil {
		c.trials = slices.DeleteFunc(slices.Clone(c.trials), func(other *search.Meter) bool {
			return other == m
		})
		c.ended += m.Used()
	}
}

func (c *processClock) read() reading {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.event()
	return c.current
}

// event divides the time since the last event among the running trials.
func (c *processClock) event() {
	threads := c.ended
	for _, m := range c.trials {
		threads += m.Used()
	}
	used := c.cpu()
	collected := c.collector()
	if running := time.Duration(c.current.running); running > 0 {
		c.current.share += (used - c.used) / running
		c.other += (used - c.used) - (threads - c.threads)
		if collected > c.collected {
			collector := max(0, min(collected-c.collected, c.other))
			c.current.collector += collector / running
			c.other = 0
		}
	}
	c.used = used
	c.threads = threads
	c.collected = collected
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
