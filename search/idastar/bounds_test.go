package idastar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// unevenCosts are move costs under which the smallest f above a bound may add few states.
var unevenCosts = []string{
	"1000,1000,1,1", "1,1,1000,1000", "1,1000,1,1", "1.3,2.7,3.1,1", "0.01,1000,1,0.5",
}

// unevenProblems returns problems of one goal under move costs, and their exact distances.
func unevenProblems(
	t testing.TB, size puzzle.Size, costs string, walk, n int,
) ([]search.Problem, *exact.Table) {
	t.Helper()
	goal := searchtest.Goal(t, puzzle.BlankLast, size)
	parsed, err := puzzle.ParseCosts(costs)
	require.NoError(t, err)
	table, err := exact.Distances(t.Context(), goal, parsed)
	require.NoError(t, err)
	rng := puzzle.NewRand(1, 0)
	var problems []search.Problem
	for range n {
		start := puzzle.Walk(rng, goal, walk)
		problems = append(problems, search.Problem{Start: start, Goal: goal, Costs: parsed})
	}
	return problems, table
}

// The iterations of a run generate a few times as many states as one search of all states whose f
// is less than the cost of a plan. If each bound were the smallest f above the last one, they would
// generate up to 30 times as many. Every plan is optimal, by exact distances.
func TestBoundsGrowByBudgets(t *testing.T) {
	slow.NotShort(t)
	for _, c := range []struct {
		size      puzzle.Size
		walk      int
		heuristic heuristics.Heuristic
	}{
		{puzzle.Size{Rows: 3, Cols: 3}, 100, heuristics.Manhattan},
		{puzzle.Size{Rows: 3, Cols: 3}, 100, heuristics.LinearConflict},
		{puzzle.Size{Rows: 3, Cols: 3}, 24, heuristics.Euclidean},
		{puzzle.Size{Rows: 2, Cols: 4}, 50, heuristics.Euclidean},
		{puzzle.Size{Rows: 3, Cols: 2}, 30, heuristics.Misplaced},
	} {
		for _, costs := range unevenCosts {
			if searchtest.RaceDetector && costs != unevenCosts[0] {
				continue
			}
			t.Run(c.size.String()+" "+c.heuristic.Name()+" "+costs, func(t *testing.T) {
				t.Parallel()
				boards := 4
				if slow.Asked() {
					boards = 10
				}
				problems, table := unevenProblems(t, c.size, costs, c.walk, boards)
				ideal := uint64(0)
				generated := uint64(0)
				for _, p := range problems {
					r := searchtest.Solve(t, &Solver{Heuristic: c.heuristic, Workers: 1}, p,
						search.Limits{})
					distance, known := table.Distance(p.Start)
					require.True(t, known)
					require.Equal(t, distance, r.Cost, "%v", p.Start)
					require.True(t, r.Optimal, "%v", p.Start)
					require.LessOrEqual(t, r.ExpandedBeforeLastF, r.Expanded, "%v", p.Start)

					perfect := newDFS(treeOf(t, p, c.heuristic, puzzle.DefaultOrder, false))
					perfect.run(nil, distance-1, 0)
					ideal += perfect.tally.generated
					generated += r.Generated
				}
				ratio := float64(generated) / float64(ideal)
				t.Logf("%d states, %.1f times as many as with the best bound", generated, ratio)
				assert.Less(t, ratio, 12.0)
			})
		}
	}
}

// Runs with budgets are the same for any number of workers, also if a limit ends them. Their lower
// bounds never exceed the distance, and never fall as the limit rises.
func TestBudgetsAndWorkers(t *testing.T) {
	for _, costs := range unevenCosts {
		t.Run(costs, func(t *testing.T) {
			t.Parallel()
			problems, table := unevenProblems(t, puzzle.Size{Rows: 3, Cols: 3}, costs, 40, 3)
			for _, p := range problems {
				distance, _ := table.Distance(p.Start)
				solver := func(workers int) *Solver {
					// With large set to 1, iterations are split from the second one on.
					return &Solver{Heuristic: heuristics.Manhattan, Workers: workers, large: 1}
				}
				free := searchtest.Solve(t, solver(1), p, search.Limits{})
				before := puzzle.Cost(0)
				for limit := uint64(1); limit < 2*free.Generated; limit += 1 + free.Generated/7 {
					lim := search.Limits{Generated: limit}
					want := searchtest.Solve(t,
						&Solver{Heuristic: heuristics.Manhattan, Workers: 1}, p, lim)
					require.LessOrEqual(t, want.LowerBound, distance, "%v, limit %d", p.Start,
						limit)
					require.GreaterOrEqual(t, want.LowerBound, before, "%v, limit %d", p.Start,
						limit)
					before = want.LowerBound
					for workers := 1; workers <= 3; workers++ {
						got := searchtest.Solve(t, solver(workers), p, lim)
						require.Equal(t, withoutMachine(want), withoutMachine(got),
							"%v, limit %d, %d workers", p.Start, limit, workers)
					}
				}
			}
		})
	}
}

// withoutMachine removes the statistics that depend on the number of workers.
func withoutMachine(r search.Result) search.Result {
	r.Discarded = 0
	r.Bytes = 0
	return r
}

// A plan is the first of the cheapest plans in the order of successors, whatever the heuristic. So
// it does not depend on the bounds.
func TestBudgetsKeepThePlan(t *testing.T) {
	problems, _ := unevenProblems(t, puzzle.Size{Rows: 3, Cols: 3}, unevenCosts[0], 40, 20)
	for _, p := range problems {
		plans := map[string]bool{}
		for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict,
			heuristics.WalkingDistance} {
			r := searchtest.Solve(t, &Solver{Heuristic: h, Workers: 2, large: 1}, p,
				search.Limits{})
			plans[puzzle.FormatMoves(r.Moves, puzzle.BlankNotation)] = true
		}
		require.Len(t, plans, 1, "%v", p.Start)
	}
}

// The limit of the bound also limits the bounds that budgets choose.
func TestDepthLimitWithBudgets(t *testing.T) {
	problems, table := unevenProblems(t, puzzle.Size{Rows: 3, Cols: 3}, unevenCosts[0], 100, 5)
	for _, p := range problems {
		distance, _ := table.Distance(p.Start)
		limited := &Solver{Heuristic: heuristics.Manhattan, DepthLimit: float64(distance - 1)}
		r := searchtest.Solve(t, limited, p, search.Limits{})
		require.Equal(t, search.Exhausted, r.Status)
		require.Equal(t, distance, r.LowerBound)
		limited.DepthLimit = float64(distance)
		require.Equal(t, distance, searchtest.Solve(t, limited, p, search.Limits{}).Cost)
	}
}
