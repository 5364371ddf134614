package ga

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// The statistics of a population are the same whatever was seen before, and the different
// keys are as many as are left when equal neighbours in sorted order are dropped.
func TestGenerationOfReusedSlices(t *testing.T) {
	rng := puzzle.NewRand(1, 2)
	var s seen
	for _, n := range []int{1, 2, 1000, 7, 8, 64, 200, 200} {
		s.reset()
		total := int64(0)
		for range n {
			s.fitness = append(s.fitness, rng.Int64N(100))
			s.boards = append(s.boards, 1+rng.Uint64N(uint64(n))<<(n%60))
			total += s.fitness[len(s.fitness)-1]
		}
		fitness, boards := slices.Sorted(slices.Values(s.fitness)), slices.Sorted(slices.Values(s.boards))
		g := s.generation()
		require.Equal(t, fitness[0], g.Best)
		require.Equal(t, fitness[(n-1)/2], g.Median)
		require.Equal(t, float64(total)/float64(n), g.Mean)
		require.Equal(t, float64(len(slices.Compact(boards)))/float64(n), g.Diversity)
	}
}
