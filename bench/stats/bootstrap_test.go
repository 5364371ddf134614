package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/puzzle"
)

func TestMeanRatios(t *testing.T) {
	var first, second []float64
	for i := range 40 {
		first = append(first, float64(50+i))
		second = append(second, float64(50+i))
	}
	assert.Equal(t, Interval{1, 1, 1, 40}, MeanRatioOf(first, second))
	for i := range second {
		second[i] *= 1.1
	}
	assert.InDelta(t, 1/1.1, MeanRatioOf(first, second).Value, 1e-9)

	// One puzzle of ten differs by a tenth.
	tens := []float64{50, 50, 50, 50, 50, 50, 50, 50, 50, 50}
	few := MeanRatioOf(append(tens[:9:9], 55), tens)
	assert.True(t, few.Low <= 1 && few.High > 1.005)

	assert.True(t, math.IsNaN(MeanRatioOf(nil, nil).Value))
}

// The interval of a ratio of means contains the true ratio about as often as it claims.
func TestRatioOfMeans(t *testing.T) {
	i := RatioOfMeans([]float64{2, 4, 6}, []float64{1, 2, 3})
	assert.Equal(t, Interval{Value: 2, Low: 2, High: 2, N: 3}, i)
	hits := 0
	for seed := range uint64(200) {
		random := puzzle.NewRand(5, seed)
		var a, b []float64
		for range 100 {
			board := random.ExpFloat64() // its difficulty
			a = append(a, 2*board*(1+random.Float64()))
			b = append(b, board*(1+random.Float64()))
		}
		if i := RatioOfMeans(a, b); i.Low <= 2 && 2 <= i.High {
			hits++
		}
	}
	assert.InDelta(t, 190, hits, 10)
}

// From some number of values on, an interval is not resampled. It is close to that of the
// bootstrap.
func TestManyValuesAreNotResampled(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var gaps []float64 // skewed: most are 1
	for range manyForBootstrap {
		gaps = append(gaps, 1+max(0, random.ExpFloat64()-2))
	}
	resampled := MeanOf(gaps[1:])
	limit := MeanOf(gaps)
	width := limit.High - limit.Low
	assert.Greater(t, width, 0.0)
	assert.InDelta(t, resampled.Low, limit.Low, 0.1*width)
	assert.InDelta(t, resampled.High, limit.High, 0.1*width)
	assert.Greater(t, limit.High-limit.Value, limit.Value-limit.Low, "the longer tail is above")
}
