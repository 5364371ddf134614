package lab

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/store"
)

// kept is what the store has of an experiment, which may have changed since.
type kept struct {
	belong map[string]bool   // the keys of the trials that need not run
	moved  map[string]int    // the places of those that have another now, 0 for none
	parts  map[[2]string]int // how many those are, by group and solver
	stale  int               // of those without a place, trials that no longer belong to it
	cut    bool              // an interrupt came before all could be found: those in their places stand for them
	again  int               // of those without a place, trials that run again with more memory
}

// enoughMore is by how much the memory of a trial must have grown, at least, for
// what came to its limit to run again. What is free differs a little from run to
// run, and a little more seldom solves what took all there was.
const enoughMore = 1.25

// kept finds the kept trials in the experiment, or returns a *TakenError. Each
// trial may take so many bytes now; 0 for no limit.
func (l *Lab) kept(ctx context.Context, e bench.Experiment, bytes uint64) (kept, error) {
	k := kept{belong: map[string]bool{}, moved: map[string]int{}, parts: map[[2]string]int{}}
	all, err := l.Store.Keys(context.WithoutCancel(ctx), e.Name)
	if err != nil || len(all) == 0 {
		return k, err
	}
	outgrown := map[string]bool{}
	if e.Limits.Bytes == 0 { // otherwise the limit is the trial's own, and in its key
		for key, s := range all {
			if s.Short > 0 && (bytes == 0 || float64(bytes) >= enoughMore*float64(s.Short)) {
				outgrown[key] = true
			}
		}
	}
	for task, err := range e.Tasks(ctx, l.Prepare, l.Provenance) {
		if err != nil && ctx.Err() != nil {
			return asBefore(all), nil
		}
		if err != nil {
			return k, err
		}
		if s, there := all[task.Key]; there && !outgrown[task.Key] {
			k.belong[task.Key] = true
			k.parts[[2]string{task.Group, task.Name}]++
			if s.Position != task.Position {
				k.moved[task.Key] = task.Position
			}
		}
		if len(k.belong)+len(outgrown) == len(all) {
			break // those that are left have not run
		}
	}
	k.leaveOut(all, outgrown)
	if !l.Supersede && k.stale > 0 && len(k.belong)+k.again == 0 {
		return k, l.taken(ctx, e, k.stale)
	}
	return k, nil
}

// TakenError says that an experiment's name is that of another one.
type TakenError struct {
	Name  string
	Kept  int    // trials of the other one
	Began string // RFC 3339
	Same  bool   // its definition is the same
}

func (e *TakenError) Error() string {
	why := "another definition"
	if e.Same {
		why = "the same definition, but by another version of the program or under other limits"
	}
	return fmt.Sprintf("%s is kept already, begun %s, with trials of %s: %d, of which this experiment has none; expected another name, or that %s is removed first",
		e.Name, e.Began, why, e.Kept, e.Name)
}

// taken returns a *TakenError.
func (l *Lab) taken(ctx context.Context, e bench.Experiment, trials int) error {
	other, err := l.Store.Experiment(ctx, e.Name)
	if err != nil {
		return err
	}
	return &TakenError{e.Name, trials, other.Began, other.Definition == e.Text}
}

// asBefore leaves all trials in their places: after an interrupt.
func asBefore(all map[string]store.Standing) kept {
	k := kept{belong: map[string]bool{}, cut: true}
	for key, s := range all {
		if s.Position > 0 {
			k.belong[key] = true
		}
	}
	return k
}

// leaveOut takes the places of the trials that do not count.
func (k *kept) leaveOut(all map[string]store.Standing, outgrown map[string]bool) {
	for key, s := range all {
		if k.belong[key] || s.Position == 0 {
			continue
		}
		k.moved[key] = 0
		if outgrown[key] {
			k.again++
		} else {
			k.stale++
		}
	}
}

// trialBytes returns the bytes that each trial of a runner may take; 0 for no
// limit.
func trialBytes(r bench.Runner) uint64 { return r.Limits.Bytes / uint64(max(r.Jobs, 1)) }
