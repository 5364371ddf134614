package archive

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// improverOf returns the first improver of a search with windows, which has begun a generation.
func improverOf(t *testing.T, p search.Problem) *improver {
	t.Helper()
	s := &Search{Rules: rulesOf(t, p, heuristics.LinearConflict), Seed: 1, Windows: true}
	b := begun(t, s, p, search.Limits{}).improvers[0]
	b.begin()
	return b
}

// Windows of either kind have their share of the states, up to the work of one search, and
// give plans to the goal. Those that complete elites are shorter than the best.
func TestShareOfWindows(t *testing.T) {
	p := problemOf(t, 4, 4)
	b := improverOf(t, p)
	best := len(b.run.best)
	const share, oneSearch = 200_000, 4 * window.MaxExpanded
	b.bred = share * 2 / windowShare
	b.repair()
	require.NotEmpty(t, b.plans)
	assert.Less(t, len(b.plans[len(b.plans)-1]), best)
	assert.Equal(t, b.stats.Windows, b.repaired)
	assert.LessOrEqual(t, b.repaired, uint64(share+oneSearch))
	repaired := len(b.plans)
	for range 1000 { // one plan each time at most
		b.complete()
	}
	assert.Greater(t, len(b.plans), repaired)
	assert.Positive(t, b.completed)
	assert.Less(t, b.completed, uint64(share+oneSearch))
	assert.Equal(t, b.stats.Windows, b.repaired+b.completed)
	assert.Equal(t, b.stats.Windows, b.stats.Generated)
	for i, plan := range b.plans {
		end, err := p.Start.Replay(plan)
		require.NoError(t, err)
		require.Equal(t, p.Goal, end)
		if i >= repaired {
			require.Less(t, len(plan), best)
		}
	}
}

// Windows end with the states that are left, though a search would need more.
func TestWindowsKeepToTheQuota(t *testing.T) {
	b := improverOf(t, problemOf(t, 4, 4))
	b.bred = search.Unlimited / windowShare
	for _, quota := range []uint64{0, 1, 2, 3, 4, 5, 10, 100, 1000, 100_000} {
		for _, windows := range []func(){b.repair, b.complete} {
			b.stats = search.Stats{}
			b.states = quota
			windows()
			assert.LessOrEqual(t, b.stats.Generated, quota)
			assert.EqualValues(t, quota-b.stats.Generated, b.states)
		}
	}
}

// A plan that is stuck is replaced by one of the planner, whose work counts.
func TestPlannerReplacesStuckPlans(t *testing.T) {
	p := problemOf(t, 3, 3)
	plan := longPlan(t, p)
	asked := 0
	planner := func(
		_ *rand.Rand, head []puzzle.Move, states, evaluations uint64,
	) ([]puzzle.Move, bool, search.Stats) {
		asked++
		assert.Positive(t, states)
		assert.Positive(t, evaluations)
		board, err := p.Start.Replay(head)
		require.NoError(t, err)
		tail := longPlan(t, search.Problem{Start: board, Goal: p.Goal})
		return tail, true, search.Stats{Generated: 1000, Evaluated: 10}
	}
	s := &Search{
		Rules: rulesOf(t, p, heuristics.LinearConflict), Windows: true, Planners: []Planner{planner},
		Patience: 1 << 30, Workers: 1,
	}
	r := s.Improve(t.Context(), p, plan, search.Limits{Generated: 1_000_000})
	assert.Positive(t, asked)
	assert.LessOrEqual(t, r.Generated, uint64(1_000_000+1000*asked))
	assert.GreaterOrEqual(t, r.Generated-r.Windows, uint64(1000*asked))
	assert.GreaterOrEqual(t, r.Evaluated, uint64(10*asked))
}
