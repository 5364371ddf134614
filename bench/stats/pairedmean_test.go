package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench/stats"
	"npuzzle/puzzle"
)

// The interval excludes 0 exactly if the test finds a difference. Both hold their level.
func TestPairedMean(t *testing.T) {
	t.Parallel()
	const samples = 400
	for _, n := range []int{6, 10, 25} {
		found := 0
		for number := range uint64(samples) {
			rng := puzzle.NewRand(uint64(n), number)
			shift := 0.0
			if number%2 == 1 {
				shift = 0.6 // about half of the tests find this difference
			}
			differences := make([]float64, n)
			for i := range differences {
				differences[i] = shift + rng.NormFloat64()
			}
			interval, test := stats.PairedMean(differences)
			excludes := interval.Low > 0 || interval.High < 0
			assert.Equal(t, test.P < 0.05, excludes, "%v %v", interval, test)
			if shift == 0 && excludes {
				found++
			}
		}
		rate := stats.ShareOf(found, samples/2)
		assert.LessOrEqual(t, rate.Low, 0.05, "%d pairs: %d found", n, found)
		assert.GreaterOrEqual(t, rate.High, 0.025, "%d pairs: %d found", n, found)
	}
}

// On differences of -1, 0 and 1, the test is that of McNemar. Few differences have no interval.
func TestPairedMeanOfShares(t *testing.T) {
	t.Parallel()
	better := []float64{1, 1, 1, 1, 1, 1, 1, 0, 0, 0, -1}
	_, test := stats.PairedMean(better)
	mcnemar := 2 * (1 + 8) / 256.0 // at most 1 of 8 differences is below 0
	assert.InDelta(t, mcnemar, test.P, 0.01)
	interval, test := stats.PairedMean([]float64{1, 2, 3})
	assert.True(t, math.IsNaN(interval.Low) && math.IsNaN(interval.High))
	assert.InDelta(t, 0.25, test.P, 0.02)
	interval, test = stats.PairedMean(make([]float64, 20))
	assert.Equal(t, []float64{0, 0, 0, 1},
		[]float64{interval.Value, interval.Low, interval.High, test.P})
}

// Differences of 0 leave the exact probability as it is. The interval agrees with it.
func TestPairedMeanWithZeros(t *testing.T) {
	t.Parallel()
	for number := range uint64(100) {
		rng := puzzle.NewRand(2, number)
		differences := make([]float64, 40)
		for i := range 10 {
			differences[i] = 0.75 + rng.NormFloat64()
		}
		interval, test := stats.PairedMean(differences)
		_, exact := stats.PairedMean(differences[:10])
		excludes := interval.Low > 0 || interval.High < 0
		assert.Equal(t, test.P < 0.05, excludes, "%v %v", interval, test)
		if exact.P < 0.045 || exact.P > 0.055 { // the random interval may disagree near 0.05
			assert.Equal(t, exact.P, test.P)
		}
	}
}

// Probabilities may be smaller than random subsets can show. Many differences have a normal
// distribution.
func TestPairedMeanOfManyDifferences(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 1000} {
		differences := slices.Repeat([]float64{1}, n)
		_, test := stats.PairedMean(differences)
		assert.Less(t, test.P, 1e-20, "%d differences of 1", n)
	}
	const n = 1000
	differences := slices.Concat(slices.Repeat([]float64{3}, n/2),
		slices.Repeat([]float64{-1}, n/2))
	interval, test := stats.PairedMean(differences)
	half := 1.959964 * 2 / math.Sqrt(n-1.959964*1.959964) // the deviation is 2
	assert.InDeltaSlice(t, []float64{1, 1 - half, 1 + half},
		[]float64{interval.Value, interval.Low, interval.High}, 1e-6)
	assert.Equal(t, n, test.N)
}
