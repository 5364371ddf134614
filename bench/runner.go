package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"npuzzle/search"
)

// Runner runs trials, several at a time. The result of a trial depends only on the
// trial and its limits. It does not depend on the order in which trials end. It
// depends on the number of jobs only if Bytes is set, because the jobs share
// this memory.
type Runner struct {
	Jobs    int    // maximum number of trials that run at the same time; 0: one for each core
	Bytes   uint64 // memory that trials without a limit of their own share; 0 for no limit
	InOrder bool   // pass trials to done in the order of the sequence

	// KeepFaults decides what happens if a solver returns an error. If it is true, the
	// trial is passed to done with the error in Fault. Otherwise the error ends the run.
	KeepFaults bool

	// With returns the solver that runs instead of that of a trial's settings: see Trial.RunWith.
	// It may be nil.
	With func(Trial) search.Solver

	// Isolated runs a trial in another process. If it is nil, trials run in this process.
	// A *ProcessError ends the run even if KeepFaults is true.
	Isolated func(context.Context, Trial) (Trial, error)
}

// window is the number of trials that may wait until an earlier trial ends. It limits
// the memory for trials that have ended while a slow trial runs.
const window = 1000

// numbered is a trial with its index in the sequence. If err is not nil, it ends the run.
type numbered struct {
	n     int
	trial Trial
	err   error
}

// Run runs trials. When a trial ends, Run passes it to done. Calls of done never overlap, but
// come from different goroutines.
//
// The first error of the sequence, of a solver or of done ends the run. Run then
// cancels the running trials, waits until they have ended, and returns the error. With
// InOrder, Run passes all trials before the failed one to done before it ends the run.
//
// If the context is cancelled, Run starts no more trials. The running trials end with
// the status search.Cancelled and are passed to done, and Run returns nil. Run then does
// not wait for a sequence that is slow to yield, such as one that reads standard input.
//
// If a solver panics, Run cancels the running trials and panics with the same value.
func (r Runner) Run(
	ctx context.Context, trials iter.Seq2[Trial, error], done func(Trial) error,
) error {
	if err := search.CheckWorkers("jobs", r.Jobs); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	jobs := search.Workers(r.Jobs)
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	queue := make(chan numbered)
	go enqueue(ctx, trials, queue)
	ended := newEndedTrials(jobs, r.InOrder, done, stop)
	search.Parallel(jobs, jobs, func(_, _ int) bool {
		defer func() {
			if fault := recover(); fault != nil {
				stop()
				panic(fault)
			}
		}()
		r.work(ctx, queue, ended)
		return true
	})
	return ended.passRest()
}

// enqueue numbers trials and sends them to the queue until the context is cancelled. Then it closes
// the queue.
func enqueue(ctx context.Context, trials iter.Seq2[Trial, error], queue chan<- numbered) {
	defer close(queue)
	n := 0
	for trial, err := range trials {
		select {
		case queue <- numbered{n, trial, err}:
		case <-ctx.Done():
			return
		}
		n++
	}
}

// work runs trials of the queue until there are no more, or the context is cancelled.
func (r Runner) work(ctx context.Context, queue <-chan numbered, ended *endedTrials) {
	for {
		ended.reserve()
		select {
		case <-ctx.Done():
			return
		case trial, more := <-queue:
			if !more || ctx.Err() != nil {
				return
			}
			if trial.err == nil {
				trial.trial, trial.err = r.run(ctx, trial.trial)
			}
			ended.add(trial)
		}
	}
}

// endedTrials passes trials that have ended to done: in the order of the sequence, or as they end.
type endedTrials struct {
	inOrder bool
	done    func(Trial) error
	stop    func()        // ends the run
	places  chan struct{} // one element for each trial not yet passed to done

	mu     sync.Mutex
	early  map[int]numbered // ended before an earlier trial of the sequence
	next   int              // number of the trial that is passed next
	failed error            // the first error of a trial or of done
}

func newEndedTrials(jobs int, inOrder bool, done func(Trial) error, stop func()) *endedTrials {
	return &endedTrials{
		inOrder: inOrder,
		done:    done,
		stop:    stop,
		places:  make(chan struct{}, jobs+window),
		early:   map[int]numbered{},
	}
}

// reserve waits until there is a place for one more trial.
func (e *endedTrials) reserve() { e.places <- struct{}{} }

// add takes a trial that has ended, and passes all trials whose turn it is.
func (e *endedTrials) add(trial numbered) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.inOrder {
		trial.n = e.next
	}
	e.early[trial.n] = trial
	for {
		first, hasEnded := e.early[e.next]
		if !hasEnded {
			return
		}
		delete(e.early, e.next)
		e.next++
		e.pass(first)
	}
}

// pass passes a trial to done, unless an earlier one has failed.
func (e *endedTrials) pass(trial numbered) {
	<-e.places
	if e.failed != nil {
		return
	}
	err := trial.err
	if err == nil {
		err = e.done(trial.trial)
	}
	if err != nil {
		e.failed = err
		e.stop()
	}
}

// passRest passes the trials that have ended although an earlier one never started, because the run
// was interrupted. It returns the error that ended the run.
func (e *endedTrials) passRest() error {
	for _, n := range slices.Sorted(maps.Keys(e.early)) {
		e.pass(e.early[n])
	}
	return e.failed
}

// Share returns the memory limit in bytes of a trial without a limit of its own; 0 for none.
func (r Runner) Share() uint64 {
	return min(r.Bytes, max(r.Bytes/uint64(search.Workers(r.Jobs)), 1))
}

// run runs one trial. If KeepFaults is true, run puts the error of a solver into Fault.
func (r Runner) run(ctx context.Context, t Trial) (Trial, error) {
	t.Limits.Bytes = cmp.Or(t.Limits.Bytes, r.Share())
	var err error
	switch {
	case r.With != nil:
		t, err = t.RunWith(ctx, r.With(t))
	case r.Isolated != nil:
		t, err = r.Isolated(ctx, t)
	default:
		t, err = t.Run(ctx)
	}
	switch process, ok := errors.AsType[*ProcessError](err); {
	case err == nil:
		return t, nil
	case ok:
		return t, process
	case r.KeepFaults:
		t.Result = search.Result{}
		t.Fault = FaultText(err)
		return t, nil
	}
	return t, &MismatchError{t.Puzzle.Number, err}
}

// ProcessError reports that no process could be started for a trial. The cause is not
// the trial, so other trials would fail, too.
type ProcessError struct{ Err error }

func (e *ProcessError) Error() string { return "no process for a trial: " + e.Err.Error() }
func (e *ProcessError) Unwrap() error { return e.Err }
