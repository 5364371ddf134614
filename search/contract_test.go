package search_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestFinish(t *testing.T) {
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	p := searchtest.Problem(t, "0 1/3 2", "1 2/3 0")
	p.Costs = costs
	plan := []puzzle.Move{puzzle.Right, puzzle.Down}
	for bound, optimal := range map[puzzle.Cost]bool{0: false, 5: false, 6: true} {
		r := search.Result{Moves: plan, LowerBound: bound}
		search.Finish(p, &r)
		require.Equal(t, search.Result{Status: search.Solved, Moves: plan, Cost: 6, LowerBound: bound,
			Optimal: optimal}, r)
	}
	require.PanicsWithValue(t, "search: plan of cost 6 from 0 1/3 2 beats its lower bound 7", func() {
		search.Finish(p, &search.Result{Moves: plan, LowerBound: 7})
	})
	for _, wrong := range [][]puzzle.Move{nil, {puzzle.Right}, {puzzle.Up}, {puzzle.Down, puzzle.Right}} {
		require.Panics(t, func() { search.Finish(p, &search.Result{Moves: wrong}) }, "%v", wrong)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	require.Empty(t, search.Interrupted(ctx))
	cancel()
	require.Equal(t, search.Cancelled, search.Interrupted(ctx))
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	require.Equal(t, search.TimeLimit, search.Interrupted(late))
}

// A watch is asked at the start, then every few thousand expansions, and in
// time for the limit; it reports where something was done.
func TestWatch(t *testing.T) {
	for _, limit := range []uint64{0, 1, search.PollInterval - 7, search.PollInterval, 2*search.PollInterval + 9} {
		var asked, reported []uint64
		w := search.NewWatch(context.Background(), search.Limits{Generated: limit},
			func(p search.Progress) { reported = append(reported, p.Expanded) })
		status, last, generated := search.Status(""), uint64(0), uint64(0)
		for expanded := uint64(0); expanded <= 3*search.PollInterval && status == ""; expanded++ {
			if expanded >= w.Due {
				asked = append(asked, expanded)
				status = w.Poll(search.Progress{Stats: search.Stats{Expanded: expanded, Generated: generated}})
				require.LessOrEqual(t, expanded, last+search.PollInterval)
				last = expanded
			}
			if status == "" {
				require.True(t, limit == 0 || generated < limit, "limit %d is missed", limit)
				generated += expanded % 5
			}
		}
		if limit > 0 {
			require.Equal(t, search.NodeLimit, status)
			require.GreaterOrEqual(t, generated, limit)
			asked = asked[:len(asked)-1]
		}
		require.Equal(t, asked[1:], append([]uint64{}, reported...), "limit %d", limit)
	}
}
