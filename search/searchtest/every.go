package searchtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// EveryBoard has an optimal solver solve boards of 3x3 to blank-last, one in
// stride of all 181,440, and tests the plans against the exact distances. It
// takes fewer in short tests, and under the race detector.
func EveryBoard(t *testing.T, stride int, s search.Solver) {
	if RaceDetector {
		stride *= 1000
	} else if testing.Short() {
		stride *= 50
	}
	c := Config{Optimal: true, stuck: new(bool)}
	goal := Goal(t, puzzle.BlankLast, size3x3)
	boards := 0
	for tiles, length := range Distances(t, goal, puzzle.Costs{}).All() {
		if boards++; boards%stride == 0 {
			c.solvedAt(t, s, length, search.Problem{Start: FromTiles(t, size3x3, tiles), Goal: goal})
		}
	}
	require.Equal(t, 181440, boards)
}
