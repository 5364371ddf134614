package idastar

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// opaque hides the structure of a heuristic, so that no fast kernel takes it.
type opaque struct{ heuristics.Heuristic }

func (o opaque) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	e, err := o.Heuristic.For(goal, costs)
	return struct{ heuristics.Estimator }{e}, err
}

// Whole runs end the same with the fast kernels as with the plain one, on any
// number of workers, whether they are solved or a limit ends them.
func TestRunsDoNotDependOnTheKernel(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		walk       int // from the goal; 0 for any board
		seed       uint64
		heuristic  heuristics.Heuristic
		limit      uint64
	}{
		{4, 4, 120, 10, heuristics.Manhattan, 0},
		{4, 4, 160, 5, heuristics.LinearConflict, 0},
		{3, 4, 28, 3, heuristics.Zero, 0},
		{4, 5, 90, 0, heuristics.Manhattan, 0},
		{4, 4, 0, 1, heuristics.Manhattan, 500_000},
		{4, 4, 0, 2, heuristics.LinearConflict, 400_000},
		{4, 4, 0, 3, heuristics.Misplaced, 300_000},
		{3, 5, 0, 4, heuristics.Manhattan, 300_000},
		{2, 7, 0, 5, heuristics.OutOfRowColumn, 300_000},
		{5, 5, 0, 6, heuristics.Manhattan, 300_000},
		{3, 7, 0, 7, heuristics.Misplaced, 300_000},
	} {
		if searchtest.RaceDetector {
			if c.limit == 0 {
				continue
			}
			c.limit = 60_000
		} else if !slow.Asked() {
			c.limit /= 3
		}
		goal := searchtest.Goal(t, puzzle.BlankFirst, puzzle.Size{Rows: c.rows, Cols: c.cols})
		start := puzzle.Uniform(puzzle.NewRand(c.seed, 0), goal)
		if c.walk > 0 {
			start = puzzle.Walk(puzzle.NewRand(c.seed, 0), goal, c.walk)
		}
		p := search.Problem{Start: start, Goal: goal}
		for _, prune := range []bool{false, true} {
			solver := Solver{Heuristic: opaque{c.heuristic}, Prune: prune, Workers: 1}
			want := searchtest.Solve(t, &solver, p, search.Limits{Generated: c.limit})
			solver.Heuristic = c.heuristic
			for solver.Workers = 1; solver.Workers <= 2; solver.Workers++ {
				got := searchtest.Solve(t, &solver, p, search.Limits{Generated: c.limit})
				require.Equal(t, want, got, "%v, prune %v, %d workers", p, prune, solver.Workers)
			}
			require.Greater(t, want.Expanded, uint64(2*largeIteration),
				"%v ends before a fast kernel begins", p)
		}
	}
}

// firstPlan returns the first of all shortest plans in an order of successors.
func firstPlan(
	t testing.TB, table *exact.Table, start, goal puzzle.Board, order puzzle.Order,
) []puzzle.Move {
	t.Helper()
	var plan []puzzle.Move
	left, ok := table.Distance(start)
	require.True(t, ok)
	for at := start; at != goal; left-- {
		for _, m := range order {
			next, legal := at.Move(m)
			if d, _ := table.Distance(next); legal && d == left-1 {
				plan = append(plan, m)
				at = next
				break
			}
		}
	}
	return plan
}

// IDA* returns the first of all shortest plans in the order of successors,
// whatever the heuristic, with and without pruning.
func TestTheFirstPlanIsReturned(t *testing.T) {
	slow.NotShort(t)
	rng := puzzle.NewRand(2, 0)
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 2}} {
		goal := searchtest.Goal(t, puzzle.BlankLast, size)
		table, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
		require.NoError(t, err)
		starts := farthest(t, table, size)
		for range 2 {
			starts = append(starts, puzzle.Uniform(rng, goal))
		}
		different := 0
		for _, start := range starts {
			plans := map[string]bool{}
			for i, order := range searchtest.Orders() {
				if searchtest.RaceDetector && i%6 > 0 {
					continue
				}
				want := firstPlan(t, table, start, goal, order)
				plans[puzzle.FormatMoves(want, puzzle.BlankNotation)] = true
				for _, h := range []heuristics.Heuristic{heuristics.Manhattan,
					heuristics.LinearConflict} {
					for _, prune := range []bool{false, true} {
						r := searchtest.Solve(t, &Solver{
							Heuristic: h,
							Order:     order,
							Prune:     prune,
							Workers:   1,
						},
							search.Problem{Start: start, Goal: goal}, search.Limits{})
						require.Equal(t, want, r.Moves, "%v, order %v, %s, prune %v", start, order,
							h.Name(), prune)
					}
				}
			}
			different = max(different, len(plans))
		}
		require.Greater(t, different, 1, "no order led to another plan")
	}
}

// farthest returns the boards that are farthest from the goal.
func farthest(t testing.TB, table *exact.Table, size puzzle.Size) []puzzle.Board {
	t.Helper()
	var boards []puzzle.Board
	most := puzzle.Cost(0)
	for tiles, d := range table.All() {
		if d > most {
			most = d
			boards = nil
		}
		if d == most {
			numbers := make([]int, len(tiles))
			for cell, tile := range tiles {
				numbers[cell] = int(tile)
			}
			b, err := puzzle.New(size, numbers)
			require.NoError(t, err)
			boards = append(boards, b)
		}
	}
	return boards
}

// The depth limit is the largest bound that is searched.
func TestDepthLimit(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast) // 31 moves
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		free := searchtest.Solve(t, &Solver{Heuristic: h}, p, search.Limits{})
		require.Equal(t, puzzle.Cost(31), free.Cost)
		for _, limit := range []puzzle.Cost{31, 32, 80} {
			limited := &Solver{Heuristic: h, DepthLimit: float64(limit)}
			require.Equal(t, free, searchtest.Solve(t, limited, p, search.Limits{}))
		}
		for _, limit := range []puzzle.Cost{1, 20, 29, 30} {
			r := searchtest.Solve(t, &Solver{Heuristic: h, DepthLimit: float64(limit)}, p,
				search.Limits{})
			require.Equal(t, search.Exhausted, r.Status)
			require.Greater(t, r.LowerBound, limit)
			require.LessOrEqual(t, r.LowerBound, puzzle.Cost(31))
			require.Equal(t, r.Expanded, r.ExpandedBeforeLastF, "all iterations are finished")
		}
	}
	// A heuristic that may overestimate proves no bound.
	r := searchtest.Solve(t, &Solver{Heuristic: heuristics.LinearConflictPairs, DepthLimit: 25}, p,
		search.Limits{})
	require.Equal(t, search.Exhausted, r.Status)
	require.Zero(t, r.LowerBound)
}

func TestUnitCostsAreAskedFor(t *testing.T) {
	costs, err := puzzle.ParseCosts("1,2,3,4")
	require.NoError(t, err)
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 2})
	p := search.Problem{Start: goal, Goal: goal, Costs: costs}
	_, err = (&Solver{Heuristic: heuristics.Zero, UnitCosts: true}).Solve(t.Context(), p,
		search.Limits{})
	require.ErrorIs(t, err, search.ErrUnitCosts)
	require.ErrorContains(t, err, "iddfs: ")
	_, err = (&Solver{Heuristic: heuristics.Zero, Prune: true}).Solve(t.Context(), p,
		search.Limits{})
	require.Error(t, err)
	require.ErrorContains(t, err, "idastar: ")
}
