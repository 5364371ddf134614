package beam

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestConformance(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 7, Cols: 7})
	require.NoError(t, err)
	hard := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	for name, make := range map[string]func(searchtest.Settings) *Solver{
		"growing": func(s searchtest.Settings) *Solver {
			return &Solver{Heuristic: heuristics.Convex}
		},
		"narrow": func(s searchtest.Settings) *Solver {
			return &Solver{Heuristic: heuristics.Convex, Width: 400}
		},
		"wide": func(s searchtest.Settings) *Solver {
			return &Solver{Heuristic: heuristics.LinearConflict, Width: 3*chunkStates + 5}
		},
		"tracked": func(s searchtest.Settings) *Solver {
			return &Solver{Heuristic: heuristics.Max(heuristics.Convex, heuristics.Manhattan),
				Width: 1000}
		},
	} {
		t.Run(name, func(t *testing.T) {
			searchtest.Run(t, searchtest.Config{
				New: func(s searchtest.Settings) search.Solver {
					solver := make(s)
					solver.Order = s.Order
					solver.Workers = s.Workers
					solver.Observer = s.Observer
					return solver
				},
				Parallel: true,
				Variant:  name == "narrow", // of growing
				Hard:     hard,
			})
		})
	}
}

// Searches from boards of the plan that leave out nothing are not repeated. The rest of the limit
// raises the bound, until it is the cost of the plan.
func TestCompleteSearchesAreNotRepeated(t *testing.T) {
	if testing.Short() {
		t.Skip("has one worker, so the race detector has nothing to see")
	}
	start := korf.Fifteen()[3].Board
	goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
	require.NoError(t, err)
	s := &Solver{Heuristic: heuristics.Convex, Workers: 1}
	p := search.Problem{Start: start, Goal: goal}
	r, err := s.Solve(t.Context(), p, search.Limits{Generated: 14_000_000})
	require.NoError(t, err)
	require.Equal(t, search.Solved, r.Status)
	require.Less(t, r.Bytes, uint64(500e6))
	require.Less(t, r.Generated, uint64(14_000_000))
	require.Equal(t, puzzle.Cost(korf.Fifteen()[3].Optimal), r.LowerBound)
}

// The memory of a search depends on the number of moves of its plans, and not on what they cost.
func TestMemoryWithUnequalCosts(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	for _, text := range []string{"1000,1,1,1000", "1000000,1,1,1000000"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		p.Costs = costs
		s := &Solver{Heuristic: heuristics.Convex, Workers: 1}
		r := searchtest.Solve(t, s, p, search.Limits{Generated: 1_000_000})
		require.Equal(t, search.Solved, r.Status, text)
		require.Less(t, r.Bytes, uint64(50e6), text)
	}
}

// Costs that could exceed 32 bits are refused.
func TestRefusesLargeCosts(t *testing.T) {
	size := puzzle.Size{Rows: 16, Cols: 16}
	goal := searchtest.Goal(t, puzzle.BlankLast, size)
	start := puzzle.Walk(puzzle.NewRand(1, 0), goal, 1000)
	s := &Solver{Heuristic: heuristics.Convex, Workers: 1}
	for text, refused := range map[string]string{
		"1,1,1,100000": "",
		"1,1,1,1000000": "beam: move costs 1,1,1,1000000 on a board of 16x16; the sum of all " +
			"distances may be 7680000000, expected at most 1073741823: use smaller costs, or fewer decimals",
	} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		p := search.Problem{Start: start, Goal: goal, Costs: costs}
		_, err = s.Solve(t.Context(), p, search.Limits{Generated: 10_000})
		if refused == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, refused)
		}
	}
}
