package lab

import (
	"context"
	"time"

	"npuzzle/bench"
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
	// A deadline would change the genetic solver, which uses all the time that it is given. So
	// the limit cancels the context.
	ctx, cancel := context.WithCancel(ctx)
	defer time.AfterFunc(limit, cancel).Stop()
	defer cancel()
	estimate := Estimate{Seconds: bench.Unknown}
	sum := 0.0
	for i, trial := range trials {
		if limit <= 0 || ctx.Err() != nil {
			break
		}
		t, err := trial.Run(ctx, limits, e.TimeLimit)
		if err != nil {
			return estimate, err
		}
		sum += t.Seconds
		estimate.Seconds, estimate.AtLeast = bench.Figure(sum/float64(i+1)), ctx.Err() != nil
	}
	return estimate, nil
}
