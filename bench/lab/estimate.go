package lab

import (
	"context"
	"time"

	"npuzzle/bench"
	"npuzzle/search"
)

// Estimate says what running an experiment would take.
type Estimate struct {
	Name  string // "" if the store would choose a name
	Total int    // trials
	Kept  int    // trials that are kept already
	Parts []Part
}

// Part is the trials of one solver on one group of puzzles.
type Part struct {
	Group  string
	Solver string
	Trials int
	Kept   int

	Seconds bench.Figure // mean time of a trial; unknown if there was no time to find out
	AtLeast bool         // Seconds is a lower bound, since the probe was cut short
	Probed  int          // trials that were run to find out
}

// Seconds returns the time that the missing trials take one after another: unknown
// if that of a part is, and a lower bound if atLeast.
func (e Estimate) Seconds() (sum bench.Figure, atLeast bool) {
	for _, part := range e.Parts {
		if left := part.Trials - part.Kept; left > 0 {
			sum += bench.Figure(left) * part.Seconds
			atLeast = atLeast || part.AtLeast
		}
	}
	return sum, atLeast
}

const (
	// probeTime bounds the time of all probes together, and probeTrials the number
	// of trials of each.
	probeTime   = 5 * time.Second
	probeTrials = 5
)

// Estimate says what Run would take. To find out how long the trials of a part take,
// it runs a few of them for a short while. The lab needs no store for it.
func (l *Lab) Estimate(ctx context.Context, e bench.Experiment) (Estimate, error) {
	runner, err := l.runner(e)
	if err != nil {
		return Estimate{}, err
	}
	p, err := l.plan(ctx, e, runner)
	if err != nil {
		return Estimate{}, err
	}
	p.close()
	estimate := Estimate{Name: e.Name, Total: e.Trials(), Kept: p.kept}
	// Each part has an equal share of the time. What one does not use, no other gets.
	limit := probeTime / time.Duration(len(e.Groups)*len(e.Solvers))
	for _, g := range e.Groups {
		samples, err := l.samples(ctx, e, g)
		if err != nil {
			return estimate, err
		}
		for _, s := range e.Solvers {
			part := Part{
				Group: g.Name, Solver: s.Name, Seconds: bench.Unknown,
				Trials: g.Puzzles() * max(e.Repeats, 1), Kept: p.parts[partKey{g.Name, s.Name}],
			}
			if part.Kept < part.Trials {
				if err := l.probe(ctx, e, &part, samples[s.Name], limit); err != nil {
					return estimate, err
				}
			}
			estimate.Parts = append(estimate.Parts, part)
		}
	}
	return estimate, ctx.Err()
}

// samples returns the first trials of each solver on a group. It enumerates no more
// puzzles and repeats than a probe needs, however many the group has.
func (l *Lab) samples(ctx context.Context, e bench.Experiment, g bench.Group) (map[string][]bench.Trial, error) {
	g.Count = min(g.Count, probeTrials)
	g.Boards = g.Boards[:min(len(g.Boards), probeTrials)]
	e.Groups, e.Repeats = []bench.Group{g}, min(e.Repeats, probeTrials)
	samples := map[string][]bench.Trial{}
	for t, err := range e.Plan(ctx, l.Prepare, l.Provenance) {
		if err != nil {
			return nil, err
		}
		if list := samples[t.Solver.Name]; len(list) < probeTrials {
			samples[t.Solver.Name] = append(list, t)
		}
	}
	return samples, nil
}

// probe runs some trials of a part until a time limit, and sets how long they took. If
// the limit cuts the last trial short, the mean is a lower bound.
func (l *Lab) probe(ctx context.Context, e bench.Experiment, p *Part, trials []bench.Trial, limit time.Duration) error {
	limits := e.Limits
	if limits.Bytes == 0 {
		limits.Bytes = l.Bytes
	}
	sum := 0.0
	for began := time.Now(); p.Probed < len(trials) && ctx.Err() == nil; p.Probed++ {
		left := limit - time.Since(began)
		if left <= 0 {
			break
		}
		// A trial that reaches the experiment's own time limit would take as long in a run,
		// so its time is exact. Only one that the probe cuts short gives a lower bound.
		own := e.TimeLimit > 0 && e.TimeLimit < left
		if own {
			left = e.TimeLimit
		}
		t, err := trials[p.Probed].Run(ctx, limits, left)
		if err != nil {
			return err
		}
		p.AtLeast = p.AtLeast || t.Result.Status == search.TimeLimit && !own
		sum += t.Seconds
	}
	if p.Probed > 0 {
		p.Seconds = bench.Figure(sum / float64(p.Probed))
	}
	return nil
}
