package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// The statistics of a population are the same whatever was seen before, and the different
// keys are as many as are left when equal neighbours in sorted order are dropped.
func TestPopulationReused(t *testing.T) {
	rng := puzzle.NewRand(1, 2)
	var p Population
	for _, n := range []int{1, 2, 1000, 7, 8, 64, 200, 200} {
		p.Reset()
		total := int64(0)
		for range n {
			p.Fitness = append(p.Fitness, rng.Int64N(100))
			p.Boards = append(p.Boards, 1+rng.Uint64N(uint64(n))<<(n%60))
			total += p.Fitness[len(p.Fitness)-1]
		}
		fitness := slices.Sorted(slices.Values(p.Fitness))
		boards := slices.Sorted(slices.Values(p.Boards))
		require.Equal(t, fitness[0], p.Best())
		require.Equal(t, float64(total)/float64(n), p.Mean())
		require.Equal(t, fitness[(n-1)/2], p.Median())
		require.Equal(t, fitness[0], p.Best())
		require.Equal(t, float64(len(slices.Compact(boards)))/float64(n), p.Diversity())
	}
}
