package bench

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"npuzzle/search"
)

// Runner runs trials, several at a time. What a trial finds depends on its task
// and limits only, not on the jobs or the order in which trials end.
type Runner struct {
	Jobs      int           // trials at a time; 0 stands for 1
	Limits    search.Limits // of each trial; Bytes are shared out among the jobs
	TimeLimit time.Duration // of each trial; 0 for none
	InOrder   bool          // hand trials over in the order of their tasks

	// KeepFaults hands a trial whose solver returned an error over with that as
	// its Fault. Otherwise the error ends the run.
	KeepFaults bool

	// Elsewhere runs a trial in another process. If nil, trials run in this one.
	// Where it cannot, that is a *PlaceError, which ends the run whatever KeepFaults.
	Elsewhere func(context.Context, Task, search.Limits, time.Duration) (Trial, error)
}

// window is how many trials may wait to be handed over in order. It keeps a
// slow trial from piling up all that end before it.
const window = 1000

// Run runs the tasks and hands every trial to done as it ends, never two at a
// time. It returns the first error of the tasks, a solver or done, once the
// trials that run have ended; in order, trials before the faulty task are
// handed over first. A cancelled context ends the running trials, which are
// handed over with that status, and starts no more; that is no error. Run does
// not wait for tasks that are slow to come.
func (r Runner) Run(ctx context.Context, tasks iter.Seq2[Task, error], done func(Trial) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := max(r.Jobs, 1)
	lim := r.Limits
	lim.Bytes = r.Limits.Bytes / uint64(jobs)
	if r.Limits.Bytes > 0 {
		lim.Bytes = max(lim.Bytes, 1)
	}
	meter := newCPUMeter()

	results := make(chan outcome, jobs) // a trial that has ended
	ended := make(chan int, 1)          // how many outcomes there are in all
	free := make(chan struct{}, jobs)   // a place for each running trial
	waiting := make(chan struct{}, jobs+window)
	door := &gate{}

	go func() {
		begun := 0
		for task, err := range tasks {
			if !enter(ctx, waiting) || !enter(ctx, free) || !door.pass() {
				break
			}
			n := begun
			begun++
			if err != nil {
				results <- outcome{n: n, err: err}
				break
			}
			go func() {
				trial, err := r.run(ctx, task, lim, meter)
				results <- outcome{n, trial, err} // before the next: one job keeps the order
				<-free
			}()
		}
		ended <- begun
	}()

	var failed error
	hand := func(o outcome) {
		<-waiting
		if failed == nil && o.err == nil {
			o.err = done(o.Trial)
		}
		if failed == nil && o.err != nil {
			failed = o.err
			stop()
		}
	}
	early := map[int]outcome{}
	interrupted := ctx.Done()
	for seen, total := 0, -1; total < 0 || seen < total; {
		select {
		case total = <-ended:
		case <-interrupted:
			// The tasks may be stuck waiting for input: take what has begun.
			interrupted = nil
			total = door.close()
		case o := <-results:
			seen++
			if !r.InOrder {
				hand(o)
				continue
			}
			early[o.n] = o
			for next := seen - len(early); ; next++ {
				o, ok := early[next]
				if !ok {
					break
				}
				delete(early, next)
				hand(o)
			}
		}
	}
	return failed
}

// run runs a task within limits.
func (r Runner) run(ctx context.Context, task Task, lim search.Limits, meter *cpuMeter) (Trial, error) {
	var trial Trial
	var err error
	if r.Elsewhere != nil {
		trial, err = r.Elsewhere(ctx, task, lim, r.TimeLimit)
	} else {
		trial, err = run(ctx, task, lim, r.TimeLimit, meter)
	}
	trial.Limits, trial.TimeLimit = lim, r.TimeLimit
	if place, ok := errors.AsType[*PlaceError](err); ok {
		return trial, place
	}
	switch {
	case err == nil:
		return trial, nil
	case r.KeepFaults:
		trial.Result, trial.Fault = search.Result{}, err.Error()
		return trial, nil
	}
	return trial, &MismatchError{task.Number, err}
}

// PlaceError says why there is no process for trials to run in: no trial is to
// blame for it, and the next would fare no better.
type PlaceError struct{ Err error }

func (e *PlaceError) Error() string { return "no process for a trial: " + e.Err.Error() }
func (e *PlaceError) Unwrap() error { return e.Err }

// outcome is the n-th task's trial or error.
type outcome struct {
	n int
	Trial
	err error
}

// enter takes a place unless the context ends first.
func enter(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// gate counts those who pass until it is closed.
type gate struct {
	mu     sync.Mutex
	closed bool
	passed int
}

func (g *gate) pass() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.passed++
	}
	return !g.closed
}

// close lets nobody else pass and returns how many have.
func (g *gate) close() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	return g.passed
}
