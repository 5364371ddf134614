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

// List yields the trials of an experiment in their order to each, and whether they
// are kept. The lab needs no store for it.
func (l *Lab) List(ctx context.Context, e bench.Experiment, each func(task bench.Task, kept bool) error) error {
	kept, err := l.keptOf(ctx, e)
	if err != nil {
		return err
	}
	for task, err := range e.Tasks(ctx, l.Prepare, l.Provenance) {
		if err != nil {
			return err
		}
		if err := each(task, kept.belong[task.Key]); err != nil {
			return err
		}
	}
	return nil
}

// keptOf is kept for a lab that may have no store, once the experiment is found to
// be one.
func (l *Lab) keptOf(ctx context.Context, e bench.Experiment) (kept, error) {
	if err := e.Check(); err != nil {
		return kept{}, err
	}
	runner, err := l.runner(e)
	if err != nil || l.Store == nil {
		return kept{}, err
	}
	return l.kept(ctx, e, trialBytes(runner))
}

// Plan says what Run would take. The times are those of kept trials of the same
// solver on boards of the same kind, or else of a few that it runs for a short
// while. It looks at a few trials of each part only, and so takes no longer for
// many, unless some are kept: those it looks for among all. The lab needs no store
// for it.
func (l *Lab) Plan(ctx context.Context, e bench.Experiment) (Plan, error) {
	kept, err := l.keptOf(ctx, e)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Name: e.Name, Total: e.Trials(), Kept: len(kept.belong)}
	past := l.past()
	most := probeTime / time.Duration(len(e.Groups)*len(e.Contenders))
	for _, g := range e.Groups {
		samples, err := l.samples(ctx, e, g)
		if err != nil {
			return p, err
		}
		for _, c := range e.Contenders {
			part := Part{
				Group: g.Name, Solver: c.Name, Seconds: bench.Unknown,
				Trials: g.Puzzles() * max(e.Repeats, 1), Kept: kept.parts[[2]string{g.Name, c.Name}],
			}
			if part.Kept < part.Trials {
				if err := l.estimate(ctx, e, &part, samples[c.Name], past, most); err != nil {
					return p, err
				}
			}
			p.Parts = append(p.Parts, part)
		}
	}
	return p, ctx.Err()
}

// samples returns the first trials of each solver on a group.
func (l *Lab) samples(ctx context.Context, e bench.Experiment, g bench.Group) (map[string][]bench.Task, error) {
	g.Count = min(g.Count, probeTrials)
	g.Boards = g.Boards[:min(len(g.Boards), probeTrials)]
	e.Groups, e.Repeats = []bench.Group{g}, min(e.Repeats, probeTrials)
	samples := map[string][]bench.Task{}
	for task, err := range e.Tasks(ctx, l.Prepare, l.Provenance) {
		if err != nil {
			return nil, err
		}
		if list := samples[task.Name]; len(list) < probeTrials {
			samples[task.Name] = append(list, task)
		}
	}
	return samples, nil
}

// past returns what finds kept trials like a record, each kind in the store once.
func (l *Lab) past() func(context.Context, bench.Record) ([]bench.Record, error) {
	type kind struct {
		algorithm  string
		rows, cols int
	}
	found := map[kind][]bench.Record{}
	return func(ctx context.Context, like bench.Record) ([]bench.Record, error) {
		k := kind{like.Algorithm, like.Rows, like.Cols}
		records, there := found[k]
		if there || l.Store == nil {
			return records, nil
		}
		records, err := l.Store.Past(ctx, like, pastTrials)
		found[k] = records
		return records, err
	}
}

// estimate finds out how long a part's trials take, from kept ones or a probe of
// some.
func (l *Lab) estimate(ctx context.Context, e bench.Experiment, p *Part, samples []bench.Task,
	past func(context.Context, bench.Record) ([]bench.Record, error), most time.Duration) error {
	like := bench.Trial{Task: samples[0]}.Record(bench.BlankNotation)
	records, err := past(ctx, like)
	if err != nil {
		return err
	}
	var times []float64
	for _, r := range records {
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
