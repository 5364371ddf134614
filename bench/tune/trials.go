package tune

import (
	"context"

	"npuzzle/bench"
)

// InParts returns Trials that run each request as a part of an experiment: with the name, the text, the seed and
// the limits of e.
func InParts(e bench.Experiment, run func(context.Context, bench.Experiment) ([]bench.Record, error)) Trials {
	e.Tune = nil // the parts are plain experiments
	return func(ctx context.Context, list []bench.Solver, groups []bench.Group) ([]bench.Record, error) {
		e.Solvers, e.Groups = list, groups
		records, err := run(ctx, e)
		e.Before += e.Trials()
		return records, err
	}
}

// Replay returns Trials that find the records of a stored tuning. A run of a Tuner with them comes to the outcome
// of the stored tuning.
func Replay(records []bench.Record) Trials {
	type pair struct{ solver, group string }
	stored := map[pair][]bench.Record{}
	for _, r := range records {
		p := pair{r.Solver, r.Group}
		stored[p] = append(stored[p], r)
	}
	return func(_ context.Context, list []bench.Solver, groups []bench.Group) (all []bench.Record, err error) {
		for _, s := range list {
			for _, g := range groups {
				found := stored[pair{s.Name, g.Name}]
				if len(found) == 0 {
					return nil, ErrMissing
				}
				all = append(all, found...)
			}
		}
		return all, nil
	}
}
