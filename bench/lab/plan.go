package lab

import (
	"context"
	"iter"
	"sync"

	"npuzzle/bench"
	"npuzzle/search"
	"npuzzle/solvers"
)

// plan tells which trials of an experiment are kept and which are missing.
type plan struct {
	lab        *Lab
	experiment bench.Experiment
	runner     bench.Runner

	found []bench.Record  // stored trials, in the order of the experiment
	kept  []bench.Record  // found, without trials that run again
	has   map[string]bool // keys of kept

	mu     sync.Mutex
	shares []bench.Trial // missing trials with the key of another missing trial; appended by missing
}

// plan finds out which trials of an experiment are kept. It enumerates the experiment once, and
// the method missing of the result enumerates it again.
func (l *Lab) plan(ctx context.Context, e bench.Experiment) (*plan, error) {
	p := &plan{lab: l, experiment: e, has: map[string]bool{}}
	var err error
	if p.runner, err = l.runner(e); err != nil {
		return nil, err
	}
	if l.Prepare == nil {
		l.Prepare = (&solvers.Library{Dir: l.PDBDir}).Prepare
	}
	if l.Provenance.Program == "" {
		if l.Provenance.Program, err = bench.Program(); err != nil {
			return nil, err
		}
	}
	if l.Store == nil {
		return p, nil
	}
	if p.found, err = l.Store.Find(context.WithoutCancel(ctx), e.Name, p.trials(ctx)); err != nil {
		return p, err
	}
	bytes := p.runner.Limits.Bytes / uint64(p.runner.Jobs)
	for _, r := range p.found {
		// If the experiment has a memory limit, the keys contain it, so it has not changed.
		short := e.Limits.Bytes == 0 && r.Status == search.MemoryLimit && r.MemoryLimit > 0
		if short && (bytes == 0 || float64(bytes) >= enoughMore*float64(r.MemoryLimit)) {
			continue
		}
		if l.Strict && r.Error != "" {
			continue
		}
		p.kept = append(p.kept, r)
		p.has[r.Key] = true
	}
	return p, nil
}

// trials yields the trials of the experiment.
func (p *plan) trials(ctx context.Context) iter.Seq2[bench.Trial, error] {
	return p.experiment.Plan(ctx, p.lab.Prepare, p.lab.Provenance)
}

// missing yields the missing trials in the order of the experiment. Of several missing trials with
// the same key, it yields the first. The others share its record.
func (p *plan) missing(ctx context.Context) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		ran := map[string]bool{}
		for t, err := range p.trials(ctx) {
			switch {
			case err == nil && ran[t.Key]:
				p.mu.Lock()
				p.shares = append(p.shares, t)
				p.mu.Unlock()
			case err == nil && p.has[t.Key]:
			case !yield(t, err):
				return
			}
			if !p.has[t.Key] {
				ran[t.Key] = true
			}
		}
	}
}

// enoughMore decides whether a trial that ran out of memory runs again. It does if its
// memory limit is now at least enoughMore times as large. Smaller differences are ignored:
// the free memory varies a little from run to run, and a little more memory rarely helps.
const enoughMore = 1.25

// List calls the function each for every trial of an experiment in order, and passes
// whether the trial is kept. If the lab has no store, no trial is kept. List runs no trial and
// does not change the store. If each returns an error, List ends and returns this error. It takes
// O(1) time for each trial, and memory proportional to the number of stored trials.
func (l *Lab) List(ctx context.Context, e bench.Experiment, each func(t bench.Trial, kept bool) error) error {
	p, err := l.plan(ctx, e)
	if err != nil {
		return err
	}
	for t, err := range p.trials(ctx) {
		if err != nil {
			return err
		}
		if err := each(t, p.has[t.Key]); err != nil {
			return err
		}
	}
	return nil
}
