package window

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
)

// A plan stays a plan between the same boards, never becomes longer, and becomes shorter when
// Shorten says so.
func TestShorten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 6).Draw(t, "rows")
		cols := rapid.IntRange(2, 6).Draw(t, "cols")
		start := goalOf(t, puzzle.BlankLast, rows, cols)
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		moves, end := walk(rng, start, rapid.IntRange(0, 200).Draw(t, "moves"))
		expanded := rapid.SampledFrom([]int{0, 1, 10, MaxExpanded}).Draw(t, "expanded")
		p := NewPlan(NewSearch(NewTables(start.Size(), 0)), start, moves)
		for range 50 {
			before := p.Len()
			shorter, stats := p.Shorten(rng.IntN, expanded)
			require.LessOrEqual(t, p.Len(), before)
			require.Equal(t, shorter, p.Len() < before)
			require.LessOrEqual(t, stats.Expanded, uint64(expanded))
			require.LessOrEqual(t, stats.Generated, 4*stats.Expanded)
			at, err := start.Replay(p.Moves())
			require.NoError(t, err)
			require.Equal(t, end, at)
		}
		for i := 0; i <= p.Len(); i++ {
			at, err := start.Replay(p.Moves()[:i])
			require.NoError(t, err)
			require.Equal(t, at.Tiles(), p.board(i))
		}
	})
}

// Windows bring long plans near to the length of the optimal plan, until they are stuck.
func TestStuckPlansAreShort(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	s := NewSearch(NewTables(goal.Size(), goal.Blank()))
	rng := puzzle.NewRand(4, 0)
	walked := 0
	left := 0
	best := 0
	for range 10 {
		moves, end := walk(rng, goal, 300)
		p := NewPlan(s, goal, moves)
		for tried := 0; !p.Stuck(); tried++ {
			require.Less(t, tried, 100_000)
			p.Shorten(rng.IntN, MaxExpanded)
		}
		optimal := &idastar.Solver{Heuristic: heuristics.LinearConflict}
		r, err := optimal.Solve(t.Context(), search.Problem{Start: goal, Goal: end},
			search.Limits{})
		require.NoError(t, err)
		walked += len(moves)
		left += p.Len()
		best += len(r.Moves)
	}
	assert.Less(t, left-best, (walked-best)/20)
}

func TestRandomOrder(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	drawn := map[puzzle.Order]int{}
	for range 2400 {
		drawn[RandomOrder(rng.IntN)]++
	}
	require.Len(t, drawn, 24)
	for order, times := range drawn {
		assert.InDelta(t, 100, times, 50, order)
	}
}
