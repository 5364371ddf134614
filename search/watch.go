package search

import (
	"context"
	"errors"
)

// PollInterval is the number of expansions after which a search checks its context
// again. The checks take almost no time, and a search responds within milliseconds, or
// within tens of milliseconds on boards of hundreds of cells.
const PollInterval = 2048

// Watch checks the context and the limit of generated states of a run, and reports its
// progress. A search calls Poll when its number of expansions has reached Due:
//
//	if stats.Expanded >= watch.Due && watch.Poll(progress) != "" { ... }
//
// A search counts all successors of an expansion before the next expansion begins, even if it visits
// them later. Otherwise, a depth-first search exceeds the limit.
type Watch struct {
	Due      uint64 // number of expansions at which Poll is to be called
	ctx      context.Context
	limit    uint64
	observer Observer
}

// NewWatch returns the Watch of a run.
func NewWatch(ctx context.Context, lim Limits, observer Observer) *Watch {
	return &Watch{ctx: ctx, limit: lim.Generated, observer: observer}
}

// Poll checks the context and the limit, reports to the observer, and sets Due. It
// returns the status that the run must end with, or "" if the run may go on.
func (w *Watch) Poll(p Progress) Status {
	if status := Interrupted(w.ctx); status != "" {
		return status
	}
	if w.limit > 0 && p.Generated >= w.limit {
		return NodeLimit
	}
	if w.observer != nil && p.Expanded > 0 {
		w.observer(p)
	}
	w.Due = p.Expanded + PollInterval
	if w.limit > 0 {
		const successors = 4 // maximum number of states that an expansion generates
		w.Due = p.Expanded + max(1, min(PollInterval, (w.limit-p.Generated)/successors))
	}
	return ""
}

// Interrupted returns TimeLimit or Cancelled if the context has ended, and "" otherwise. The status
// is TimeLimit if the cause of the end is context.DeadlineExceeded (see context.Cause).
func Interrupted(ctx context.Context) Status {
	switch {
	case ctx.Err() == nil:
		return ""
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return TimeLimit
	default:
		return Cancelled
	}
}
