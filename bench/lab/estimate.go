package lab

import (
	"context"
	"time"

	"npuzzle/bench"
	"npuzzle/search"
)

// Estimate is an estimate of the time that a trial takes. It comes from a few trials
// that ran for a short time.
type Estimate struct {
	Seconds bench.Figure // mean time of a trial; unknown if no trial was run
	AtLeast bool         // whether Seconds is a lower bound, because the last trial was stopped early
}

// Probe estimates how long trials of an experiment take. It runs the given trials one
// after another until the time limit is reached, or the context is cancelled. It stores
// none of them. Without trials, Estimate.Seconds is unknown. Probe returns the error of
// a trial that fails, and the estimate from the trials before it.
func (l *Lab) Probe(
	ctx context.Context, e bench.Experiment, trials []bench.Trial, limit time.Duration,
) (Estimate, error) {
	limits := e.Limits
	if limits.Bytes == 0 {
		limits.Bytes = l.Bytes
	}
	estimate := Estimate{Seconds: bench.Unknown}
	sum, end := 0.0, time.Now().Add(limit)
	for i, trial := range trials {
		left := time.Until(end)
		if left <= 0 || ctx.Err() != nil {
			break
		}
		// A trial that reaches the experiment's own time limit would take as long in a run,
		// so its time is exact.
		own := e.TimeLimit > 0 && e.TimeLimit < left
		if own {
			left = e.TimeLimit
		}
		t, err := trial.Run(ctx, limits, left)
		if err != nil {
			return estimate, err
		}
		sum += t.Seconds
		estimate.Seconds = bench.Figure(sum / float64(i+1))
		estimate.AtLeast = t.Result.Status == search.TimeLimit && !own
	}
	return estimate, nil
}
