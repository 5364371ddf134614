package beam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
	"npuzzle/search/subgoals"
)

// drawn returns a random problem.
func drawn(t *testing.T, rows, cols int, goal string, costs puzzle.Costs) search.Problem {
	g, err := puzzle.Goal(goal, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return search.Problem{Start: puzzle.Uniform(puzzle.NewRand(29, 1), g), Goal: g, Costs: costs}
}

// Large boards of all shapes are solved with any goal and any costs. Two workers find the plan of
// one.
func TestLargeBoards(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		goal       string
		costs      string
		width      int
		longest    int
	}{
		{8, 8, puzzle.BlankLast, "1,1,1,1", 0, 600},
		{8, 8, puzzle.Snail, "1,2,3,4", 100, 800},
		{2, 12, puzzle.BlankFirst, "1,1,1,1", 0, 250},
		{10, 6, puzzle.BlankFirst, "1,1,1,1", 50, 800},
	} {
		if testing.Short() && c.rows*c.cols >= 60 {
			continue // the heuristic of these sizes takes long to prepare under the race detector
		}
		costs, err := puzzle.ParseCosts(c.costs)
		require.NoError(t, err)
		p := drawn(t, c.rows, c.cols, c.goal, costs)
		limits := search.Limits{Generated: 1_000_000}
		if slow.Asked() {
			limits.Generated = 2_500_000
		} else if testing.Short() {
			limits.Generated = 300_000
		}
		solver := func(workers int) *Solver {
			return &Solver{Heuristic: pairs.Heuristic{}, Width: c.width, Workers: workers}
		}
		one := searchtest.Solve(t, solver(1), p, limits)
		assert.Equal(t, search.Solved, one.Status, "%v", p)
		assert.LessOrEqual(t, len(one.Moves), c.longest, "%v", p)
		assert.Equal(t, one, searchtest.Solve(t, solver(2), p, limits), "%v", p)
		for i := 1; i < len(one.Found); i++ {
			assert.Less(t, one.Found[i].Length, one.Found[i-1].Length)
		}
	}
}

// The first plan of a large board is made beside the tables of the heuristic. So the memory of both
// counts, also if the run ends before the first beam.
func TestMemoryOfTheFirstPlan(t *testing.T) {
	p := drawn(t, 9, 5, puzzle.BlankLast, puzzle.Costs{})
	solver := &Solver{Heuristic: pairs.Heuristic{}}
	tables := pairs.Heuristic{}.Bytes(p.Goal.Size())
	result, err := solver.Solve(t.Context(), p, search.Limits{Generated: 100})
	require.NoError(t, err)
	assert.Equal(t, search.NodeLimit, result.Status)
	assert.Greater(t, result.Bytes, tables)
}

// limitsOfLargest are the limits of searches of the largest board.
var limitsOfLargest = search.Limits{Generated: 15_000_000, Bytes: 50e6}

// The largest board has a plan long before a search by lines ends, and in little memory.
func TestLargestBoard(t *testing.T) {
	slow.Only(t, "takes 15 million states; TestSomeLines solves this board within the same limits")
	p := drawn(t, 16, 16, puzzle.BlankLast, puzzle.Costs{})
	solver := &Solver{Heuristic: heuristics.Convex}
	r, err := solver.Solve(t.Context(), p, limitsOfLargest)
	require.NoError(t, err)
	assert.Equal(t, search.Solved, r.Status)
	assert.LessOrEqual(t, r.Bytes, limitsOfLargest.Bytes)
}

// A search by lines that stops before the last line is the first part of a plan. The other part is
// made tile by tile.
func TestSomeLines(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestLargeBoards lacks")
	}
	p := drawn(t, 16, 16, puzzle.BlankLast, puzzle.Costs{})
	// too narrow for one of the lines of this board
	solver := &Solver{Heuristic: heuristics.Convex, Width: 160}
	r, err := solver.Solve(t.Context(), p, limitsOfLargest)
	require.NoError(t, err)
	require.Len(t, r.Found, 2)
	assert.Less(t, r.Found[1].Length, r.Found[0].Length)
	assert.Positive(t, r.Bytes)
	assert.LessOrEqual(t, r.Bytes, limitsOfLargest.Bytes)
	assert.Less(t, r.Generated, limitsOfLargest.Generated)
}

// The change of the score is the difference of two scores.
func TestLineScore(t *testing.T) {
	p := drawn(t, 16, 9, puzzle.BlankLast, puzzle.Costs{})
	lines := subgoals.Of(p.Goal, 3)
	for _, s := range []*lineScore{
		newLineScore(lines, 1, PlainLines()),
		newLineScore(lines, 1, otherLines()),
		newWindowScore(subgoals.Of(p.Goal, puzzle.MaxSide), otherLines()),
	} {
		tiles := p.Start.Tiles()
		graph := puzzle.NewGraph(p.Goal.Size(), puzzle.DefaultOrder)
		blank := uint8(p.Start.Blank())
		rng := puzzle.NewRand(1, 1)
		for range 2000 {
			steps := graph.Steps(blank)
			step := steps[rng.IntN(len(steps))]
			want := s.Estimate(tiles) + s.Change(tiles, step.To, blank)
			blank = graph.Play(tiles, blank, []puzzle.Move{step.Move})
			require.Equal(t, want, s.Estimate(tiles))
		}
	}
}

// Tiles add what the documentation of LineParameters says.
func TestLineScoreAdds(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 9, Cols: 9})
	require.NoError(t, err)
	lines := subgoals.Of(goal, 3)
	require.Equal(t, []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}, lines.Order[0])
	require.Equal(t, []uint8{9, 18, 27, 36, 45, 54, 63, 72}, lines.Order[1])
	require.Equal(t, len(lines.Order), lines.Stage[40])
	p := otherLines()
	s := newLineScore(lines, 0, p)
	for _, c := range []struct {
		what   string
		tile   int
		cell   int
		weight float64
		value  float64
	}{
		{
			what: "in the first row, two rows and three columns off", tile: 5, cell: 2*9 + 7,
			weight: 1 + p.Factor,
			value:  math.Pow(2+3*(1+p.Along), p.Power) + p.Miss,
		},
		{
			what: "first of the first row, one column off", tile: 1, cell: 1,
			weight: (1 + p.Factor) * (1 + p.End),
			value:  math.Pow(1+p.Along, p.Power) + p.Miss,
		},
		{
			what: "in the first column, two rows and one column off", tile: 28, cell: 5*9 + 1,
			weight: 1 + p.Factor*p.Decay,
			value:  math.Pow(1+2*(1+p.Along), p.Power) + p.Miss,
		},
		{what: "in the core, one row off", tile: 41, cell: 31, weight: p.Core, value: 1},
		{what: "on its goal cell", tile: 5, cell: 4, weight: 1 + p.Factor, value: 0},
	} {
		want := int32(math.Round(lineScale * c.weight * c.value))
		assert.Equal(t, want, s.values[c.tile*81+c.cell], c.what)
		assert.Equal(t, int32(lineScale*c.weight*p.Conflict), s.weight[c.tile], c.what)
	}
}
