package beam

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// shapes are sizes of boards that are solved as a whole, and of boards that are solved line by
// line.
var shapes = []puzzle.Size{
	{Rows: 1, Cols: 16}, {Rows: 2, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 2, Cols: 16},
	{Rows: 16, Cols: 2},
	{Rows: 4, Cols: 9}, {Rows: 5, Cols: 10}, {Rows: 8, Cols: 8}, {Rows: 9, Cols: 9},
	{Rows: 10, Cols: 10},
	{Rows: 12, Cols: 12}, {Rows: 16, Cols: 16},
}

// walked returns problems with boards some random moves from each goal.
func walked(
	t *testing.T, size puzzle.Size, moves int, seed uint64, costs puzzle.Costs,
) (problems []search.Problem) {
	for i, name := range puzzle.GoalNames {
		goal, err := puzzle.Goal(name, size)
		require.NoError(t, err)
		start := puzzle.Walk(puzzle.NewRand(seed, uint64(i)), goal, moves)
		problems = append(problems, search.Problem{Start: start, Goal: goal, Costs: costs})
	}
	return problems
}

// A board near the goal has an optimal plan at once, with default settings.
func TestNearGoal(t *testing.T) {
	seeds := uint64(1)
	if slow.Asked() {
		seeds = 20
	}
	for _, text := range []string{"1,1,1,1", "1,3,2,1", "1000,1,1,1000"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		for _, size := range shapes {
			for seed := range seeds {
				for _, moves := range []int{1, 2, 5, 12} {
					for _, p := range walked(t, size, moves, seed, costs) {
						solver := &Solver{Heuristic: pairs.Heuristic{}, Workers: 1}
						r := searchtest.Solve(t, solver, p,
							search.Limits{Generated: nearShare * nearStates})
						exact := searchtest.Solve(t, &astar.Solver{Heuristic: heuristics.Manhattan},
							p, search.Limits{})
						require.True(t, r.Optimal, "%v to %v, %s", p.Start, p.Goal, text)
						require.Equal(t, exact.Cost, r.Cost, "%v to %v, %s", p.Start, p.Goal, text)
						require.LessOrEqual(t, r.Generated, uint64(nearStates), "%v to %v, %s",
							p.Start, p.Goal, text)
					}
				}
			}
		}
	}
}

// The beam alone also ends on a board near the goal, within its limits, although its searches take
// next to nothing of them. It needs no more memory than a search that fills its width.
func TestBeamNearGoal(t *testing.T) {
	slow.NotShort(t)
	seeds := uint64(1)
	if slow.Asked() {
		seeds = 20
	}
	uneven, err := puzzle.ParseCosts("1,3,2,1")
	require.NoError(t, err)
	for _, size := range shapes {
		t.Run(size.String(), func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				for i, limits := range []search.Limits{
					{Generated: 30_000}, {Generated: 30_000, Bytes: 20e6},
					{Generated: 300_000, Bytes: 2e6}, {Bytes: 2e6},
				} {
					costs := puzzle.Costs{}
					if i%2 == 1 {
						costs = uneven
					}
					for _, p := range walked(t, size, 1+(7*int(seed)+9*i)%30, seed, costs) {
						for _, width := range []int{0, 1, 1000} {
							solveAlone(t, p, limits, width)
						}
					}
				}
			}
		})
	}
}

// solveAlone solves a problem by the beam alone, on a machine that takes next to no time.
func solveAlone(t *testing.T, p search.Problem, limits search.Limits, width int) {
	left := 1.0
	solver := &Solver{Heuristic: heuristics.Convex, Width: width, Workers: 1, alone: true}
	if limits.Generated > 0 {
		solver.Left = func() float64 { left -= 1e-12; return left }
	}
	r, err := solver.Solve(t.Context(), p, limits)
	what := fmt.Sprintf("%v to %v, width %d, limits %+v: %s", p.Start, p.Goal, width, limits,
		r.Status)
	require.NoError(t, err, what)
	ends := []search.Status{search.Solved, search.Exhausted, search.MemoryLimit, search.NodeLimit}
	require.Contains(t, ends, r.Status, what)
	assert.Less(t, r.Bytes, uint64(20e6), what)
}

// Near the goal of a 5x5 board, IDA* does not look for the sequences of moves to prune, which takes
// half a second and much memory.
func TestNearGoalPrunesNothing(t *testing.T) {
	size := puzzle.Size{Rows: 5, Cols: 5}
	// No other test has found the sequences of this order.
	order := puzzle.Order{puzzle.Left, puzzle.Down, puzzle.Right, puzzle.Up}
	p := walked(t, size, 1, 1, puzzle.Costs{})[0]
	solver := &Solver{Heuristic: heuristics.LinearConflict, Order: order, Workers: 1}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := searchtest.Solve(t, solver, p, search.Limits{})
	runtime.ReadMemStats(&after)
	require.True(t, r.Optimal)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(5_000_000))
}
