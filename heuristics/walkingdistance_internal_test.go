package heuristics

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The states of 4x4 are Takahashi's. No table has more than a million.
func TestWalkTables(t *testing.T) {
	for blank := range 4 {
		require.Len(t, newWalkTable(walk{4, 4, blank}).distance, 24_964)
	}
	for short := 1; short < len(longestWalks); short++ {
		long := longestWalks[short]
		require.Less(t, len(newWalkTable(walk{short, long, 0}).distance), 1_000_000)
		require.Less(t, len(newWalkTable(walk{long, short, 0}).distance), 1_000_000)
	}
}
