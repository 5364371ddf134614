package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"npuzzle/search"
)

// fakeClock is a processClock of a process with the given times.
type fakeClock struct {
	processClock
	cpu, collector time.Duration
}

func newFakeClock() *fakeClock {
	c := &fakeClock{}
	c.processClock.cpu = func() time.Duration { return c.cpu }
	c.processClock.collector = func() time.Duration { return c.collector }
	return c
}

// unmetered begins a trial that the clock of the process measures.
func (c *fakeClock) unmetered() *cpuMeter {
	return &cpuMeter{process: &c.processClock, begun: c.begin(nil)}
}

func TestProcessClockSharesOut(t *testing.T) {
	c := newFakeClock()
	c.cpu = 5 // before any trial: nobody's
	a := c.unmetered()
	c.cpu += 10 // all of a
	b := c.unmetered()
	c.cpu += 40 // half each
	assert.EqualValues(t, 10+20, a.used())
	a.end()
	c.cpu += 7 // all of b
	assert.EqualValues(t, 20+7, b.used())
	b.end()
	c.cpu += 100 // nobody's
	d := c.unmetered()
	c.cpu += 3
	assert.EqualValues(t, 3, d.used())
	d.end()
}

// The time of the process is that of a trial only if the trial is alone.
func TestProcessorTimeIsKnownOfOneTrialAlone(t *testing.T) {
	c := newFakeClock()
	alone := c.unmetered()
	c.cpu += 2 * time.Second
	assert.Equal(t, 2*time.Second, alone.exact())
	alone.end()

	first := c.unmetered()
	c.cpu += time.Second
	second := c.unmetered()
	second.end()
	assert.Equal(t, UnknownTime, first.exact(), "another trial began, and has ended")
	assert.Equal(t, UnknownTime, second.exact(), "another trial ran before")
	first.end()
}

// Trials share the time of the garbage collector. It is at most the time that the process used
// besides the threads of the trials.
func TestTrialsShareTheGarbageCollector(t *testing.T) {
	c := newFakeClock()
	begin := func() *cpuMeter {
		m := &search.Meter{}
		return &cpuMeter{threads: m, process: &c.processClock, begun: c.begin(m)}
	}
	a := begin()
	b := begin()
	c.cpu += 100
	c.collector += 40
	assert.EqualValues(t, 20, a.used())
	assert.EqualValues(t, 20, b.used())
	c.end(a.threads)
	c.cpu += 5
	assert.EqualValues(t, 20, b.used(), "no collection has ended")
	c.cpu += 5
	c.collector += 1000
	assert.EqualValues(t, 20+10, b.used(), "the collector waited for a processor")
	c.end(b.threads)
	c.collector += 50 // nobody's
	d := begin()
	assert.Zero(t, d.used())
	c.end(d.threads)
}

// A time that becomes seconds, as in an answer of another process, and a time again is the same. A
// time that is not known stays so.
func TestSecondsOfTimes(t *testing.T) {
	for _, d := range []time.Duration{
		UnknownTime, 0, 1, 999, time.Millisecond, 123456789, time.Hour + 1, 1e15 + 7,
	} {
		assert.Equal(t, d, durationOf(secondsOf(d)))
	}
}
