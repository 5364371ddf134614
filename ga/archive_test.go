package ga

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Each elite has a plan that leads from the start to its board, in its niche's number of
// moves, and the estimate and the key of that board. Children agree with a full estimate
// under any structure of heuristic, and on boards that are solved by subgoals.
func TestElitesAreWhatTheirPlansLeadTo(t *testing.T) {
	large := goalOf(t, puzzle.BlankLast, 6, 6)
	for _, c := range []struct {
		problem   search.Problem
		heuristic heuristics.Heuristic
	}{
		{hard(t), heuristics.Manhattan},
		{hard(t), heuristics.LinearConflict},
		{hard(t), heuristics.WalkingDistance},
		{search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), large), Goal: large}, heuristics.LinearConflict},
	} {
		a := evolved(t, &Solver{Settings: presetOf("pure"), Heuristic: c.heuristic, Seed: 1}, c.problem)
		o, elites := a.rules.objective, 0
		for moves, n := range a.niches {
			assert.LessOrEqual(t, len(n), a.room)
			assert.True(t, slices.IsSorted(n))
			for _, m := range n {
				elites++
				e, data := a.elites[m.id()], a.dataOf(m.id())
				require.Equal(t, e.estimate, m.estimate())
				require.EqualValues(t, moves, e.moves)
				require.Less(t, int(e.moves+e.estimate), a.best)
				b, err := c.problem.Start.Replay(a.pathOf(data, e.moves))
				require.NoError(t, err)
				named := o.crop(b.Tiles())
				require.Equal(t, named, data[:len(named)])
				require.EqualValues(t, b.Blank(), e.blank)
				require.Equal(t, o.estimate(named), int64(e.estimate))
				require.Equal(t, a.rules.tables.keyOf(named, e.blank), e.key)
			}
		}
		assert.Equal(t, len(a.elites), elites+len(a.free))
		assert.Greater(t, elites, a.best, "%s on %v", c.heuristic.Name(), c.problem.Goal.Size())
	}
}

// evolved returns the archive of a run after some rounds of improvement.
func evolved(t *testing.T, s *Solver, p search.Problem) *archive {
	t.Helper()
	e, plan := reached(t, s, p)
	e.run.take(plan)
	s.Patience = 20
	e.run.improve(e, e.run.best)
	return e.run.archive
}

// The archive keeps to a limit of memory, and there is none where the limit is too small.
func TestArchiveKeepsToTheMemory(t *testing.T) {
	s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: 1}
	without := solve(t, s, hard(t), search.Limits{Generated: 1_000_000})
	for _, more := range []uint64{100, 200_000, 800_000} {
		first := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Seed: 1}
		limit := solve(t, first, hard(t), search.Limits{}).Bytes + more
		r := solve(t, s, hard(t), search.Limits{Generated: 1_000_000, Bytes: limit})
		assert.Equal(t, search.Solved, r.Status)
		assert.LessOrEqual(t, r.Bytes, limit)
		assert.Less(t, r.Bytes, without.Bytes)
	}
}
