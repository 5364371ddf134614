package lab

import (
	"context"
	"maps"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/search"
)

// Plan is what an experiment would take.
type Plan struct {
	Name  string // "" of an experiment that would get its name when it runs
	Total int    // trials
	Kept  int    // of them kept already
	Parts []Part
}

// Part is the trials of one solver on one group of puzzles.
type Part struct {
	Group  string `json:"group"`
	Solver string `json:"solver"`
	Trials int    `json:"trials"`
	Kept   int    `json:"kept"`

	// Seconds is the mean of a trial, unknown where there was no time to find out.
	Seconds bench.Figure `json:"seconds"`
	AtLeast bool         `json:"at_least"` // a trial came to the limit of the probe
	From    int          `json:"from"`     // trials that the mean is of
	Probed  bool         `json:"probed"`   // they were run to find out; else they are kept ones
}

// Seconds returns the time that the trials which are not kept take one after
// another. It is unknown if that of a part is; atLeast tells that it is a lower
// bound.
func (p Plan) Seconds() (sum bench.Figure, atLeast bool) {
	for _, part := range p.Parts {
		if left := part.Trials - part.Kept; left > 0 {
			sum += bench.Figure(left) * part.Seconds
			atLeast = atLeast || part.AtLeast
		}
	}
	return sum, atLeast
}

const (
	// probeTime is the most time of all probes together, probeTrials the most
	// trials of each.
	probeTime   = 5 * time.Second
	probeTrials = 5

	// pastTrials is how many kept trials a mean is taken of.
	pastTrials = 1000
)

// Plan says what Run would take, trial for trial to each, which may be nil. The
// times are those of kept trials of the same solver on boards of the same kind,
// or else of a few that it runs for a short while. The lab needs no store for it.
func (l *Lab) Plan(ctx context.Context, e bench.Experiment, each func(task bench.Task, kept bool) error) (Plan, error) {
	if err := e.Check(); err != nil {
		return Plan{}, err
	}
	p := Plan{Name: e.Name, Total: e.Trials()}
	var kept kept
	if l.Store != nil {
		runner, err := l.runner(e)
		if err != nil {
			return p, err
		}
		if kept, err = l.kept(ctx, e, trialBytes(runner)); err != nil {
			return p, err
		}
	}
	type part struct{ group, solver string }
	at := map[part]int{}
	var samples [][]bench.Task
	for task, err := range e.Tasks(ctx, l.Prepare, l.Provenance) {
		if err != nil {
			return p, err
		}
		i, there := at[part{task.Group, task.Name}]
		if !there {
			i = len(p.Parts)
			at[part{task.Group, task.Name}] = i
			p.Parts = append(p.Parts, Part{Group: task.Group, Solver: task.Name, Seconds: bench.Unknown})
			samples = append(samples, nil)
		}
		p.Parts[i].Trials++
		isKept := kept.belong[task.Key]
		if isKept {
			p.Parts[i].Kept++
			p.Kept++
		} else if len(samples[i]) < probeTrials {
			samples[i] = append(samples[i], task)
		}
		if each != nil {
			if err := each(task, isKept); err != nil {
				return p, err
			}
		}
	}
	for i := range p.Parts {
		if err := l.estimate(ctx, e, &p.Parts[i], samples[i], probeTime/time.Duration(len(p.Parts))); err != nil {
			return p, err
		}
	}
	return p, nil
}

// estimate finds out how long a part's trials take, from some that are not kept.
func (l *Lab) estimate(ctx context.Context, e bench.Experiment, p *Part, samples []bench.Task, most time.Duration) error {
	if len(samples) == 0 {
		return nil
	}
	like := bench.Trial{Task: samples[0]}.Record(bench.BlankNotation)
	var past []bench.Record
	var err error
	if l.Store != nil {
		if past, err = l.Store.Past(ctx, like, pastTrials); err != nil {
			return err
		}
	}
	var times []float64
	for _, r := range past {
		if sameKind(r, like) {
			times = append(times, r.Seconds)
		}
	}
	if len(times) == 0 {
		p.Probed = true
		if times, p.AtLeast, err = l.probe(ctx, e, samples, most); err != nil {
			return err
		}
	}
	p.From = len(times)
	p.Seconds = bench.Figure(stats.Mean(times))
	return nil
}

// sameKind tells whether two trials are of one solver with the same settings, on
// boards that were drawn in the same way.
func sameKind(a, b bench.Record) bool {
	same := func(x, y *int) bool { return (x == nil) == (y == nil) && (x == nil || *x == *y) }
	sameShare := func(x, y *float64) bool { return (x == nil) == (y == nil) && (x == nil || *x == *y) }
	return a.Algorithm == b.Algorithm && a.Heuristic == b.Heuristic && a.Order == b.Order && a.Prune == b.Prune &&
		sameShare(a.Weight, b.Weight) && maps.Equal(a.GA, b.GA) && same(a.Walk, b.Walk) && sameShare(a.Misplaced, b.Misplaced)
}

// probe runs trials, for so long at most, and returns their times and whether
// that was too short for one.
func (l *Lab) probe(ctx context.Context, e bench.Experiment, tasks []bench.Task, most time.Duration) (times []float64, short bool, err error) {
	bytes := e.Limits.Bytes
	if bytes == 0 {
		bytes = l.Bytes
	}
	limits := search.Limits{Expanded: e.Limits.Expanded, Bytes: bytes}
	for began := time.Now(); len(times) < len(tasks) && ctx.Err() == nil; {
		left := most - time.Since(began)
		if left <= 0 {
			break
		}
		own := e.TimeLimit > 0 && e.TimeLimit < left
		if own {
			left = e.TimeLimit
		}
		task, err := l.made(tasks[len(times)])
		if err != nil {
			return nil, false, err
		}
		trial, err := bench.RunAlone(ctx, task, limits, left)
		if err != nil {
			return nil, false, err
		}
		short = short || trial.Status == search.TimeLimit && !own
		times = append(times, trial.Seconds)
	}
	return times, short, nil
}
