package arastar

import (
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func with(h heuristics.Heuristic, weight float64) func(searchtest.Settings) search.Solver {
	return func(s searchtest.Settings) search.Solver {
		return &Solver{Heuristic: h, Weight: weight, Order: s.Order, Observer: s.Observer}
	}
}

func TestConformance(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 8})
	hard := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(4, 0), goal), Goal: goal}
	for name, config := range map[string]searchtest.Config{
		"manhattan": {
			New: with(heuristics.Manhattan, 0), Reach: 28, Hard: hard,
		},
		"linear-conflict 1.2": {
			New: with(heuristics.LinearConflict, 1.2),
		},
		"misplaced 1": {
			New: with(heuristics.Misplaced, 1), Reach: 18,
		},
		"linear-conflict-pairs": {
			New: with(heuristics.LinearConflictPairs, 1.2), Reach: 28, Inadmissible: true,
		},
	} {
		config.Variant = name != "manhattan"
		t.Run(name, func(t *testing.T) { searchtest.Run(t, config) })
	}
}

// Without a limit, the last plan is optimal.
func TestEndsOptimally(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	distances := searchtest.Distances(t, goal, puzzle.Costs{})
	rng := puzzle.NewRand(5, 0)
	for range 300 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		want, _ := distances.Distance(p.Start)
		got := searchtest.Solve(t, &Solver{Heuristic: heuristics.Manhattan}, p, search.Limits{})
		require.Equal(t, want, got.Cost)
		require.True(t, got.Optimal)
	}
}

// patchy is linear conflict on some boards, and 0 on the others. It is admissible but not consistent,
// so states are expanded before their cheapest paths are known.
var patchy = heuristics.FromFunc("patchy", true, func(
	goal puzzle.Board, costs puzzle.Costs,
) (func(tiles []uint8) puzzle.Cost, error) {
	conflict, err := heuristics.LinearConflict.For(goal, costs)
	if err != nil {
		return nil, err
	}
	return func(tiles []uint8) puzzle.Cost {
		hash := fnv.New32a()
		_, _ = hash.Write(tiles)
		if hash.Sum32()%3 > 0 {
			return 0
		}
		return conflict.Estimate(tiles)
	}, nil
})

// The last plan is optimal, although the heuristic is not consistent.
func TestEndsOptimallyIfNotConsistent(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	distances := searchtest.Distances(t, goal, puzzle.Costs{})
	rng := puzzle.NewRand(5, 0)
	for range 50 {
		p := search.Problem{Start: puzzle.Walk(rng, goal, 30), Goal: goal}
		want, _ := distances.Distance(p.Start)
		for _, weight := range []float64{1, 3} {
			got := searchtest.Solve(t, &Solver{Heuristic: patchy, Weight: weight}, p,
				search.Limits{})
			require.Equal(t, want, got.Cost, "%v, weight %v", p.Start, weight)
			require.True(t, got.Optimal)
		}
	}
}

// The plans become cheaper, and the last one is optimal. Every lower bound that is reported is
// true. So is the bound of a run that a limit ends.
func TestPlansAndBounds(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	rng := puzzle.NewRand(1, 0)
	improved := 0
	for _, text := range []string{"1,1,1,1", "1,2,3,4"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		for range 5 {
			p := search.Problem{Start: puzzle.Walk(rng, goal, 60), Goal: goal, Costs: costs}
			optimal := searchtest.Solve(t, &astar.Solver{Heuristic: heuristics.LinearConflict}, p,
				search.Limits{}).Cost
			bound := puzzle.Cost(0)
			s := &Solver{Heuristic: heuristics.LinearConflict, Weight: 4}
			s.Observer = func(now search.Progress) {
				require.GreaterOrEqual(t, now.Bound, bound)
				require.LessOrEqual(t, now.Bound, optimal)
				bound = now.Bound
			}
			all := searchtest.Solve(t, s, p, search.Limits{})
			require.True(t, all.Optimal)
			require.Equal(t, optimal, all.Cost)
			improved += len(all.Found) - 1

			limit := search.Limits{Generated: all.Found[0].Generated + 10}
			first := searchtest.Solve(t, &Solver{Heuristic: heuristics.LinearConflict, Weight: 4},
				p, limit)
			require.Equal(t, search.Solved, first.Status)
			require.LessOrEqual(t, first.LowerBound, optimal)
			require.LessOrEqual(t, first.Cost, 4*optimal)
		}
	}
	assert.Positive(t, improved)
}

// The first plan costs at most three times the lower bound, and about as much as that of weighted A*.
func TestFirstPlan(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	rng := puzzle.NewRand(3, 0)
	for range 5 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		weighted := searchtest.Solve(t, &astar.Solver{
			Heuristic: heuristics.LinearConflict, Weight: 3, Workers: 1,
		}, p, search.Limits{})
		own := searchtest.Solve(t, &Solver{Heuristic: heuristics.LinearConflict}, p,
			search.Limits{Generated: 300_000})
		require.Equal(t, search.Solved, own.Status)
		require.LessOrEqual(t, own.Cost, 3*own.LowerBound)
		assert.InEpsilon(t, len(weighted.Moves), own.Found[0].Length, 0.5)
	}
}

func TestErrors(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	for want, s := range map[string]*Solver{
		"arastar: weight 0.5; expected 1 to 1000":                {Heuristic: heuristics.Manhattan, Weight: 0.5},
		"arastar: no heuristic; expected one, such as manhattan": {},
	} {
		_, err := s.Solve(t.Context(), p, search.Limits{})
		assert.EqualError(t, err, want)
	}
}
