package search

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Workers returns the number of workers for a setting: the setting itself, or the number of cores if it is not
// positive.
func Workers(setting int) int { return cmp.Or(max(setting, 0), runtime.GOMAXPROCS(0)) }

// Parallel calls f with each number from 0 to n-1, in this order, on a number of workers. The first worker, 0,
// is the calling goroutine, so the processor time of a search with one worker can be measured. If a call returns
// false or panics, no other call begins. Parallel waits for all calls that have begun, and reports whether all
// have returned true. If a call has panicked, Parallel panics with the same value. If a call reads memory that is
// no longer valid, such as a mapped file that was truncated, it panics instead of ending the program
// (debug.SetPanicOnFault).
func Parallel(workers, n int, f func(worker, i int) bool) bool {
	var all struct { // one allocation
		next  atomic.Int64
		ended atomic.Bool
		fault atomic.Pointer[any]
		group sync.WaitGroup
	}
	work := func(worker int) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if value := recover(); value != nil {
				all.fault.CompareAndSwap(nil, &value)
				all.ended.Store(true)
			}
		}()
		for !all.ended.Load() {
			i := int(all.next.Add(1)) - 1
			if i >= n {
				return
			}
			if !f(worker, i) {
				all.ended.Store(true)
			}
		}
	}
	for worker := 1; worker < min(workers, n); worker++ {
		all.group.Go(func() { work(worker) })
	}
	work(0)
	all.group.Wait()
	if value := all.fault.Load(); value != nil {
		panic(*value)
	}
	return !all.ended.Load()
}
