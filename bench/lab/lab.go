package lab

import (
	"context"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// Lab runs experiments and keeps their trials in a store.
type Lab struct {
	Store      *store.Store     // must not be nil in Run
	Prepare    bench.Prepare    // loads or builds the tables of heuristics; must not be nil
	Provenance bench.Provenance // machine and program version that run the trials
	Jobs       int              // maximum number of trials that run at the same time; 0 means 1
	Bytes      uint64           // memory limit of all running solvers together; 0 for none
	Command    []string         // starts a process that calls Serve; not empty if trials are isolated
	PDBDir     string           // directory of the pattern databases, for isolated trials

	// Strict decides what happens if a trial fails. If it is true, the experiment ends.
	// Otherwise the trial is kept with its error, and the experiment continues.
	Strict bool

	// Supersede allows an experiment to replace a stored experiment that has the same
	// name and no common trial. If it is false, this is an error, because using the same
	// name for two experiments is usually a mistake.
	Supersede bool

	// Began is called before any trial runs. Kept is called for each trial after the
	// trial is kept. Both may be nil. Calls never overlap.
	Began func(Outcome)
	Kept  func(bench.Record)

	// Proving, if not nil, is called in the fourth step of Run. It gets the number of
	// puzzles done, and the number of all solved puzzles without a known optimal cost.
	// Calls never overlap.
	Proving func(done, all int)
}

// Outcome is the result of an experiment.
type Outcome struct {
	Name    string         // of the experiment in the store
	Total   int            // number of trials of the experiment
	Before  int            // number of trials that were already kept before this run
	Stale   int            // number of stored trials that are no longer part of the experiment
	Again   int            // number of trials that had run out of memory and run again with more memory
	Records []bench.Record // of all kept trials, in the order of the experiment

	unplanned bool // planning was interrupted
}

// Partial reports whether trials of the experiment have no record in the outcome. It also
// reports true if Run was cancelled before it knew which trials are missing.
func (o Outcome) Partial() bool { return o.unplanned || len(o.Records) < o.Total }

// Run runs an experiment in four steps. It finds which trials are kept and which are
// missing, runs the missing trials, stores each trial when it ends, and searches for
// optimal costs that no trial proves (see the package documentation). It returns the
// records of all kept trials.
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
// Planning takes O(1) time for each trial. Memory is proportional to the number of kept
// trials, plus the number of missing trials before the last kept one.
func (l *Lab) Run(ctx context.Context, e bench.Experiment) (Outcome, error) {
	uncancelled := context.WithoutCancel(ctx) // for the store, so that an interrupt loses no results
	o := Outcome{Total: e.Trials()}
	runner, err := l.runner(e)
	if err != nil {
		return o, err
	}
	if e.Name, err = l.Store.NameFor(uncancelled, e, l.Provenance); err != nil {
		return o, err
	}
	o.Name = e.Name
	plan, err := l.plan(ctx, e, runner)
	if err != nil && ctx.Err() != nil { // an interrupt: the store stays as it is
		o.unplanned = true
		o.Records, err = l.Store.Records(uncancelled, o.Name)
		return o, err
	}
	if err != nil {
		return o, err
	}
	defer plan.close()
	o.Before, o.Stale, o.Again, o.Records = len(plan.kept), plan.stale, plan.again, plan.kept
	if err := l.begin(uncancelled, e, plan); err != nil {
		return o, err
	}
	if l.Began != nil {
		l.Began(o)
	}
	if o.Before < o.Total {
		ran, err := l.run(ctx, e, plan, runner)
		if err != nil {
			return o, err
		}
		o.Records = append(o.Records, ran...)
		slices.SortFunc(o.Records, func(a, b bench.Record) int { return a.Position - b.Position })
	}
	if !o.Partial() {
		if err := l.Store.Finish(uncancelled, o.Name); err != nil {
			return o, err
		}
	}
	return o, l.fillOptima(ctx, o.Records)
}

// fillOptima searches for optimal costs that are not known, and sets the optimal costs in
// the records. It sets them twice: before the search, which skips known costs, and after
// the search.
func (l *Lab) fillOptima(ctx context.Context, records []bench.Record) error {
	uncancelled := context.WithoutCancel(ctx)
	if err := l.Store.KeepOptima(uncancelled, store.Proven(records)); err != nil {
		return err
	}
	if err := l.Store.FillOptima(uncancelled, records); err != nil {
		return err
	}
	if err := l.findOptima(ctx, records); err != nil {
		return err
	}
	return l.Store.FillOptima(uncancelled, records)
}

// runner checks the experiment and returns a Runner with its limits. The memory limit of
// an experiment applies to each trial, and the memory limit of a Runner applies to all
// jobs together. If all jobs together may use more memory than Lab.Bytes, runner returns
// an error.
func (l *Lab) runner(e bench.Experiment) (bench.Runner, error) {
	if err := e.Check(); err != nil {
		return bench.Runner{}, err
	}
	jobs := max(l.Jobs, 1)
	limits := search.Limits{Expanded: e.Limits.Expanded, Bytes: l.Bytes}
	if own := e.Limits.Bytes * uint64(jobs); own > 0 {
		if l.Bytes > 0 && own > l.Bytes {
			each, all := units.Bytes.Format(float64(e.Limits.Bytes)), units.Bytes.Format(float64(l.Bytes))
			return bench.Runner{}, bench.Fault("%d jobs of %s each, but only %s may be used; "+
				"expected fewer jobs or more memory", jobs, each, all)
		}
		limits.Bytes = own
	}
	r := bench.Runner{Jobs: jobs, Limits: limits, TimeLimit: e.TimeLimit, KeepFaults: !l.Strict}
	if e.Isolate {
		r.Isolated = l.Isolated
	}
	return r, nil
}

// begin writes the experiment to the store, with its published optimal costs and the
// new positions of stored trials.
func (l *Lab) begin(ctx context.Context, e bench.Experiment, p *plan) error {
	if err := l.Store.Begin(ctx, e, l.Provenance); err != nil {
		return err
	}
	if err := l.Store.KeepOptima(ctx, published(e)); err != nil {
		return err
	}
	return l.Store.Place(ctx, e.Name, p.moved)
}

// run runs the missing trials, and returns the records of the trials that ended. It does
// not keep cancelled trials, because a later run would find their keys and not run them
// again. After an interrupt, run still writes the trials that had ended.
func (l *Lab) run(ctx context.Context, e bench.Experiment, p *plan, runner bench.Runner) ([]bench.Record, error) {
	keeper := newKeeper(context.WithoutCancel(ctx), l.Store, e.Name, l.Kept)
	p.running = true
	err := runner.Run(ctx, p.missing, func(t bench.Trial) error {
		if t.Result.Status == search.Cancelled {
			return nil
		}
		return keeper.keep(t.StoredRecord(e.Name, runner.Jobs, l.Provenance))
	})
	records, failed := keeper.close()
	if failed != nil {
		return nil, failed
	}
	return records, err
}
