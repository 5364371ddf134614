package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// upTo returns 1 to n in a settled disorder.
func upTo(n int) []float64 {
	values := make([]float64, n)
	for i, v := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		values[i] = float64(v + 1)
	}
	return values
}

// The narrowest order statistics that hold the median with at least 95 %, from
// sums of binomial coefficients: of 8, the first and the seventh leave out
// 1 + 9 cases of 256.
func TestMedianInterval(t *testing.T) {
	for _, c := range []struct {
		n         int
		low, high float64
	}{
		{6, 1, 6}, {8, 1, 7}, {9, 2, 8}, {10, 2, 9}, {20, 6, 15},
	} {
		got := MedianOf(upTo(c.n))
		assert.Equal(t, float64(c.n+1)/2, got.Value, "%d", c.n)
		assert.Equal(t, []float64{c.low, c.high}, []float64{got.Low, got.High}, "%d", c.n)
		assert.Equal(t, c.n, got.N)
	}
}

func TestIntervalsOfFewValues(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5} {
		got := MedianOf(upTo(n))
		assert.True(t, math.IsNaN(got.Low), "%d", n)
	}
	one := MeanOf([]float64{3})
	assert.Equal(t, 3.0, one.Value)
	assert.True(t, math.IsNaN(one.Low))
	few := MeanOf(upTo(5))
	assert.False(t, math.IsNaN(few.Low))
	same := MeanOf(slices.Repeat([]float64{1.5}, 20))
	assert.Equal(t, []float64{1.5, 1.5}, []float64{same.Low, same.High})
}

func TestIntervalsHoldTheEstimate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(1, 1e6), 6, 60).Draw(t, "values")
		for name, i := range map[string]Interval{
			"median": MedianOf(values), "mean": MeanOf(values),
		} {
			// The bias correction may move both ends past the mean of very
			// lopsided values, never out of their range.
			if name == "median" && !(i.Low <= i.Value && i.Value <= i.High) ||
				!(slices.Min(values) <= i.Low &&
					i.Low <= i.High && i.High <= slices.Max(values)) {
				t.Fatalf("%s of %v: %+v", name, values, i)
			}
		}
	})
}

// Intervals of 95 % hold the true figure of lopsided values about that often.
// Gaps look like these: 1 and a tail.
func TestIntervalsHoldTheTruth(t *testing.T) {
	const samples, n = 400, 50
	random := rand.New(rand.NewPCG(3, 4))
	means := 0
	medians := 0
	for range samples {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1 + random.ExpFloat64()
		}
		if i := MeanOf(values); i.Low <= 2 && 2 <= i.High {
			means++
		}
		if i := MedianOf(values); i.Low <= 1+math.Ln2 && 1+math.Ln2 <= i.High {
			medians++
		}
	}
	assert.InDelta(t, 0.94, float64(means)/samples, 0.03)
	assert.InDelta(t, 0.96, float64(medians)/samples, 0.03)
}

// Of many values that lie evenly, the ends are those of the normal
// distribution: 1.96 standard errors either way.
func TestMeanIntervalOfManyValues(t *testing.T) {
	got := MeanOf(upTo(1000))
	error := math.Sqrt((1000*1000 - 1) / 12.0 / 1000)
	assert.InDelta(t, 500.5-1.96*error, got.Low, 0.1*error)
	assert.InDelta(t, 500.5+1.96*error, got.High, 0.1*error)
	assert.Equal(t, got, MeanOf(upTo(1000)), "the same seed, the same ends")
}

// Values that differ only by rounding errors are equal.
func TestMeanIntervalOfRounding(t *testing.T) {
	values := slices.Repeat([]float64{0.1}, 30)
	values[7] += 1e-17 + 1.4e-17
	got := MeanOf(values)
	assert.Equal(t, []float64{got.Value, got.Value}, []float64{got.Low, got.High})
}
