package search

import (
	"context"
	"errors"
)

// PollInterval is the number of expansions between two looks at the context:
// enough to cost nothing, few enough to respond within milliseconds, or some tens
// of milliseconds on boards of hundreds of cells.
const PollInterval = 2048

// Watch keeps a run within its context and its limit of expansions, and reports
// its progress. A search compares its number of expansions with Due and calls
// Poll when it gets there:
//
//	if stats.Expanded >= watch.Due && watch.Poll(progress) != "" { ... }
type Watch struct {
	Due      uint64 // the count of expansions at which Poll is to be called
	ctx      context.Context
	limit    uint64
	observer Observer
}

// NewWatch returns the Watch of a run.
func NewWatch(ctx context.Context, lim Limits, observer Observer) *Watch {
	return &Watch{ctx: ctx, limit: lim.Expanded, observer: observer}
}

// Poll looks at the context and the limit, reports to the observer, and sets
// Due. It returns the status that the run must end with, or "".
func (w *Watch) Poll(p Progress) Status {
	if status := Interrupted(w.ctx); status != "" {
		return status
	}
	if w.limit > 0 && p.Expanded >= w.limit {
		return NodeLimit
	}
	if w.observer != nil && p.Expanded > 0 {
		w.observer(p)
	}
	w.Due = p.Expanded + PollInterval
	if w.limit > 0 {
		w.Due = min(w.Due, w.limit)
	}
	return ""
}

// Interrupted returns the status that a context that has ended stands for, or "".
func Interrupted(ctx context.Context) Status {
	switch err := ctx.Err(); {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return TimeLimit
	default:
		return Cancelled
	}
}
