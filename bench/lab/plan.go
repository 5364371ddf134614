package lab

import (
	"context"
	"iter"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/search"
)

// plan tells which trials of an experiment are kept and which are missing.
type plan struct {
	lab        *Lab
	experiment bench.Experiment
	runner     bench.Runner

	found []bench.Record  // stored trials, in the order of the experiment
	kept  []bench.Record  // found, without trials that run again
	has   map[string]bool // keys of kept

	// shares has the missing trials with the key of another missing trial. The method missing
	// appends them.
	mu     sync.Mutex
	shares []bench.Trial
}

// plan checks an experiment, names it, and finds out which of its trials are kept. It enumerates
// the experiment once, and the method missing of the result enumerates it again.
func (l *Lab) plan(ctx context.Context, e bench.Experiment) (p *plan, err error) {
	uncancelled := context.WithoutCancel(ctx)
	p = &plan{lab: l, experiment: e, has: map[string]bool{}}
	p.runner, err = l.runner(e)
	if err != nil || l.Store == nil {
		return p, err
	}
	p.experiment.Name, p.found, err = l.Store.Plan(uncancelled, e, l.Provenance, p.trials(ctx))
	if err != nil {
		return p, err
	}
	bytes := p.runner.Share()
	for _, r := range p.found {
		// If the experiment has a memory limit, the keys contain it, so it has not changed.
		short := e.Limits.Bytes == 0 && r.Status == search.MemoryLimit && r.MemoryLimit > 0
		enough := short && (bytes == 0 || float64(bytes) >= enoughMore*float64(r.MemoryLimit))
		if enough || l.Strict && r.Error != "" {
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
			case err != nil:
				if !yield(t, err) {
					return
				}
			case p.has[t.Key]: // it is kept
			case ran[t.Key]:
				p.share(t)
			default:
				ran[t.Key] = true
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// share notes a missing trial with the key of another missing trial.
func (p *plan) share(t bench.Trial) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shares = append(p.shares, t)
}

// sequence yields trials, without an error.
func sequence(trials []bench.Trial) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		for _, t := range trials {
			if !yield(t, nil) {
				return
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
func (l *Lab) List(
	ctx context.Context, e bench.Experiment, each func(t bench.Trial, kept bool) error,
) error {
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

// Estimate is an estimate of the time that a trial takes. It comes from a few trials
// that ran for a short time.
type Estimate struct {
	Seconds bench.Figure // mean time of a trial; unknown if no trial was run
	AtLeast bool         // whether Seconds is a lower bound: the last trial was stopped early
}

// Probe estimates how long trials take. It runs the given trials one
// after another until the time limit is reached, or the context is cancelled. It stores
// none of them. Without trials, Estimate.Seconds is unknown. Probe returns the error of
// a trial that fails, and the estimate from the trials before it.
func (l *Lab) Probe(
	ctx context.Context, trials []bench.Trial, limit time.Duration,
) (Estimate, error) {
	// A deadline would change the genetic solver, which uses all the time that it is given. So
	// the limit cancels the context.
	ctx, cancel := context.WithCancel(ctx)
	defer time.AfterFunc(limit, cancel).Stop()
	defer cancel()
	if limit <= 0 {
		cancel()
	}
	estimate := Estimate{Seconds: bench.Unknown}
	n := 0
	sum := 0.0
	runner := bench.Runner{Jobs: 1, Bytes: l.Bytes}
	err := runner.Run(ctx, sequence(trials), func(t bench.Trial) error {
		n++
		sum += t.Wall.Seconds()
		estimate = Estimate{Seconds: bench.Figure(sum / float64(n)), AtLeast: ctx.Err() != nil}
		return nil
	})
	return estimate, err
}
