package ga

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// A sum that a move can change by more than 1 has no table of single steps.
func TestSumsOfLargerSteps(t *testing.T) {
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	dear, err := puzzle.NewCosts(1, 3, 1, 1)
	require.NoError(t, err)
	for costs, tabulated := range map[puzzle.Costs]bool{{}: true, dear: false} {
		estimator, err := heuristics.Manhattan.For(goal, costs)
		require.NoError(t, err)
		sums, ok := estimator.(*heuristics.TileSum)
		require.True(t, ok)
		assert.Equal(t, tabulated, newSumTable(size, sums) != nil, "%v", costs)
	}
}
