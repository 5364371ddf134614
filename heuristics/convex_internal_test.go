package heuristics

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/internal/parameters/parameterstest"
	"npuzzle/puzzle"
)

// The file that comes with the program can be read, and names the command that made it. The set
// lists every parameter under its name in files, and plain parameters are within its limits.
func TestConvexSet(t *testing.T) {
	shipped, err := ConvexSet.Read(shippedConvex)
	require.NoError(t, err)
	assert.NotEmpty(t, shipped.Command)
	assert.Equal(t, shipped.Parameters, ShippedConvex())
	parameterstest.Set(t, ConvexSet)
}

// Within the limits, a tile that is off its goal cell never lowers the score, and the worst score of
// a board is less than 2^31.
func TestConvexScoresAreWithinRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p ConvexParameters
		for _, row := range ConvexSet.Rows {
			ends := []float64{row.Low, row.High}
			*row.Of(&p) = rapid.SampledFrom(ends).Draw(t, row.Name)
		}
		side := rapid.SampledFrom([]int{2, 5, 16})
		size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		goal, err := puzzle.Goal(puzzle.BlankLast, size)
		require.NoError(t, err)
		text := rapid.SampledFrom([]string{"1,1,1,1", "1000,1,1,1000", "1,100,3,0.0001"})
		costs, err := puzzle.ParseCosts(text.Draw(t, "costs"))
		require.NoError(t, err)
		e, err := ConvexOf(p).For(goal, costs)
		require.NoError(t, err)
		sum := e.(*tileSum)
		worst := 0.0
		for tile := 1; tile < size.Cells(); tile++ {
			most := int32(0)
			for cell := range size.Cells() {
				value := sum.table[tile*size.Cells()+cell]
				require.GreaterOrEqual(t, value, int32(0))
				most = max(most, value)
			}
			worst += float64(most)
		}
		for line, span := range sum.lines.spans {
			conflicts := (span.end-span.first)/span.step - 1
			cost := sum.lines.costs[line]
			require.GreaterOrEqual(t, cost, puzzle.Cost(0))
			worst += float64(conflicts) * float64(cost)
		}
		require.Less(t, worst, float64(math.MaxInt32))
	})
}

// A table of moves has one cost for all rows, and one for all columns.
func TestConvexWithoutMoveTable(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	p := PlainConvex()
	plain, err := ConvexOf(p).For(goal, puzzle.Costs{})
	require.NoError(t, err)
	assert.NotNil(t, TabulateMoves(plain))
	p.ConflictFar = 0.5
	other, err := ConvexOf(p).For(goal, puzzle.Costs{})
	require.NoError(t, err)
	assert.Nil(t, TabulateMoves(other))
}
