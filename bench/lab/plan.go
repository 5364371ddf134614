package lab

import (
	"context"
	"iter"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// plan tells which trials of an experiment are kept and which are missing. A kept trial
// is recognised by its key. Its old position in the experiment has no effect.
type plan struct {
	kept  []bench.Record // kept trials, in the order of the experiment
	moved map[string]int // by key: the new position of each stored trial whose position changes; 0 for none
	stale int            // number of moved trials that are no longer part of the experiment
	again int            // number of moved trials that ran out of memory, and run again with more memory

	early   []bench.Trial                     // missing trials that were enumerated by Lab.plan
	next    func() (bench.Trial, error, bool) // enumerates the remaining trials, which are all missing
	stop    func()                            // ends the enumeration of next
	running bool                              // whether the method missing is in use; it calls stop itself
}

// close ends the enumeration of trials. While the trials run, close does nothing, because
// the method missing ends the enumeration.
func (p *plan) close() {
	if !p.running {
		p.stop()
	}
}

// plan finds out which trials of an experiment are kept. It enumerates the trials of the
// experiment until it has found all kept trials. The method missing continues the
// enumeration. If the store has trials that are no longer part of the experiment, plan
// enumerates the whole experiment. The caller must call the method close of the result.
func (l *Lab) plan(ctx context.Context, e bench.Experiment, r bench.Runner) (*plan, error) {
	kept, outgrown, err := l.kept(ctx, e, r)
	if err != nil {
		return nil, err
	}
	p := &plan{moved: map[string]int{}}
	for key, s := range kept {
		switch {
		case s.Position == 0: // an earlier run has removed the trial from the experiment
		case outgrown[key]:
			p.moved[key] = 0
			p.again++
		default:
			p.moved[key] = 0
			p.stale++ // the loop below decrements it if the experiment has the trial
		}
	}
	p.next, p.stop = iter.Pull2(e.Plan(ctx, l.Prepare, l.Provenance))
	// The loop ends when it has found all stored trials except the outgrown ones. These run
	// again, so they need not be found.
	for found := len(outgrown); found < len(kept); {
		t, err, more := p.next()
		if err != nil {
			p.close()
			return nil, err
		}
		if !more {
			break
		}
		s, there := kept[t.Key]
		if !there || outgrown[t.Key] {
			p.early = append(p.early, t)
			continue
		}
		found++
		if s.Position > 0 {
			p.stale--
		}
		if delete(p.moved, t.Key); s.Position != t.Position {
			p.moved[t.Key] = t.Position
		}
		s.Position = t.Position
		p.kept = append(p.kept, s)
	}
	// The store has trials under this name, but none of them is part of this experiment.
	if !l.Supersede && p.stale > 0 && len(p.kept)+p.again == 0 {
		p.close()
		return nil, l.taken(ctx, e, p.stale)
	}
	return p, nil
}

// missing yields the missing trials in the order of the experiment. It can be used once.
func (p *plan) missing(yield func(bench.Trial, error) bool) {
	defer p.stop()
	for _, t := range p.early {
		if !yield(t, nil) {
			return
		}
	}
	for {
		t, err, more := p.next()
		if !more || !yield(t, err) || err != nil {
			return
		}
	}
}

// enoughMore decides whether a trial that ran out of memory runs again. It does if its
// memory limit is now at least enoughMore times as large. Smaller differences are ignored:
// the free memory varies a little from run to run, and a little more memory rarely helps.
const enoughMore = 1.25

// kept returns the stored trials of the experiment by their keys. The set outgrown has the
// keys of those that ran out of memory and may now take enough more memory. Damaged trials
// are not returned, so they run again.
func (l *Lab) kept(ctx context.Context, e bench.Experiment, r bench.Runner) (
	kept map[string]bench.Record, outgrown map[string]bool, err error) {
	if l.Store == nil || e.Name == "" {
		return nil, nil, nil
	}
	records, err := l.Store.Trials(context.WithoutCancel(ctx), e.Name, "")
	kept, outgrown = map[string]bench.Record{}, map[string]bool{}
	bytes := r.Limits.Bytes / uint64(r.Jobs)
	for _, s := range records {
		kept[s.Key] = s
		// If the experiment has a memory limit, the keys contain it, so it has not changed.
		short := e.Limits.Bytes == 0 && s.Status == search.MemoryLimit && s.MemoryLimit > 0
		if short && (bytes == 0 || float64(bytes) >= enoughMore*float64(s.MemoryLimit)) {
			outgrown[s.Key] = true
		}
	}
	return kept, outgrown, err
}

// taken returns the error for an experiment whose name is used by another stored experiment.
func (l *Lab) taken(ctx context.Context, e bench.Experiment, trials int) error {
	other, err := l.Store.Experiment(ctx, e.Name)
	if err != nil {
		return err
	}
	why := "another definition"
	if other.Defines(e) {
		why = "the same definition, by another version of the program, under other limits, or isolated otherwise"
	}
	return bench.Fault("experiment %s exists (begun %s, %s) with %s, and this run needs none of its trials; "+
		"expected another name, or npuzzle remove %s first",
		e.Name, other.Began, units.Plural(trials, "trial", "trials"), why, e.Name)
}

// List calls the function each for every trial of an experiment in order, and passes
// whether the trial is kept. If the lab has no store, or the experiment has no name, no
// trial is kept. List runs no trial and does not change the store. If each returns an
// error, List ends and returns this error. It takes O(1) time for each trial, and memory
// proportional to the number of stored trials.
func (l *Lab) List(ctx context.Context, e bench.Experiment, each func(t bench.Trial, kept bool) error) error {
	runner, err := l.runner(e)
	if err != nil {
		return err
	}
	kept, outgrown, err := l.kept(ctx, e, runner)
	if err != nil {
		return err
	}
	for t, err := range e.Plan(ctx, l.Prepare, l.Provenance) {
		if err != nil {
			return err
		}
		_, there := kept[t.Key]
		if err := each(t, there && !outgrown[t.Key]); err != nil {
			return err
		}
	}
	return nil
}
