package lab

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Lab runs experiments and keeps their trials in a store.
type Lab struct {
	Store   *store.Store // must not be nil in Run
	Jobs    int          // maximum number of trials that run at the same time; 0: one for each core
	Bytes   uint64       // memory limit of all running solvers together; 0 for none
	Command []string     // starts a process that calls Serve; not empty if trials are isolated
	PDBDir  string       // directory of the pattern databases, for isolated trials

	// Prepare loads or builds the tables of heuristics. If it is nil, Run uses that of a
	// solvers.Library.
	Prepare bench.Prepare

	// Provenance is the machine and the program that run the trials. Run sets an empty Program.
	Provenance bench.Provenance

	// Elsewhere, if not nil, runs the missing trials on other machines, as Runner.Run does on this
	// one. Each machine divides its own memory among trials without a limit of their own.
	// Experiments with a solver or a heuristic that other machines do not know run here.
	Elsewhere func(context.Context, bench.Runner, iter.Seq2[bench.Trial, error],
		func(bench.Trial) error) error

	// Strict decides what happens if a trial fails. If it is true, the experiment ends, and a
	// stored trial that failed runs again. Otherwise the trial is kept with its error, and the
	// experiment continues.
	Strict bool

	// Began is called before any trial runs. Kept is called for each trial after the
	// trial is kept. Both may be nil. Calls never overlap.
	Began func(Outcome)
	Kept  func(bench.Record)

	// Proving, if not nil, is called in the fifth step of Run. It gets the number of
	// puzzles done, and the number of all solved puzzles without a known optimal cost.
	// Calls never overlap.
	Proving func(done, all int)
}

// Outcome is the result of an experiment.
type Outcome struct {
	Name  string // of the experiment in the store
	Total int    // number of trials of the experiment

	// Before is the number of trials that were already kept before this run, by any experiment.
	// Dropped is the number of stored trials that are no longer part of the experiment. Again is
	// the number of stored trials that run again, mostly because they may use more memory now.
	Before  int
	Dropped int
	Again   int

	Records []bench.Record // of all kept trials, in the order of the experiment

	unplanned bool // planning was interrupted
}

// Partial reports whether trials of the experiment have no record in the outcome. It also
// reports true if Run was cancelled before it knew which trials are missing.
func (o Outcome) Partial() bool { return o.unplanned || len(o.Records) < o.Total }

// Failed returns the records of the trials that failed.
func (o Outcome) Failed() []bench.Record {
	var failed []bench.Record
	for i := range o.Records { // records are large, so they are not copied
		if o.Records[i].Error != "" {
			failed = append(failed, o.Records[i])
		}
	}
	return failed
}

// Run runs an experiment in the five steps of the package documentation. It finds which trials are
// kept and which are missing, runs the missing trials, stores each trial when it ends, and searches
// for optimal costs that no trial proves. It returns the records of all kept trials.
//
// If the context is cancelled before any trial runs, Run returns the stored records without an
// error. They may include trials that are no longer part of the experiment. Began is not called.
// If the context is cancelled while trials run, the running trials end and their
// results are dropped. Run then returns the kept trials without an error, and
// Outcome.Partial reports true unless all trials had ended. If the context is cancelled
// during the search for optimal costs, this search ends without an error. A later run
// continues it.
//
// If Run returns an error, the kept trials stay in the store. The outcome may lack
// records that the store has. If the experiment is invalid, the error is a
// *bench.ExperimentError.
//
// Planning takes O(1) time for each trial. Memory is proportional to the number of trials.
func (l *Lab) Run(ctx context.Context, e bench.Experiment) (Outcome, error) {
	// The store uses this context, so that an interrupt loses no results.
	uncancelled := context.WithoutCancel(ctx)
	o := Outcome{Total: e.Trials()}
	p, err := l.plan(ctx, e) // the plan is never nil
	o.Name = p.experiment.Name
	switch {
	case err != nil && errors.Is(err, ctx.Err()): // an interrupt: the store stays as it is
		o.unplanned = true
		o.Records, err = l.Store.Records(uncancelled, o.Name)
		return o, err
	case err != nil:
		return o, err
	}
	o.Dropped, err = l.Store.Begin(uncancelled, p.experiment, l.Provenance, p.found)
	if err != nil {
		return o, err
	}
	o.Before = len(p.kept)
	o.Again = len(p.found) - len(p.kept)
	o.Records = p.kept
	if l.Began != nil {
		l.Began(o)
	}
	if o.Before < o.Total {
		ran, err := l.run(ctx, p)
		if err != nil {
			return o, err
		}
		o.Records = append(o.Records, ran...)
		slices.SortFunc(o.Records, func(a, b bench.Record) int { return a.Position - b.Position })
	}
	if err := l.Store.Finish(uncancelled, o.Name, o.Total, o.Records); err != nil {
		return o, err
	}
	return o, l.findOptima(ctx, o.Records)
}

// Ended returns the stored experiment that is the same as e, and whether it has ended; see
// [store.Store.Ended].
func (l *Lab) Ended(
	ctx context.Context, e bench.Experiment,
) (stored store.Experiment, ended bool, err error) {
	if err := l.nameProgram(); err != nil {
		return store.Experiment{}, false, err
	}
	return l.Store.Ended(ctx, e, l.Provenance)
}

// nameProgram sets the program of the provenance if it is empty.
func (l *Lab) nameProgram() (err error) {
	if l.Provenance.Program == "" {
		l.Provenance.Program, err = bench.Program()
	}
	return err
}

