package bench

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"time"

	"npuzzle/search"
)

// Runner runs trials, several at a time. The result of a trial depends on the
// trial and the limits only, not on the number of jobs or on the order in which
// trials end.
type Runner struct {
	Jobs      int           // trials that run at the same time; 0 stands for 1
	Limits    search.Limits // of each trial; Bytes are divided among the jobs
	TimeLimit time.Duration // of each trial; 0 for none
	InOrder   bool          // hand trials over in the order in which they came

	// KeepFaults hands over a trial whose solver returned an error, with the error
	// in Fault. Otherwise the first such error ends the run.
	KeepFaults bool

	// Isolated runs a trial in another process. If nil, trials run in this one.
	// A *ProcessError ends the run even with KeepFaults.
	Isolated func(context.Context, Trial, search.Limits, time.Duration) (Trial, error)
}

// window is the number of trials that may wait to be handed over in order. It
// bounds what piles up behind a slow trial.
const window = 1000

// numbered is a trial with its place in the sequence, and the error that ends the run
// there.
type numbered struct {
	n     int
	trial Trial
	err   error
}

// Run runs trials and hands each to done as it ends. Calls of done never overlap.
// Run returns the first error of the sequence, of a solver or of done, once the
// running trials have ended. With InOrder, the trials before the one at fault are
// handed over first. A cancelled context ends the running trials, which are handed
// over with that status, and starts no more; it is no error. Run does not wait for
// a sequence that is slow to yield, such as one that reads standard input. If a solver
// panics, Run ends the running trials and panics with the same value.
func (r Runner) Run(ctx context.Context, trials iter.Seq2[Trial, error], done func(Trial) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := max(r.Jobs, 1)
	limits := r.Limits
	if limits.Bytes > 0 {
		limits.Bytes = max(limits.Bytes/uint64(jobs), 1)
	}

	queue := make(chan numbered)
	waiting := make(chan struct{}, jobs+window) // a place for each trial not handed over yet
	go func() {
		defer close(queue)
		n := 0
		for trial, err := range trials {
			select {
			case waiting <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case queue <- numbered{n, trial, err}:
			case <-ctx.Done():
				return
			}
			n++
		}
	}()

	results := make(chan numbered)
	meter := newCPUMeter()
	var workers search.WorkerGroup
	for range jobs {
		workers.Go(func() {
			defer func() {
				if fault := recover(); fault != nil {
					stop()
					panic(fault)
				}
			}()
			for {
				select {
				case <-ctx.Done():
					return
				case o, more := <-queue:
					if !more || ctx.Err() != nil {
						return
					}
					if o.err == nil {
						o.trial, o.err = r.run(ctx, o.trial, limits, meter)
					}
					results <- o
				}
			}
		})
	}
	var fault any // of a worker
	go func() {
		defer close(results)
		defer func() { fault = recover() }()
		workers.Wait()
	}()

	var failed error
	handOver := func(o numbered) {
		<-waiting
		if failed == nil && o.err == nil {
			o.err = done(o.trial)
		}
		if failed == nil && o.err != nil {
			failed = o.err
			stop()
		}
	}
	early := map[int]numbered{} // ended before one that came earlier
	next := 0
	for o := range results {
		if !r.InOrder {
			handOver(o)
			continue
		}
		early[o.n] = o
		for o, ended := early[next]; ended; o, ended = early[next] {
			delete(early, next)
			next++
			handOver(o)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(early)) { // behind one that an interrupt kept from starting
		handOver(early[n])
	}
	if fault != nil {
		panic(fault)
	}
	return failed
}

// run runs a trial within limits.
func (r Runner) run(ctx context.Context, t Trial, limits search.Limits, meter *cpuMeter) (Trial, error) {
	limits.Expanded = cmp.Or(t.NodeLimit, limits.Expanded)
	var err error
	if r.Isolated != nil {
		t, err = r.Isolated(ctx, t, limits, r.TimeLimit)
	} else {
		t, err = t.run(ctx, limits, r.TimeLimit, meter)
	}
	t.Limits, t.TimeLimit = limits, r.TimeLimit
	if process, ok := errors.AsType[*ProcessError](err); ok {
		return t, process
	}
	switch {
	case err == nil:
		return t, nil
	case r.KeepFaults:
		t.Result, t.Fault = search.Result{}, err.Error()
		return t, nil
	}
	return t, &MismatchError{t.Puzzle.Number, err}
}

// ProcessError says that no process could be started for a trial. The trial is not
// to blame, and the next one would fail too.
type ProcessError struct{ Err error }

func (e *ProcessError) Error() string { return "no process for a trial: " + e.Err.Error() }
func (e *ProcessError) Unwrap() error { return e.Err }
