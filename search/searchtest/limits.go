package searchtest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// many is a part of the work of a hard problem that is enough to see every
// engine at work. Parallel searches do the first half in the plain way.
func (c Config) many() uint64 {
	switch {
	case c.Evaluates:
		return 5_000
	case c.Parallel:
		return 60_000
	}
	return 20_000
}

// nodeLimit ends runs at a certain count.
func (c Config) nodeLimit(t *testing.T) {
	for _, limit := range []uint64{1, 2, 3, 10, 1001, c.many()} {
		r := c.sameWithAnyWorkers(t, c.Hard, search.Limits{Expanded: limit})
		require.Equal(t, search.NodeLimit, r.Status)
		require.Equal(t, limit, c.work(r.Stats))
		require.Positive(t, r.Generated)
	}
}

// nodeLimitAtTheEnd gives just enough, less, and more.
func (c Config) nodeLimitAtTheEnd(t *testing.T) {
	rng := puzzle.NewRand(7, 0)
	for _, size := range smallSizes {
		g := Goal(t, puzzle.BlankLast, size)
		table := Distances(t, g, puzzle.Costs{})
		for range few(4) {
			p := search.Problem{Start: c.start(rng, g), Goal: g}
			cheapest := distance(t, table, p.Start)
			s := c.New(Settings{})
			free := c.solved(t, s, cheapest, p)
			work := c.work(free.Stats)
			if work == 0 || free.Status != search.Solved {
				continue
			}
			for _, enough := range []uint64{work, work + 1, 1 << 40} {
				r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: enough})
				require.Equal(t, comparable(free), comparable(r))
			}
			for limit := work - 1; limit > 0; limit /= 2 {
				r := c.solve(context.Background(), t, s, p, search.Limits{Expanded: limit})
				require.Equal(t, search.NodeLimit, r.Status)
				require.Equal(t, limit, c.work(r.Stats))
				c.checkAgainst(t, cheapest, p, r)
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
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	for _, workers := range c.numbersOfWorkers() {
		s := c.New(Settings{Workers: workers})
		r := c.solve(cancelled, t, s, c.Hard, search.Limits{})
		require.Equal(t, search.Cancelled, r.Status)
		require.Zero(t, c.work(r.Stats))
		r = c.solve(late, t, s, c.Hard, search.Limits{})
		require.Equal(t, search.TimeLimit, r.Status)
		require.Zero(t, c.work(r.Stats))

		for looks := range int64(3) {
			r := c.solve(newCountdown(looks, context.DeadlineExceeded), t, s, c.Hard, search.Limits{})
			require.Equal(t, search.TimeLimit, r.Status)
		}
		r = c.solve(newCountdown(7, context.Canceled), t, s, c.Hard, search.Limits{})
		require.Equal(t, search.Cancelled, r.Status)
		require.Positive(t, c.work(r.Stats))
	}
}

// countdown is a context that ends when it has been looked at so many times.
type countdown struct {
	context.Context
	looks atomic.Int64
	end   error
}

func newCountdown(looks int64, end error) *countdown {
	c := &countdown{Context: context.Background(), end: end}
	c.looks.Store(looks)
	return c
}

func (c *countdown) Err() error {
	if c.looks.Add(-1) < 0 {
		return c.end
	}
	return nil
}
