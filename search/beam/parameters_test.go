package beam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/parameters/parameterstest"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
	"npuzzle/search/subgoals"
)

// The file that comes with the program can be read, and names the command that made it. The set
// lists every parameter under its name in files, and plain parameters are within its limits.
func TestLineSet(t *testing.T) {
	shipped, err := LineSet.Read(shippedLines)
	require.NoError(t, err)
	assert.NotEmpty(t, shipped.Command)
	assert.Equal(t, shipped.Parameters, ShippedLines())
	parameterstest.Set(t, LineSet)
	p := PlainLines()
	p.Wait = math.NaN()
	solver := &Solver{Heuristic: heuristics.Convex, Lines: &p}
	assert.EqualError(t, solver.Check(), "beam: wait NaN; expected 0 to 1000")
}

// otherLines are parameters that all differ from the plain ones.
func otherLines() LineParameters {
	return LineParameters{
		Power:          1.3,
		Conflict:       2.5,
		Factor:         3,
		Decay:          0.5,
		Core:           0.7,
		End:            0.4,
		Along:          -0.2,
		Miss:           0.6,
		Wait:           10,
		Carry:          0.01,
		Layers:         18,
		WindowPower:    1.4,
		WindowConflict: 3,
	}
}

// Every parameter makes a difference to a search, and the plans do not depend on the workers.
func TestEveryLineParameterMatters(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestLargeBoards lacks")
	}
	p := drawn(t, 9, 4, puzzle.BlankLast, puzzle.Costs{})
	solve := func(lines LineParameters, width, workers int) search.Result {
		solver := &Solver{
			Heuristic: heuristics.Convex, Width: width, Workers: workers, Lines: &lines,
		}
		limits := search.Limits{Generated: 200_000}
		if width > 0 {
			limits.Generated = 0
		}
		return searchtest.Solve(t, solver, p, limits)
	}
	plain := solve(PlainLines(), 0, 1)
	others := otherLines()
	for _, row := range LineSet.Rows {
		lines := PlainLines()
		*row.Of(&lines) = *row.Of(&others)
		switch row.Name {
		case "carry": // limits the carried boards of a wide search that waits long
			lines.Wait = 1000
			few := solve(lines, 1600, 1)
			lines.Carry = PlainLines().Carry
			assert.NotEqual(t, solve(lines, 1600, 1), few)
		case "layers": // no stage of this board takes so long; see TestStuckStageFallsBack
		default:
			assert.NotEqual(t, plain, solve(lines, 0, 1), row.Name)
		}
	}
	assert.Equal(t, solve(others, 0, 1), solve(others, 0, 2))
}

// The score of the worst board with the largest parameters is less than 2^31.
func TestLargestLineScore(t *testing.T) {
	var p LineParameters
	for _, row := range LineSet.Rows {
		*row.Of(&p) = row.High
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 16, Cols: 16})
	require.NoError(t, err)
	lines := subgoals.Of(goal, smallCore)
	s := newLineScore(lines, 0, p)
	sum := int64(0)
	for tile := range 256 {
		worst := int32(0)
		for _, value := range s.values[tile*256:][:256] {
			worst = max(worst, value)
		}
		// Each tile is in conflict with all others of its row and column.
		sum += int64(worst) + 2*15*int64(s.weight[tile])
	}
	assert.Less(t, sum, int64(math.MaxInt32))
}

// A stage that does not complete its line with some parameters is searched again with the plain
// ones. So the search goes on to the goal.
func TestStuckStageFallsBack(t *testing.T) {
	p := drawn(t, 9, 4, puzzle.BlankLast, puzzle.Costs{})
	hasty := otherLines()
	hasty.Layers = 1 // no line of this board is complete so soon
	isStuck := false
	solver := &Solver{
		Heuristic: heuristics.Convex,
		Width:     200,
		Workers:   1,
		Lines:     &hasty,
		Stuck:     func() { isStuck = true },
	}
	r := searchtest.Solve(t, solver, p, search.Limits{})
	assert.Equal(t, search.Solved, r.Status)
	assert.False(t, isStuck)

	// Plain parameters have nothing to fall back to. With a width of 1, they complete no line.
	plain := PlainLines()
	solver.Lines = &plain
	solver.Width = 1
	searchtest.Solve(t, solver, p, search.Limits{})
	assert.True(t, isStuck)
}
