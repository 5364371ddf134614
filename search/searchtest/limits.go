package searchtest

import (
	"context"
	"sync/atomic"
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// many is a part of the work of a hard problem that is enough to see every
// engine at work. Parallel searches do the first half in the plain way.
func (c Config) many() uint64 {
	if c.Parallel {
		return 60_000
	}
	return 20_000
}

// nodeLimit ends runs at a certain count.
func (c Config) nodeLimit(t *testing.T) {
	for _, limit := range []uint64{1, 2, 3, 10, 1001, c.many()} {
		r := c.sameWithAnyWorkers(t, c.Hard, search.Limits{Generated: limit})
		c.requireLimit(t, c.Hard, limit, r)
		must(t, r.Generated > 0 || c.Evaluates && limit < statesOfPlan,
			"Generated counts the states of an unfinished run", describe(c.Hard, search.Limits{Generated: limit}, r))
	}
}

// nodeLimitAtTheEnd gives just enough, less, and more.
func (c Config) nodeLimitAtTheEnd(t *testing.T) {
	rng := puzzle.NewRand(7, 0)
	for _, size := range smallSizes {
		g := Goal(t, puzzle.BlankLast, size)
		for range few(4) {
			p := search.Problem{Start: c.start(rng, g), Goal: g}
			s := c.New(Settings{})
			free := c.solved(t, s, p)
			work := free.Generated
			if work == 0 || free.Status != search.Solved {
				continue
			}
			least := work + 1
			if c.Evaluates {
				least += statesOfPlan
			}
			for _, enough := range []uint64{least, least + 1, 1 << 40} {
				lim := search.Limits{Generated: enough}
				mustEqual(t, comparable(free), comparable(c.solve(t, s, p, lim)),
					"a limit that is not reached does not change a run", p, lim)
			}
			for limit := work - min(work, successors); limit > 0; limit /= 2 {
				lim := search.Limits{Generated: limit}
				r := c.solve(t, s, p, lim)
				c.requireLimit(t, p, limit, r)
				c.checkAgainst(t, cheapest(t, p), p, lim, r)
			}
		}
	}
}

// memoryLimit gives too little memory, and more.
func (c Config) memoryLimit(t *testing.T) {
	s := c.New(Settings{Workers: 1})
	g := Goal(t, puzzle.BlankLast, size3x3)
	for _, p := range []search.Problem{c.Hard, {Start: Board(t, farthest3x3), Goal: g}} {
		lim := search.Limits{Generated: c.many(), Bytes: 1}
		r := c.solve(t, s, p, lim)
		must(t, r.Status == search.MemoryLimit,
			"a run ends with the status memory-limit before it needs more than Limits.Bytes", describe(p, lim, r))
		for bytes := uint64(1 << 20); bytes <= 1<<24; bytes *= 16 {
			lim := search.Limits{Generated: c.many(), Bytes: bytes}
			r := c.solve(t, s, p, lim)
			must(t, r.Bytes <= bytes, "Bytes never exceeds Limits.Bytes", describe(p, lim, r))
		}
	}
}

// interrupted ends the context before the run and during it.
func (c Config) interrupted(t *testing.T) {
	for _, end := range []struct {
		err    error
		status search.Status
		rule   string
	}{
		{context.Canceled, search.Cancelled, "a run ends with the status cancelled when its context is cancelled"},
		{context.DeadlineExceeded, search.TimeLimit,
			"a run ends with the status time-limit when the deadline of its context has passed"},
	} {
		for _, workers := range c.numbersOfWorkers() {
			s := c.New(Settings{Workers: workers})
			for _, looks := range []int64{0, 1, 2, 7} {
				ctx := &countdown{Context: context.Background(), end: end.err}
				ctx.looks.Store(looks)
				r := c.solveWithin(ctx, t, s, c.Hard, search.Limits{})
				what := describe(c.Hard, search.Limits{}, r)
				must(t, r.Status == end.status, end.rule, what)
				must(t, looks > 0 || r.Generated == 0, "a run whose context has ended before does nothing", what)
				must(t, looks < 7 || r.Generated > 0, "the statistics count the work of an interrupted run", what)
			}
		}
	}
}

// countdown is a context that ends when it has been looked at so many times.
type countdown struct {
	context.Context
	looks atomic.Int64
	end   error
}

func (c *countdown) Err() error {
	if c.looks.Add(-1) < 0 {
		return c.end
	}
	return nil
}
