package ga

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// toRepair evolves a plan of a hard board, and leaves the evolution where its
// repair begins.
func toRepair(t *testing.T, settings Settings) (*evolution, []puzzle.Move) {
	t.Helper()
	e := start(t, &Solver{Settings: settings, Heuristic: heuristics.LinearConflict, Seed: 1}, hard(t))
	plan, found := e.reach(e.run.problem.Start.Tiles())
	require.True(t, found)
	e.run.collect(e)
	e.run.first, e.quota = e.run.total, unlimited
	return e, plan
}

// The states that windows generate cost as many evaluations as those of the first
// plan's evolution that decoded as many boards, whatever genes stand for.
func TestWindowsCostWhatPlansDecode(t *testing.T) {
	for _, decoding := range []string{Ordered, Ranked} {
		settings := Default()
		settings.Decoding = decoding
		e, plan := toRepair(t, settings)
		shorter := e.repair(e.run.problem.Start.Tiles(), plan)
		assert.Less(t, len(shorter), len(plan), decoding)
		assert.Greater(t, e.stats.Generated, e.stats.Expanded, decoding)
		assert.EqualValues(t, unlimited-e.quota, e.stats.Evaluated, decoding)
		boards := float64(e.run.first.Generated) / float64(e.run.first.Evaluated)
		assert.InDelta(t, float64(e.stats.Generated)/boards, float64(e.stats.Evaluated), 1, decoding)
	}
}

// Windows end with the evaluations that are left, though a search would need more.
func TestWindowsKeepToTheQuota(t *testing.T) {
	e, plan := toRepair(t, Default())
	for _, quota := range []uint64{1, 10, 1000} {
		e.run.collect(e)
		e.quota, e.unbilled = quota, 0
		e.repair(e.run.problem.Start.Tiles(), plan)
		assert.LessOrEqual(t, e.stats.Evaluated, quota)
		cost := e.stats.Generated * e.run.first.Evaluated / e.run.first.Generated
		assert.LessOrEqual(t, cost, quota+1, "what they should cost")
	}
}
