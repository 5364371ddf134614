package search

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// WorkerGroup is a sync.WaitGroup that passes panics to the caller: if a worker
// panics, Wait panics with the same value. If a worker reads memory that is no
// longer valid, such as a mapped file that was truncated, the worker panics
// instead of ending the program (debug.SetPanicOnFault).
type WorkerGroup struct {
	workers sync.WaitGroup
	fault   atomic.Pointer[any]
}

// Go starts a worker that runs f in a goroutine of its own.
func (g *WorkerGroup) Go(f func()) {
	g.workers.Go(func() { g.Run(f) })
}

// Run runs f as a worker on the calling goroutine. If f panics, Run returns, and Wait panics.
//
// A search should use Run for one of its workers. Then a search with one worker runs on one
// goroutine, and its processor time can be measured.
func (g *WorkerGroup) Run(f func()) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			g.fault.CompareAndSwap(nil, &fault)
		}
	}()
	f()
}

// Failed reports whether a worker has panicked. Other workers may then stop early.
func (g *WorkerGroup) Failed() bool { return g.fault.Load() != nil }

// Wait waits until all workers have returned. It panics if a worker has panicked.
func (g *WorkerGroup) Wait() {
	g.workers.Wait()
	if fault := g.fault.Load(); fault != nil {
		panic(*fault)
	}
}

// Parallel calls f with each number from 0 to n-1, in this order, on a number of workers. The first worker, 0,
// is the calling goroutine. If a call returns false or panics, no other call begins. Parallel waits for all
// calls that have begun, and reports whether all have returned true. It panics if a call has panicked.
func Parallel(workers, n int, f func(worker, i int) bool) bool {
	var next atomic.Int64
	var ended atomic.Bool
	var group WorkerGroup
	work := func(worker int) {
		for !ended.Load() && !group.Failed() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if !f(worker, i) {
				ended.Store(true)
			}
		}
	}
	for worker := 1; worker < min(workers, n); worker++ {
		group.Go(func() { work(worker) })
	}
	group.Run(func() { work(0) })
	group.Wait()
	return !ended.Load()
}
