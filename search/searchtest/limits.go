package searchtest

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

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
		r := c.sameWithAnyWorkers(t, c.Hard, search.Limits{Expanded: limit})
		c.requireLimit(t, limit, r)
		require.True(t, r.Generated > 0 || c.Evaluates && limit < statesOfPlan)
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
			work := c.work(free.Stats)
			if work == 0 || free.Status != search.Solved {
				continue
			}
			least := work
			if c.Evaluates {
				least += statesOfPlan
			}
			for _, enough := range []uint64{least, least + 1, 1 << 40} {
				r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: enough})
				require.Equal(t, comparable(free), comparable(r))
			}
			for limit := work - 1; limit > 0; limit /= 2 {
				r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: limit})
				c.requireLimit(t, limit, r)
				c.checkAgainst(t, cheapest(t, p), p, r)
			}
		}
	}
}

// memoryLimit gives too little memory, and more.
func (c Config) memoryLimit(t *testing.T) {
	s := c.New(Settings{Workers: 1})
	g := Goal(t, puzzle.BlankLast, size3x3)
	for _, p := range []search.Problem{c.Hard, {Start: Board(t, farthest3x3), Goal: g}} {
		r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: c.many(), Bytes: 1})
		require.Equal(t, search.MemoryLimit, r.Status)
		for bytes := uint64(1 << 20); bytes <= 1<<24; bytes *= 16 {
			r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: c.many(), Bytes: bytes})
			require.LessOrEqual(t, r.Bytes, bytes)
		}
	}
}

// interrupted ends the context before the run and during it.
func (c Config) interrupted(t *testing.T) {
	for _, end := range []struct {
		err    error
		status search.Status
	}{{context.Canceled, search.Cancelled}, {context.DeadlineExceeded, search.TimeLimit}} {
		for _, workers := range c.numbersOfWorkers() {
			s := c.New(Settings{Workers: workers})
			for _, looks := range []int64{0, 1, 2, 7} {
				ctx := &countdown{Context: context.Background(), end: end.err}
				ctx.looks.Store(looks)
				r := c.solve(ctx, t, s, c.Hard, search.Limits{})
				require.Equal(t, end.status, r.Status)
				if looks == 0 {
					require.Zero(t, c.work(r.Stats), "a context that has ended allows no work")
				}
				if looks == 7 {
					require.Positive(t, c.work(r.Stats), "the work done is counted")
				}
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
