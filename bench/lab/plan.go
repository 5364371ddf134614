package lab

import (
	"context"
	"iter"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// plan is what an experiment's run begins with: which of its trials are kept, and
// which are missing. A kept trial is recognised by its key, whatever its position
// in the experiment was before.
type plan struct {
	kept  []bench.Record // trials that need not run, in their order
	moved map[string]int // keys of kept trials whose position changes, with the new one; 0 for none
	stale int            // moved trials that are no longer part of the experiment
	again int            // moved trials that ran out of memory, and run again with more

	early   []bench.Trial                     // missing trials that come before the last kept one
	next    func() (bench.Trial, error, bool) // yields the trials after that one
	stop    func()                            // ends next
	running bool                              // missing is in use, and calls stop itself
}

// close ends the enumeration, unless the trials are running: then missing does.
func (p *plan) close() {
	if !p.running {
		p.stop()
	}
}

// plan finds which trials of an experiment are kept. It enumerates the trials until it
// has met every one that the store holds; missing goes on from there. If the store holds
// trials that are no longer part of the experiment, that takes all of them. The caller
// must call the plan's close.
func (l *Lab) plan(ctx context.Context, e bench.Experiment, r bench.Runner) (*plan, error) {
	kept, outgrown, err := l.kept(ctx, e, r)
	if err != nil {
		return nil, err
	}
	p := &plan{moved: map[string]int{}}
	for key, s := range kept {
		switch {
		case s.Position == 0: // taken out by an earlier run
		case outgrown[key]:
			p.moved[key] = 0
			p.again++
		default:
			p.moved[key] = 0
			p.stale++ // until it turns up
		}
	}
	p.next, p.stop = iter.Pull2(e.Plan(ctx, l.Prepare, l.Provenance))
	// The loop ends once it has met all kept trials that stay kept. The outgrown ones run
	// again, so it does not look for them.
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
	// The store has trials under this name, but none of this experiment.
	if !l.Supersede && p.stale > 0 && len(p.kept)+p.again == 0 {
		p.close()
		return nil, l.taken(ctx, e, p.stale)
	}
	return p, nil
}

// missing yields the trials that are not kept, in their order. It can be used once.
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

// enoughMore is the factor by which the memory of a trial must have grown before a
// trial that ran out of memory runs again. The free memory varies a little from run
// to run, and a little more rarely helps.
const enoughMore = 1.25

// kept returns the experiment's trials in the store by their keys, and the keys of
// those that ran out of memory but have more now. A damaged trial is not among them, and so
// runs again.
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
		// A limit of the experiment itself is part of the keys.
		short := e.Limits.Bytes == 0 && s.Status == search.MemoryLimit && s.MemoryLimit > 0
		if short && (bytes == 0 || float64(bytes) >= enoughMore*float64(s.MemoryLimit)) {
			outgrown[s.Key] = true
		}
	}
	return kept, outgrown, err
}

// taken returns the error of an experiment whose name is that of another one.
func (l *Lab) taken(ctx context.Context, e bench.Experiment, trials int) error {
	other, err := l.Store.Experiment(ctx, e.Name)
	if err != nil {
		return err
	}
	why := "another definition"
	if other.Defines(e) {
		why = "the same definition, by another version of the program, under other limits, or isolated otherwise"
	}
	return bench.Fault("%s is kept, begun %s, with %s of %s, and this run shares none of them; "+
		"expected another name, or that %s is removed first",
		e.Name, other.Began, units.Plural(trials, "trial", "trials"), why, e.Name)
}

// List calls each for every trial of an experiment in order, and tells whether the
// trial is kept. If the lab has no store, or the experiment has no name, no trial is
// kept. List runs no trial and changes nothing in the store. It ends at the first error
// of each, and returns this error. It takes O(1) time for each trial, and memory
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
