package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// The values are those of R. G. Newcombe, "Two-sided confidence intervals for
// the single proportion", Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := ends(c.hits, c.n)
		assert.InDelta(t, c.low, low, 5e-5, "%d of %d", c.hits, c.n)
		assert.InDelta(t, c.high, high, 5e-5, "%d of %d", c.hits, c.n)
	}
	low, high := ends(0, 0)
	assert.Equal(t, []float64{0, 1}, []float64{low, high}, "nothing is known of no trials")
}

func TestWilsonHoldsTheShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1_000_000).Draw(t, "n")
		hits := rapid.IntRange(0, n).Draw(t, "hits")
		low, high := ends(hits, n)
		share := float64(hits) / float64(n)
		if !(0 <= low && low <= share && share <= high && high <= 1) {
			t.Fatalf("%d of %d: %v to %v", hits, n, low, high)
		}
		mirrorLow, mirrorHigh := ends(n-hits, n)
		if math.Abs(low-(1-mirrorHigh)) > 1e-9 || math.Abs(high-(1-mirrorLow)) > 1e-9 {
			t.Fatalf("%d of %d is not the mirror of %d of %d", hits, n, n-hits, n)
		}
	})
}

func TestMean(t *testing.T) {
	assert.True(t, math.IsNaN(Mean(nil)))
	assert.Equal(t, 2.0, Mean([]float64{1, 0, 5}))
}

func TestMedian(t *testing.T) {
	assert.True(t, math.IsNaN(Median(nil)))
	assert.Equal(t, 4.0, Median([]float64{4}))
	assert.Equal(t, 2.5, Median([]float64{4, 1}))
	values := []float64{9, 1, 5}
	assert.Equal(t, 5.0, Median(values))
	assert.True(t, slices.Equal([]float64{9, 1, 5}, values), "left as they were")
}

// The exact interval of a share excludes one half exactly if McNemar's test is significant.
func TestExactShare(t *testing.T) {
	for n := range 40 {
		for k := range n + 1 {
			i := ExactShareOf(k, n)
			assert.Equal(t, mcnemar(k, n-k) < 0.05, i.Low > 0.5 || i.High < 0.5, "%d of %d", k, n)
			low, high := ends(k, n)
			assert.True(t, i.Low <= low+0.05 && high-0.05 <= i.High, "%d of %d", k, n)
		}
	}
}

// mcnemar returns the exact two-sided probability of McNemar's test for boards that only the first,
// or only the second, solver solved.
func mcnemar(onlyFirst, onlySecond int) float64 {
	chance := distuv.Binomial{N: float64(onlyFirst + onlySecond), P: 0.5}
	return min(1, 2*chance.CDF(float64(min(onlyFirst, onlySecond))))
}

// ends returns the ends of the interval of a share.
func ends(hits, n int) (low, high float64) {
	i := ShareOf(hits, n)
	return i.Low, i.High
}
