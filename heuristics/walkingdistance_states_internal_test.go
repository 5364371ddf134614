package heuristics

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The states of 4x4 and 5x5 are Takahashi's. Where a table can be made, it has
// as many as are counted.
func TestWalkStates(t *testing.T) {
	for _, c := range []struct {
		lines, width int
		want         string
	}{
		{1, 9, "1"},
		{9, 1, "9"},
		{4, 4, "24,964"},
		{5, 5, "65,650,495"},
		{5, 4, "5,977,015"},
		{6, 3, "50,388,240"},
		{7, 2, "16,854,390"},
		{6, 6, "2,096,380,208,796"},
	} {
		for blank := range c.lines {
			count, exact := walk{c.lines, c.width, blank}.states()
			require.Equal(t, c.want, statesText(count, exact), "%d lines of %d", c.lines, c.width)
		}
	}
	for _, w := range []walk{{2, 2, 0}, {2, 6, 1}, {3, 3, 2}, {3, 5, 0}, {4, 3, 1}, {5, 2, 2}, {4, 4, 3}, {6, 2, 0}} {
		count, exact := w.states()
		require.True(t, exact)
		require.Equal(t, int64(newWalkTable(w).Len()), count.Int64(), "%v", w)
	}
	for lines := 2; lines <= 16; lines++ {
		for width := 2; width <= 16; width++ {
			count, _ := walk{lines, width, 0}.states()
			require.Positive(t, count.Sign())
		}
	}
}
