package ga

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/search/window"
)

// improverOf returns the first improver of a run that has found its first plan.
func improverOf(t *testing.T, s *Solver, p search.Problem) *improver {
	t.Helper()
	e, plan := reached(t, s, p)
	r := e.run
	r.take(r.tables.withoutLoops(p.Start.Tiles(), plan))
	r.newArchive(len(r.best)).addPlan(r.best)
	b := r.newImprover(0, e)
	b.begin()
	return b
}

// Windows of either kind have their share of the states, up to the work of one search, and
// give plans to the goal. Those that complete elites are shorter than the best.
func TestShareOfWindows(t *testing.T) {
	p := hard(t)
	b := improverOf(t, &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: 1}, p)
	best := len(b.evo.run.best)
	const share, search = 200_000, 4 * window.MaxExpanded
	b.bred = share * 2 / windowShare
	b.repair()
	require.NotEmpty(t, b.plans)
	assert.Less(t, len(b.plans[len(b.plans)-1]), best)
	assert.Equal(t, b.evo.stats.Windows, b.repaired)
	assert.InDelta(t, share+search/2, b.repaired, search/2)
	repaired := len(b.plans)
	for range 1000 { // one plan each time at most
		b.complete()
	}
	assert.Greater(t, len(b.plans), repaired)
	assert.Positive(t, b.completed)
	assert.Less(t, b.completed, uint64(share+search))
	assert.Equal(t, b.evo.stats.Windows, b.repaired+b.completed)
	assert.Equal(t, b.evo.stats.Windows, b.evo.stats.Generated)
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
	b := improverOf(t, &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: 1}, hard(t))
	b.bred = unlimited / windowShare
	for _, quota := range []uint64{0, 1, 2, 3, 4, 5, 10, 100, 1000, 100_000} {
		for _, windows := range []func(){b.repair, b.complete} {
			b.evo.stats, b.evo.budget.states = search.Stats{}, quota
			windows()
			assert.LessOrEqual(t, b.evo.stats.Generated, quota)
			assert.EqualValues(t, quota-b.evo.stats.Generated, b.evo.budget.states)
		}
	}
}
