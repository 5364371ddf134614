package search

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Crew runs functions on goroutines of their own and waits for them. What one
// panics with, Wait panics with, so that the caller of a solver meets it
// wherever it happened; reading memory that is gone, such as a mapped file that
// was cut short, panics like any other fault (debug.SetPanicOnFault).
type Crew struct {
	running sync.WaitGroup
	fault   atomic.Pointer[any]
}

// Go runs a function.
func (c *Crew) Go(f func()) {
	c.running.Go(func() {
		debug.SetPanicOnFault(true)
		defer func() {
			if fault := recover(); fault != nil {
				c.fault.CompareAndSwap(nil, &fault)
			}
		}()
		f()
	})
}

// Failed tells whether a function has panicked, so that the others need not go
// on.
func (c *Crew) Failed() bool { return c.fault.Load() != nil }

// Wait waits for all functions.
func (c *Crew) Wait() {
	c.running.Wait()
	if fault := c.fault.Load(); fault != nil {
		panic(*fault)
	}
}
