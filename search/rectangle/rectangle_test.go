package rectangle

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/searchtest"
)

func with(h heuristics.Heuristic) func(searchtest.Settings) search.Solver {
	return func(s searchtest.Settings) search.Solver {
		return &Solver{Heuristic: h, Order: s.Order, Observer: s.Observer}
	}
}

func TestConformance(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 10, Cols: 10})
	hard := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(4, 0), goal), Goal: goal}
	for name, config := range map[string]searchtest.Config{
		"manhattan":             {New: with(heuristics.Manhattan), Reach: 28},
		"misplaced":             {New: with(heuristics.Misplaced), Reach: 18},
		"linear-conflict-pairs": {New: with(heuristics.LinearConflictPairs), Reach: 28},
		"pairs":                 {New: with(pairs.Heuristic{}), NearCells: 36},
	} {
		config.Hard = hard
		config.Variant = name != "manhattan"
		t.Run(name, func(t *testing.T) { searchtest.Run(t, config) })
	}
}

// Without a limit, the last plan is optimal, even if the heuristic is not admissible.
func TestEndsOptimally(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	distances := searchtest.Distances(t, goal, puzzle.Costs{})
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.Convex} {
		rng := puzzle.NewRand(5, 0)
		for range 100 {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
			want, _ := distances.Distance(p.Start)
			got := searchtest.Solve(t, &Solver{Heuristic: h}, p, search.Limits{})
			require.Equal(t, want, got.Cost)
			require.True(t, got.Optimal)
		}
	}
}

// Each plan is cheaper than the one before, and the last one is optimal. Every lower bound that is
// reported is true.
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
			var plans []puzzle.Cost
			s := &Solver{Heuristic: heuristics.LinearConflict}
			s.Observer = func(now search.Progress) {
				require.LessOrEqual(t, now.Bound, optimal)
				if now.Plan != nil {
					plans = append(plans, costs.Total(now.Plan))
				}
			}
			got := searchtest.Solve(t, s, p, search.Limits{})
			require.True(t, got.Optimal)
			require.Equal(t, optimal, got.Cost)
			require.Len(t, plans, len(got.Found))
			require.Equal(t, optimal, plans[len(plans)-1])
			for i := range plans[1:] {
				require.Less(t, plans[i+1], plans[i])
			}
			improved += len(plans) - 1
		}
	}
	assert.Positive(t, improved)
}

// A longer run has a plan that is as short or shorter. A run that a limit of memory ends has the
// best plan so far.
func TestLimits(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	rng := puzzle.NewRand(3, 0)
	for range 3 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		s := &Solver{Heuristic: heuristics.LinearConflict}
		var costs []puzzle.Cost
		for _, states := range []uint64{20_000, 40_000, 80_000} {
			got := searchtest.Solve(t, s, p, search.Limits{Generated: states})
			require.Equal(t, search.Solved, got.Status)
			costs = append(costs, got.Cost)
		}
		slices.Reverse(costs)
		require.True(t, slices.IsSorted(costs), "%v", costs)

		got, err := s.Solve(t.Context(), p, search.Limits{Bytes: 2 << 20})
		require.NoError(t, err)
		require.Equal(t, search.Solved, got.Status)
		require.LessOrEqual(t, got.Bytes, uint64(2<<20))
	}
}

// Learned values that would take most of the memory are not used.
func TestLearnedValuesWithinTheLimit(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 8, Cols: 8})
	p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(1, 0), goal, 20), Goal: goal}
	const limit = 4 << 20
	got, err := (&Solver{Heuristic: pairs.Heuristic{}}).Solve(t.Context(), p, search.Limits{
		Generated: 10_000,
		Bytes:     limit,
	})
	require.NoError(t, err)
	require.Equal(t, search.Solved, got.Status)
	require.LessOrEqual(t, got.Bytes, uint64(limit))
}

// After as many states, the plans are about as long as those of beam search.
func TestPlansBesideBeam(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	rng := puzzle.NewRand(7, 0)
	limits := search.Limits{Generated: 50_000}
	own := puzzle.Cost(0)
	beams := puzzle.Cost(0)
	for range 20 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		s := &Solver{Heuristic: heuristics.LinearConflict}
		own += searchtest.Solve(t, s, p, limits).Cost
		b := &beam.Solver{Heuristic: heuristics.LinearConflict}
		beams += searchtest.Solve(t, b, p, limits).Cost
	}
	t.Logf("rectangle search: %d moves, beam search: %d", own, beams)
	assert.InEpsilon(t, float64(beams), float64(own), 0.05)
}

// A layer yields the states with the smallest g + h first and, among equal ones, the newest.
func TestLayers(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	all := layers[[1]uint64]{}
	var want []entry[[1]uint64]
	for i := range 1000 {
		h := puzzle.Cost(rng.IntN(20))
		e := entry[[1]uint64]{g: 20 - h, h: estimates{guide: puzzle.Cost(rng.IntN(20))}}
		all.push(3, e)
		e.number = uint64(i + 1)
		want = append(want, e)
	}
	slices.SortFunc(want, func(a, b entry[[1]uint64]) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	for _, e := range want {
		got, ok := all.pop(3)
		require.True(t, ok)
		require.Equal(t, e, got)
	}
	for _, depth := range []int{0, 3, 4} {
		_, ok := all.pop(depth)
		require.False(t, ok)
	}
}

func TestErrors(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	_, err := (&Solver{}).Solve(t.Context(), p, search.Limits{})
	assert.EqualError(t, err, "rectangle: no heuristic; expected one, such as manhattan")
}
