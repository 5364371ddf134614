package search

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// WorkerGroup is a sync.WaitGroup that passes panics on: if a worker panics,
// Wait panics with the same value. So a fault reaches the caller of a solver
// in whichever goroutine it occurred. Reading memory that is gone, such as a
// mapped file that was cut short, counts as a panic (debug.SetPanicOnFault).
type WorkerGroup struct {
	workers sync.WaitGroup
	fault   atomic.Pointer[any]
}

// Go starts a worker that runs f.
func (g *WorkerGroup) Go(f func()) {
	g.workers.Go(func() {
		debug.SetPanicOnFault(true)
		defer func() {
			if fault := recover(); fault != nil {
				g.fault.CompareAndSwap(nil, &fault)
			}
		}()
		f()
	})
}

// Failed reports whether a worker has panicked, so that others may stop early.
func (g *WorkerGroup) Failed() bool { return g.fault.Load() != nil }

// Wait waits until all workers have returned.
func (g *WorkerGroup) Wait() {
	g.workers.Wait()
	if fault := g.fault.Load(); fault != nil {
		panic(*fault)
	}
}
