package search

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// CheckWorkers returns an error for a negative setting of Workers. The kind is the word for what
// works, such as "jobs".
func CheckWorkers(kind string, setting int) error {
	if setting < 0 {
		return fmt.Errorf("%d %s; expected 1 or more, or 0 for one a core", setting, kind)
	}
	return nil
}

// Workers returns the number of workers, or of jobs, for a setting: the setting itself, or one for
// each core if the setting is 0. Every such setting has this meaning, in all packages.
func Workers(setting int) int {
	if setting > 0 {
		return setting
	}
	return runtime.GOMAXPROCS(0)
}

// Parallel calls f with each number from 0 to n-1, in this order, on a number of workers. The first
// worker, 0, is the calling goroutine. A solver calls Meter.Parallel instead, which measures the
// other workers, too. If a call returns false or panics, no other call begins. Parallel waits for
// all calls that have begun, and reports whether all have returned true. If a call has panicked,
// Parallel panics with the same value. If a call reads memory that is no longer valid, such as a
// mapped file that was truncated, it panics instead of ending the program (debug.SetPanicOnFault).
func Parallel(workers, n int, f func(worker, i int) bool) bool {
	return parallel(nil, workers, n, f)
}

// parallel is Parallel. The meter measures the goroutines that it starts.
func parallel(meter *Meter, workers, n int, f func(worker, i int) bool) bool {
	var shared struct { // one allocation
		next  atomic.Int64
		ended atomic.Bool
		fault atomic.Pointer[any]
		group sync.WaitGroup
	}
	work := func(worker int) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if value := recover(); value != nil {
				shared.fault.CompareAndSwap(nil, &value)
				shared.ended.Store(true)
			}
		}()
		for !shared.ended.Load() {
			i := int(shared.next.Add(1)) - 1
			if i >= n {
				return
			}
			if !f(worker, i) {
				shared.ended.Store(true)
			}
		}
	}
	for worker := 1; worker < min(workers, n); worker++ {
		shared.group.Go(func() {
			meter.Enter()
			defer meter.Leave()
			work(worker)
		})
	}
	work(0)
	if min(workers, n) > 1 {
		// A goroutine that is measured is locked to its thread. A thread whose goroutine waits
		// would have to hand over to another thread, and back.
		meter.Leave()
		shared.group.Wait()
		meter.Enter()
	}
	if value := shared.fault.Load(); value != nil {
		panic(*value)
	}
	return !shared.ended.Load()
}
