package archive

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// greed is that of the genetic solver.
const greed = 3

// problemOf returns a random problem of a size with the goal blank-last.
func problemOf(t *testing.T, rows, cols int) search.Problem {
	t.Helper()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), goal), Goal: goal}
}

// longPlan returns a plan of weighted A* that is longer than the shortest one.
func longPlan(t *testing.T, p search.Problem) []puzzle.Move {
	t.Helper()
	s := &astar.Solver{Heuristic: heuristics.Manhattan, Weight: 4, Workers: 1}
	r, err := s.Solve(t.Context(), p, search.Limits{})
	require.NoError(t, err)
	require.Equal(t, search.Solved, r.Status)
	return r.Moves
}

func rulesOf(t *testing.T, p search.Problem, h heuristics.Heuristic) *decode.Rules {
	t.Helper()
	rules, err := decode.RulesOf(p, h, puzzle.Order{}, greed)
	require.NoError(t, err)
	return rules
}

// begun returns a run of a search that has its archive and its improvers.
func begun(t *testing.T, s *Search, p search.Problem, lim search.Limits) *run {
	t.Helper()
	r := &run{Search: s, ctx: context.Background(), problem: p, limits: lim}
	r.best = s.Rules.Tables.WithoutLoops(p.Start.Tiles(), longPlan(t, p))
	require.True(t, r.prepare())
	return r
}

// Each elite has a plan that leads from the start to its board, in its niche's number of moves, and
// the estimate and the key of that board. Children agree with a full estimate under any structure
// of heuristic.
func TestElitesAreWhatTheirPlansLeadTo(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		heuristic  heuristics.Heuristic
	}{
		{4, 4, heuristics.Manhattan},
		{4, 4, heuristics.LinearConflict},
		{3, 5, heuristics.WalkingDistance},
		{6, 6, heuristics.LinearConflict},
	} {
		p := problemOf(t, c.rows, c.cols)
		s := &Search{Rules: rulesOf(t, p, c.heuristic), Seed: 1}
		r := begun(t, s, p, search.Limits{})
		for range 20 {
			for _, b := range r.improvers {
				b.work(false)
			}
			r.endGeneration()
		}
		a := r.archive
		o := a.rules.Objective
		elites := 0
		for moves, n := range a.niches {
			assert.LessOrEqual(t, len(n), a.room)
			assert.True(t, slices.IsSorted(n))
			for _, m := range n {
				elites++
				e := a.elites[m.id()]
				data := a.dataOf(m.id())
				require.Equal(t, e.estimate, m.estimate())
				require.EqualValues(t, moves, e.moves)
				require.Less(t, int(e.moves+e.estimate), a.best)
				b, err := p.Start.Replay(a.pathOf(data, e.moves))
				require.NoError(t, err)
				named := o.Crop(b.Tiles())
				require.Equal(t, named, data[:len(named)])
				require.EqualValues(t, b.Blank(), e.blank)
				require.Equal(t, o.Estimate(named), int64(e.estimate))
				require.Equal(t, a.rules.Tables.KeyOf(named, e.blank), e.key)
			}
		}
		assert.Equal(t, len(a.elites), elites+len(a.free))
		assert.Greater(t, elites, a.best, "%s on %v", c.heuristic.Name(), p.Goal.Size())
	}
}

// The plan of any solver becomes shorter, with windows and without. It stays a plan, and the plans
// found are those that the observer got.
func TestImprovesThePlanOfAnySolver(t *testing.T) {
	p := problemOf(t, 4, 4)
	plan := longPlan(t, p)
	for _, windows := range []bool{false, true} {
		name := fmt.Sprintf("windows %t", windows)
		s := &Search{Rules: rulesOf(t, p, heuristics.LinearConflict), Seed: 1, Windows: windows}
		var lengths []int
		s.Observer = func(progress search.Progress) {
			if progress.Plan != nil {
				lengths = append(lengths, len(progress.Plan))
			}
		}
		limits := search.Limits{Generated: 300_000}
		r := s.Improve(t.Context(), p, plan, limits)
		assert.Less(t, len(r.Moves), len(plan), name)
		end, err := p.Start.Replay(r.Moves)
		require.NoError(t, err)
		assert.Equal(t, p.Goal, end, name)
		assert.LessOrEqual(t, r.Generated, limits.Generated, name)
		var found []int
		for _, f := range r.Found {
			found = append(found, f.Length)
		}
		assert.Equal(t, found, lengths, name)
		assert.Equal(t, len(r.Moves), found[len(found)-1], name)
		assert.Equal(t, windows, r.Windows > 0, name)
	}
}

// A search is the same on any number of cores.
func TestSameOnAnyCores(t *testing.T) {
	p := problemOf(t, 4, 4)
	plan := longPlan(t, p)
	var want search.Result
	for _, workers := range []int{1, 2, 5} {
		s := &Search{Rules: rulesOf(t, p, heuristics.LinearConflict), Windows: true, Workers: workers}
		got := s.Improve(t.Context(), p, plan, search.Limits{Generated: 200_000})
		if workers == 1 {
			want = got
		}
		assert.Equal(t, want, got, "%d workers", workers)
	}
}

// A plan that is as short as the bound is not searched for a shorter one, and patience ends a
// search.
func TestEnds(t *testing.T) {
	p := problemOf(t, 4, 4)
	plan := longPlan(t, p)
	rules := rulesOf(t, p, heuristics.LinearConflict)
	bounded := &Search{Rules: rules, Bound: puzzle.Cost(len(plan))}
	assert.Zero(t, bounded.Improve(t.Context(), p, plan, search.Limits{}).Generated)
	patient := &Search{Rules: rules, Patience: 5}
	r := patient.Improve(t.Context(), p, plan, search.Limits{})
	assert.Positive(t, r.Generated)
	assert.Less(t, len(r.Moves), len(plan))
}

// The archive keeps to a limit of memory. Where the limit is too small, the plan stays as it is.
func TestArchiveKeepsToTheMemory(t *testing.T) {
	p := problemOf(t, 4, 4)
	plan := longPlan(t, p)
	s := &Search{Rules: rulesOf(t, p, heuristics.LinearConflict), Seed: 1}
	without := s.Improve(t.Context(), p, plan, search.Limits{Generated: 500_000})
	for _, limit := range []uint64{100, 900_000, 1_200_000} {
		r := s.Improve(t.Context(), p, plan, search.Limits{Generated: 500_000, Bytes: limit})
		assert.LessOrEqual(t, r.Bytes, limit)
		assert.Less(t, r.Bytes, without.Bytes)
		assert.Equal(t, limit > 100, len(r.Moves) < len(plan), "%d bytes", limit)
	}
}

// A plan without a move ends the search before it looks at a niche.
func TestImproveAPlanWithoutMoves(t *testing.T) {
	p := problemOf(t, 2, 3)
	p.Start = p.Goal
	s := &Search{Rules: rulesOf(t, p, heuristics.Manhattan)}
	r := s.Improve(t.Context(), p, nil, search.Limits{})
	assert.Equal(t, search.Solved, r.Status)
	assert.Empty(t, r.Moves)
	assert.Zero(t, r.Generated)
}
