package rbfs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
	"npuzzle/search/searchtest"
)

func with(h heuristics.Heuristic) func(searchtest.Settings) search.Solver {
	return func(s searchtest.Settings) search.Solver {
		return &Solver{Heuristic: h, Order: s.Order, Observer: s.Observer}
	}
}

func TestConformance(t *testing.T) {
	for name, config := range map[string]searchtest.Config{
		"manhattan":             {New: with(heuristics.Manhattan)},
		"linear-conflict":       {New: with(heuristics.LinearConflict)},
		"misplaced":             {New: with(heuristics.Misplaced), Reach: 18},
		"zero":                  {New: with(heuristics.Zero), Reach: 12},
		"linear-conflict-pairs": {New: with(heuristics.LinearConflictPairs), Inadmissible: true},
	} {
		config.Variant = name != "manhattan"
		t.Run(name, func(t *testing.T) { searchtest.Run(t, config) })
	}
}

func TestEveryBoard(t *testing.T) {
	searchtest.EveryBoard(t, 50, &Solver{Heuristic: heuristics.Manhattan})
}

// The plans cost what those of A* cost, under move costs as well. The memory is that of the longest
// path.
func TestCostsOfAStar(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	rng := puzzle.NewRand(1, 0)
	for _, text := range []string{"1,1,1,1", "1,2,3,4", "0.1,0.2,0.3,0.4"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		for range 20 {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal, Costs: costs}
			want := searchtest.Solve(t, &astar.Solver{Heuristic: heuristics.Manhattan}, p,
				search.Limits{})
			got := searchtest.Solve(t, &Solver{Heuristic: heuristics.Manhattan}, p, search.Limits{})
			require.Equal(t, want.Cost, got.Cost)
			require.True(t, got.Optimal)
			depth, known := got.Depth(costs)
			require.True(t, known)
			require.LessOrEqual(t, got.PeakStored, 1+maxChildren*depth)
			require.LessOrEqual(t, got.Bytes, depth*stateBytes)
		}
	}
}

// Under unit costs, the search expands about as many states as IDA*, in all and not in each board.
func TestExpansionsBesideDeepening(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		rng := puzzle.NewRand(2, 0)
		recursive := 0.0
		deepening := 0.0
		for range 30 {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
			own := searchtest.Solve(t, &Solver{Heuristic: h}, p, search.Limits{})
			ida := searchtest.Solve(t, &idastar.Solver{Heuristic: h}, p, search.Limits{})
			require.Equal(t, ida.Cost, own.Cost)
			recursive += float64(own.Expanded)
			deepening += float64(ida.Expanded)
		}
		t.Logf("%s: RBFS expanded %.0f states, IDA* %.0f", h.Name(), recursive, deepening)
		assert.InDelta(t, 1, recursive/deepening, 0.5, h.Name())
	}
}
