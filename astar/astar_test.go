package astar

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func TestWeights(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	for _, weight := range []float64{0.999, 0.5, -1, math.NaN(), math.Inf(1), math.Inf(-1),
		1000.001} {
		_, err := (&Solver{Heuristic: heuristics.Manhattan, Weight: weight}).Solve(t.Context(), p,
			search.Limits{})
		require.ErrorContains(t, err, "is out of range; expected 1 to 1000")
	}
	// Without one it is 1, and greedy search has no use for any.
	plain := solve(t, &Solver{Heuristic: heuristics.Manhattan}, p)
	one := solve(t, &Solver{Heuristic: heuristics.Manhattan, Weight: 1}, p)
	require.Equal(t, plain, one)
	greedy := solve(t, &Solver{Heuristic: heuristics.Manhattan, Greedy: true}, p)
	weighted := solve(t, &Solver{Heuristic: heuristics.Manhattan, Greedy: true, Weight: 3}, p)
	require.Equal(t, greedy, weighted)
}

// f counts three decimals of the weight, in the smallest whole numbers.
func TestRuleOfF(t *testing.T) {
	for weight, factors := range map[float64][2]puzzle.Cost{
		1: {1, 1}, 1.5: {2, 3}, 2: {1, 2}, 1.25: {4, 5}, 1.001: {1000, 1001}, 7.25: {4, 29},
		1.0004: {1, 1},
		1000:   {1, 1000},
	} {
		r, err := (&Solver{Heuristic: heuristics.Manhattan, Weight: weight}).rule(search.Problem{})
		require.NoError(t, err)
		require.Equal(t, factors, [2]puzzle.Cost{r.ofG, r.ofH}, "weight %v", weight)
		require.Equal(t, factors[0] == factors[1], r.bounding())
	}
	r, err := (&Solver{Heuristic: heuristics.Manhattan, Greedy: true}).rule(search.Problem{})
	require.NoError(t, err)
	require.Equal(t, puzzle.Cost(7), r.f(100, 7))
	require.Zero(t, r.provenBy(100))
}

// A plan of weighted A* proves that none is cheaper than its cost by the
// weight, rounded up; under an inadmissible heuristic it proves nothing.
func TestLowerBoundOfWeightedSearch(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	rng := puzzle.NewRand(2, 0)
	for range 30 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		optimum := solve(t, &Solver{Heuristic: heuristics.Manhattan}, p)
		for _, weight := range []float64{1.1, 1.5, 2, 5} {
			r := solve(t, &Solver{Heuristic: heuristics.Manhattan, Weight: weight}, p)
			require.GreaterOrEqual(t, float64(r.LowerBound)*weight, float64(r.Cost)-1e-9)
			require.LessOrEqual(t, r.LowerBound, optimum.Cost)
			pairs := solve(t, &Solver{Heuristic: heuristics.LinearConflictPairs, Weight: weight}, p)
			require.Zero(t, pairs.LowerBound)
			require.False(t, pairs.Optimal)
		}
	}
}

// The bound in the progress of A* is that of the f-layer, in units of cost.
func TestProgressTellsTheLayer(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	// 80 moves
	p := search.Problem{Start: boardOf(t, "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"), Goal: goal}
	for _, weight := range []float64{1, 1.5} {
		var last search.Progress
		s := Solver{
			Heuristic: heuristics.Manhattan,
			Weight:    weight,
			Observer: func(p search.Progress) {
				last = p
			},
		}
		for _, solver := range []search.Solver{&s, &plainSolver{s}} {
			_, err := solver.Solve(t.Context(), p, search.Limits{Generated: 30_000})
			require.NoError(t, err)
			require.GreaterOrEqual(t, last.Bound, puzzle.Cost(60*weight))
			require.LessOrEqual(t, last.Bound, puzzle.Cost(80*weight))
		}
	}
}
