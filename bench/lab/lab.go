package lab

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Lab is where experiments run: what they share.
type Lab struct {
	Store      *store.Store
	Prepare    bench.Prepare    // finds the tables of heuristics
	Provenance bench.Provenance // of the trials
	Jobs       int              // trials at a time; 0 stands for 1
	Bytes      uint64           // most memory of all solvers' structures together; 0 for no limit
	Command    []string         // that serves isolated trials: see Serve
	PDBDir     string           // of the pattern databases, for the isolated trials

	// Strict ends an experiment at the first trial that goes wrong. Otherwise it
	// is kept with its error, and the experiment goes on.
	Strict bool

	// Supersede lets an experiment take the name of a kept one that it has no trial
	// in common with. Otherwise that is a *TakenError, since two experiments of one
	// name are most often a slip.
	Supersede bool

	// Began is told the outcome before any trial runs, and Kept each trial once it
	// is kept. Both may be nil, and are never called by two goroutines at a time.
	Began func(Outcome)
	Kept  func(bench.Record)

	// Proving is told how many puzzles of all whose optimal costs no trial proves
	// have been looked at. It may be nil.
	Proving func(done, all int)
}

// Outcome is what an experiment came to.
type Outcome struct {
	Name    string         // of the experiment in the store
	Total   int            // trials that the experiment takes
	Before  int            // of them kept by an earlier run
	Stale   int            // trials kept that, as this run found, no longer belong to it
	Again   int            // trials kept that came to less memory than there is now, and run again
	Records []bench.Record // all that are kept, in the order of the experiment
}

// Partial tells whether trials are missing.
func (o Outcome) Partial() bool { return len(o.Records) < o.Total }

// Run runs those trials of an experiment that are not kept, each kept the moment
// it ends, and returns all. A cancelled context ends the running trials, which
// come to nothing; that is no error. An error ends the experiment; what was kept
// stays.
func (l *Lab) Run(ctx context.Context, e bench.Experiment) (Outcome, error) {
	// What is found must be kept, and told, after an interrupt, too.
	whatever := context.WithoutCancel(ctx)
	o := Outcome{Total: e.Trials()}
	if err := e.Check(); err != nil {
		return o, err
	}
	runner, err := l.runner(e)
	if err != nil {
		return o, err
	}
	if e.Name, err = l.Store.NameFor(whatever, e, l.Provenance); err != nil {
		return o, err
	}
	o.Name = e.Name
	kept, err := l.kept(ctx, e, trialBytes(runner))
	if err != nil {
		return o, err
	}
	if kept.cut { // it may be another experiment of that name: nothing is changed
		o.Before = len(kept.belong)
		o.Records, err = l.Store.Records(whatever, o.Name)
		return o, err
	}
	if err := l.Store.Begin(whatever, e, l.Provenance); err != nil {
		return o, err
	}
	if err := l.keepPublished(whatever, e); err != nil {
		return o, err
	}
	if err := l.Store.Place(whatever, o.Name, kept.moved); err != nil {
		return o, err
	}
	o.Before, o.Stale, o.Again = len(kept.belong), kept.stale, kept.again
	if o.Before > 0 {
		if o.Records, err = l.Store.Records(whatever, o.Name); err != nil {
			return o, err
		}
	}
	if l.Began != nil {
		l.Began(o)
	}
	if o.Before < o.Total {
		ran, err := l.run(ctx, e, kept.belong, runner)
		if err != nil {
			return o, err
		}
		o.Records = append(o.Records, ran...)
		slices.SortFunc(o.Records, func(a, b bench.Record) int { return a.Position - b.Position })
		if err := l.Store.FillOptima(whatever, o.Records); err != nil {
			return o, err
		}
	}
	if !o.Partial() {
		if err := l.Store.Finish(whatever, o.Name); err != nil {
			return o, err
		}
	}
	return o, l.findOptima(ctx, o.Records)
}

// runner returns what runs the trials within the limits.
func (l *Lab) runner(e bench.Experiment) (bench.Runner, error) {
	jobs := max(l.Jobs, 1)
	limits := search.Limits{Expanded: e.Limits.Expanded, Bytes: l.Bytes}
	if own := e.Limits.Bytes * uint64(jobs); own > 0 {
		if l.Bytes > 0 && own > l.Bytes {
			return bench.Runner{}, &MemoryError{e.Limits.Bytes, jobs, l.Bytes}
		}
		limits.Bytes = own
	}
	r := bench.Runner{Jobs: jobs, Limits: limits, TimeLimit: e.TimeLimit, KeepFaults: !l.Strict}
	if e.Isolate {
		r.Elsewhere = l.isolated
	}
	return r, nil
}

// MemoryError says that the memory is too little for the trials that are to run
// at a time.
type MemoryError struct {
	Each  uint64 // bytes of a trial
	Jobs  int
	Bytes uint64 // there are
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%d jobs of %d bytes each, but only %d bytes may be used; expected fewer jobs or more memory", e.Jobs, e.Each, e.Bytes)
}

// run runs the trials that are not kept, and returns those that now are.
func (l *Lab) run(ctx context.Context, e bench.Experiment, kept map[string]bool, runner bench.Runner) ([]bench.Record, error) {
	keeper := newKeeper(context.WithoutCancel(ctx), l.Store, e.Name, l.Kept)
	err := runner.Run(ctx, l.missing(ctx, e, kept), func(t bench.Trial) error {
		if t.Status == search.Cancelled {
			return nil // it came to nothing
		}
		return keeper.keep(t.Kept(e.Name, runner.Jobs, l.Provenance))
	})
	records, failed := keeper.close()
	if failed != nil {
		return nil, failed
	}
	return records, err
}

// missing yields the tasks whose trials are not kept.
func (l *Lab) missing(ctx context.Context, e bench.Experiment, kept map[string]bool) iter.Seq2[bench.Task, error] {
	return func(yield func(bench.Task, error) bool) {
		for task, err := range e.Tasks(ctx, l.Prepare, l.Provenance) {
			if err == nil && kept[task.Key] {
				continue
			}
			if err == nil {
				task, err = l.made(task)
			}
			if ctx.Err() != nil || !yield(task, err) {
				return
			}
		}
	}
}

// made gives a task its solver. There is one worker in each trial unless the
// experiment asks for more, whatever the jobs: a search of one thread is not to be
// set against an evolution on all cores.
func (l *Lab) made(task bench.Task) (bench.Task, error) {
	if task.Settings.Takes("workers") && task.Settings.Workers == 0 {
		task.Settings.Workers = 1
	}
	var err error
	task.Solver, err = solvers.New(task.Settings, task.History.Observer())
	return task, err
}
