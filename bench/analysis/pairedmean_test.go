package analysis_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench/analysis"
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
			interval, test := analysis.PairedMean(differences)
			excludes := interval.Low > 0 || interval.High < 0
			assert.Equal(t, test.P < 0.05, excludes, "%v %v", interval, test)
			if shift == 0 && excludes {
				found++
			}
		}
		rate := analysis.ShareOf(found, samples/2)
		assert.LessOrEqual(t, rate.Low, 0.05, "%d pairs: %d found", n, found)
		assert.GreaterOrEqual(t, rate.High, 0.025, "%d pairs: %d found", n, found)
	}
}

// On differences of -1, 0 and 1, the test is that of McNemar. Few differences have no interval.
func TestPairedMeanOfShares(t *testing.T) {
	t.Parallel()
	better := []float64{1, 1, 1, 1, 1, 1, 1, 0, 0, 0, -1}
	equal := make([]float64, len(better))
	_, test := analysis.PairedMean(better)
	assert.InDelta(t, analysis.Wilcoxon(better, equal).P, test.P, 0.01)
	interval, test := analysis.PairedMean([]float64{1, 2, 3})
	assert.True(t, math.IsNaN(interval.Low) && math.IsNaN(interval.High))
	assert.InDelta(t, 0.25, test.P, 0.02)
	interval, test = analysis.PairedMean(make([]float64, 20))
	assert.Equal(t, []float64{0, 0, 0, 1}, []float64{interval.Value, interval.Low, interval.High, test.P})
}