// runner checks the experiment and returns a Runner for it. It also sets the fields of the lab that
// have a default. If the memory limit of the experiment, which applies to each trial, allows all
// jobs together more memory than Lab.Bytes, runner returns an error.
func (l *Lab) runner(e bench.Experiment) (r bench.Runner, err error) {
	if err := e.Check(); err != nil {
		return r, err
	}
	if l.Prepare == nil {
		l.Prepare = (&solvers.Library{Dir: l.PDBDir}).Prepare
	}
	if err := l.nameProgram(); err != nil {
		return r, err
	}
	if err := search.CheckWorkers("jobs", l.Jobs); err != nil {
		return r, fmt.Errorf("lab: %w", err)
	}
	r = bench.Runner{Jobs: search.Workers(l.Jobs), Bytes: l.Bytes, KeepFaults: !l.Strict}
	together := e.Limits.Bytes * uint64(r.Jobs)
	if l.Bytes > 0 && together > l.Bytes && l.Elsewhere == nil {
		each := units.Bytes.Format(float64(e.Limits.Bytes))
		allowed := units.Bytes.Format(float64(l.Bytes))
		return r, bench.Fault("%d jobs of %s each, but only %s may be used; "+
			"expected fewer jobs or more memory", r.Jobs, each, allowed)
	}
	if e.Isolate {
		r.Isolated = l.Isolated
		if !e.Registered() {
			return r, bench.Fault("a solver or heuristic is not in the registry, so another " +
				"process cannot run its trials; expected an experiment without isolated trials")
		}
	}
	return r, nil
}

// run runs the missing trials, and returns the records of the trials that ended. It does not keep
// trials that end after an interrupt, because a later run would find their keys and not run them
// again. After an interrupt, run still writes the trials that had ended.
func (l *Lab) run(ctx context.Context, p *plan) ([]bench.Record, error) {
	uncancelled := context.WithoutCancel(ctx)
	name := p.experiment.Name
	var records []bench.Record
	ended := make(chan bench.Record, waitingTrials)
	room := semaphore.NewWeighted(waitingBytes)
	writers, failed := errgroup.WithContext(uncancelled) // one goroutine makes all transactions
	writers.Go(func() (err error) {
		records, err = l.keep(uncancelled, name, ended, room)
		return err
	})
	done := func(t bench.Trial) error {
		if ctx.Err() != nil { // an interrupted anytime solver may have a plan, but not its best
			return nil
		}
		r := t.StoredRecord(name, p.runner.Jobs, l.Provenance)
		if room.Acquire(failed, sizeOf(r)) != nil { // writing has failed
			return writers.Wait()
		}
		select {
		case ended <- r:
			return nil
		case <-failed.Done():
			return writers.Wait()
		}
	}
	var err error
	if l.Elsewhere != nil && p.experiment.Registered() {
		err = l.Elsewhere(ctx, p.runner, p.missing(ctx), done)
	} else {
		err = p.runner.Run(ctx, p.missing(ctx), done)
	}
	close(ended)
	if unwritten := writers.Wait(); unwritten != nil {
		return records, unwritten
	}
	p.mu.Lock() // after an interrupt, a job may still enumerate trials
	defer p.mu.Unlock()
	if len(p.shares) == 0 {
		return records, err
	}
	// Plan looks the records up by their keys.
	_, shared, failure := l.Store.Plan(uncancelled, p.experiment, l.Provenance, sequence(p.shares))
	if failure != nil {
		return records, failure
	}
	if failure := l.Store.Keep(uncancelled, name, shared); failure != nil {
		return records, failure
	}
	l.tell(shared)
	return append(records, shared...), err
}

const (
	// waitingTrials is the maximum number of records that wait to be written. If there
	// are more, the runner has to wait.
	waitingTrials = 2048

	// waitingBytes is the maximum size of these records in bytes.
	waitingBytes = 1 << 25

	// commitEvery is the minimum time between the beginnings of two transactions. Trials
	// that end within this time share a transaction, because a transaction takes as long
	// as many short trials.
	commitEvery = 10 * time.Millisecond
)

// keep writes records to the store as they arrive, until the channel is closed or writing fails,
// and returns the records that it has written. After each transaction, it calls Kept with its
// records.
func (l *Lab) keep(
	ctx context.Context, experiment string, ended <-chan bench.Record, room *semaphore.Weighted,
) (written []bench.Record, err error) {
	var next time.Time // earliest time of the next transaction
	for r := range ended {
		<-time.After(time.Until(next))
		batch := []bench.Record{r}
		for len(ended) > 0 {
			batch = append(batch, <-ended)
		}
		next = time.Now().Add(commitEvery)
		if err := l.Store.Keep(ctx, experiment, batch); err != nil {
			return written, err
		}
		for _, r := range batch {
			room.Release(sizeOf(r))
		}
		written = append(written, batch...)
		l.tell(batch)
	}
	return written, nil
}

// sizeOf returns the approximate size of a record in bytes, at most waitingBytes.
func sizeOf(r bench.Record) int64 {
	size := 2000 + 40*len(r.Found) + 40*len(r.History) + len(r.Error)
	if r.Moves != nil {
		size += len(*r.Moves)
	}
	return min(int64(size), waitingBytes)
}

// tell calls Kept with records that were kept.
func (l *Lab) tell(kept []bench.Record) {
	for _, r := range kept {
		if l.Kept != nil {
			l.Kept(r)
		}
	}
}
