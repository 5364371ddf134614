package ees

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/internal/slow"
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
			New: with(heuristics.Manhattan, 0), Within: DefaultWeight, Hard: hard,
		},
		"linear-conflict 1": {
			New: with(heuristics.LinearConflict, 1), Within: 1,
		},
		"misplaced 1.5": {
			New: with(heuristics.Misplaced, 1.5), Within: 1.5, Reach: 18,
		},
		"zero 1.1": {
			New: with(heuristics.Zero, 1.1), Within: 1.1, Reach: 12,
		},
		"linear-conflict-pairs 1.2": {
			New: with(heuristics.LinearConflictPairs, 1.2), Inadmissible: true,
		},
	} {
		config.Variant = name != "manhattan"
		t.Run(name, func(t *testing.T) { searchtest.Run(t, config) })
	}
}

// No plan costs more than the weight times a cheapest one, on all boards of small sizes, and on
// some of 3x3, or thousands of them if long tests are to run. The lower bound proves this. It is never
// above the cost of a cheapest plan.
func TestBound(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}} {
		goal := searchtest.Goal(t, puzzle.BlankLast, size)
		stride := 1
		switch {
		case size.Cells() <= 6:
		case slow.Asked():
			stride = 31
		default:
			stride = 1009
		}
		for _, text := range []string{"1,1,1,1", "1,2,3,4", "5,1,1,7"} {
			costs, err := puzzle.ParseCosts(text)
			require.NoError(t, err)
			var boards []puzzle.Board
			for tiles := range searchtest.Distances(t, goal, costs).All() {
				boards = append(boards, searchtest.FromTiles(t, size, tiles))
			}
			for _, weight := range []float64{1, 1.2, 1.5, 2, 5} {
				t.Run(fmt.Sprintf("%v costs %s weight %v", size, text, weight), func(t *testing.T) {
					above := 0
					for i := 0; i < len(boards); i += stride {
						p := search.Problem{Start: boards[i], Goal: goal, Costs: costs}
						above += requireBound(t, p, weight)
					}
					if weight == 5 && size.Cells() > 4 {
						assert.Positive(t, above, "all plans are cheapest, so the weight is not tested")
					}
				})
			}
		}
	}
}

// requireBound solves a problem, and checks its plan. It returns 1 if the plan is not a cheapest
// one, and 0 otherwise.
func requireBound(t *testing.T, p search.Problem, weight float64) int {
	t.Helper()
	cheapest, ok := searchtest.Distances(t, p.Goal, p.Costs).Distance(p.Start)
	require.True(t, ok)
	s := &Solver{Heuristic: heuristics.Manhattan, Weight: weight}
	got := searchtest.Solve(t, s, p, search.Limits{})
	require.Equal(t, search.Solved, got.Status)
	require.GreaterOrEqual(t, got.Cost, cheapest)
	require.LessOrEqual(t, got.LowerBound, cheapest)
	allowed := weight * float64(got.LowerBound)
	require.LessOrEqual(t, float64(got.Cost), allowed+1e-9)
	if got.Cost > cheapest {
		return 1
	}
	return 0
}

// On boards of 4x4, the search expands fewer states than weighted A*, on average.
func TestExpansionsBesideWeightedAStar(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	rng := puzzle.NewRand(11, 0)
	logarithms := 0.0
	const boards = 20
	for range boards {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		weighted := searchtest.Solve(t,
			&astar.Solver{Heuristic: heuristics.LinearConflict, Weight: 1.5, Workers: 1}, p,
			search.Limits{})
		own := searchtest.Solve(t,
			&Solver{Heuristic: heuristics.LinearConflict, Weight: 1.5}, p, search.Limits{})
		logarithms += math.Log(float64(own.Expanded) / float64(weighted.Expanded))
	}
	ratio := math.Exp(logarithms / boards)
	t.Logf("%.2f times the expansions of weighted A*", ratio)
	assert.Less(t, ratio, 1.0)
}

// The first states of the classes have the smallest g.
func TestHeap(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	all := classes[[1]uint64]{byName: map[[2]puzzle.Cost]*class[[1]uint64]{}}
	c := all.of(3, 2)
	require.Same(t, c, all.of(3, 2))
	var want []puzzle.Cost
	for range 1000 {
		g := puzzle.Cost(rng.IntN(50))
		want = append(want, g)
		all.push(c, entry[[1]uint64]{g: g})
	}
	slices.Sort(want)
	for _, g := range want {
		require.Equal(t, g, c.pop().g)
	}
	require.Empty(t, c.open)
	all.of(1, 3)
	all.of(2, 2)
	all.of(9, 0)
	var names [][2]puzzle.Cost
	for _, c := range all.sorted {
		names = append(names, [2]puzzle.Cost{c.d, c.h})
	}
	assert.Equal(t, [][2]puzzle.Cost{{0, 9}, {2, 2}, {2, 3}, {3, 1}}, names)
}

func TestErrors(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	for want, s := range map[string]*Solver{
		"ees: weight 0.5; expected 1 to 1000":                {Heuristic: heuristics.Manhattan, Weight: 0.5},
		"ees: no heuristic; expected one, such as manhattan": {},
	} {
		_, err := s.Solve(t.Context(), p, search.Limits{})
		assert.EqualError(t, err, want)
	}
}
