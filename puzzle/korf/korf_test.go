package korf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// The boards are whole, solvable, and as many and as hard as published.
func TestInstances(t *testing.T) {
	for _, c := range []struct {
		instances []korf.Instance
		size      puzzle.Size
		count     int
		length    float64 // mean of the optimal lengths
	}{
		{korf.Fifteen(), puzzle.Size{Rows: 4, Cols: 4}, 100, 53.05},
		{korf.TwentyFour(), puzzle.Size{Rows: 5, Cols: 5}, 50, 100.78},
	} {
		goal, err := puzzle.Goal(puzzle.BlankFirst, c.size)
		require.NoError(t, err)
		require.Len(t, c.instances, c.count)
		sum := 0
		for i, instance := range c.instances {
			require.Equal(t, i+1, instance.Number)
			require.True(t, puzzle.Solvable(instance.Board, goal), "%d", instance.Number)
			sum += int(instance.Optimal)
		}
		require.InDelta(t, c.length, float64(sum)/float64(c.count), 0.005)
	}
	nodes := uint64(0)
	for _, instance := range korf.Fifteen() {
		nodes += instance.Nodes
	}
	require.InDelta(t, 363.03e6, float64(nodes)/100, 0.01e6) // Korf 1985, table 1
}
