package lab

import (
	"context"
	"maps"
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
	Group  string `json:"group"`
	Solver string `json:"solver"`
	Trials int    `json:"trials"`
	Kept   int    `json:"kept"`

	// Seconds is the mean time of a trial; unknown if there was no time to find out.
	Seconds bench.Figure `json:"seconds"`
	AtLeast bool         `json:"at_least"` // Seconds is a lower bound, since a probe was cut short
	From    int          `json:"from"`     // number of trials of which Seconds is the mean
	Probed  bool         `json:"probed"`   // the trials were run to find out; otherwise they are kept ones
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

	// pastTrials bounds the number of kept trials of which a mean is taken.
	pastTrials = 1000
)

// Estimate says what Run would take. Times are means of kept trials of the same
// solver on boards of the same kind, or else of a few trials that Estimate runs for
// a short while. The lab needs no store for it.
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
	past := l.past()
	limit := probeTime / time.Duration(len(e.Groups)*len(e.Solvers))
	for _, g := range e.Groups {
		samples, err := l.samples(ctx, e, g)
		if err != nil {
			return estimate, err
		}
		for _, s := range e.Solvers {
			part := Part{
				Group: g.Name, Solver: s.Name, Seconds: bench.Unknown,
				Trials: g.Puzzles() * max(e.Repeats, 1), Kept: p.parts[part{g.Name, s.Name}],
			}
			if part.Kept < part.Trials {
				if err := l.time(ctx, e, &part, samples[s.Name], past, limit); err != nil {
					return estimate, err
				}
			}
			estimate.Parts = append(estimate.Parts, part)
		}
	}
	return estimate, ctx.Err()
}

// samples returns the first trials of each solver on a group.
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

// past returns a function that finds kept trials of the algorithm and size of a
// record. It asks the store once for each algorithm and size.
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

// time sets how long a part's trials take: from kept trials, or from a probe of the
// samples that ends at a time limit.
func (l *Lab) time(ctx context.Context, e bench.Experiment, p *Part, samples []bench.Trial,
	past func(context.Context, bench.Record) ([]bench.Record, error), limit time.Duration) error {
	like := samples[0].Record(bench.BlankNotation)
	records, err := past(ctx, like)
	if err != nil {
		return err
	}
	sum := 0.0
	for _, r := range records {
		if sameKind(r, like) {
			sum += r.Seconds
			p.From++
		}
	}
	if p.From == 0 {
		p.Probed = true
		if sum, p.From, p.AtLeast, err = l.probe(ctx, e, samples, limit); err != nil {
			return err
		}
	}
	if p.From > 0 {
		p.Seconds = bench.Figure(sum / float64(p.From))
	}
	return nil
}

// sameKind tells whether two trials are of one solver with the same settings, on
// boards that were drawn in the same way.
func sameKind(a, b bench.Record) bool {
	return a.Algorithm == b.Algorithm && a.Heuristic == b.Heuristic && a.Order == b.Order && a.Prune == b.Prune &&
		maps.Equal(a.GA, b.GA) && equal(a.Weight, b.Weight) && equal(a.Walk, b.Walk) && equal(a.Misplaced, b.Misplaced)
}

// equal compares two values that may be missing.
func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// probe runs trials until a time limit. It returns the sum of their times in
// seconds, their number, and whether the limit cut the last one short.
func (l *Lab) probe(ctx context.Context, e bench.Experiment, trials []bench.Trial, limit time.Duration) (
	sum float64, n int, short bool, err error) {
	limits := e.Limits
	if limits.Bytes == 0 {
		limits.Bytes = l.Bytes
	}
	for began := time.Now(); n < len(trials) && ctx.Err() == nil; n++ {
		left := limit - time.Since(began)
		if left <= 0 {
			break
		}
		own := e.TimeLimit > 0 && e.TimeLimit < left
		if own {
			left = e.TimeLimit
		}
		t, err := trials[n].Run(ctx, limits, left)
		if err != nil {
			return 0, 0, false, err
		}
		short = short || t.Result.Status == search.TimeLimit && !own
		sum += t.Seconds
	}
	return sum, n, short, nil
}
