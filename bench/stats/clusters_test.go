package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestClusters(t *testing.T) {
	assert.Equal(t, []float64{4, 4}, Clusters{{1, 2, 9}, {4}}.Means())
}

// Where the values of a cluster are equal, the clusters alone count.
func TestShareOfEqualValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "clusters")
		hits := rapid.IntRange(0, n).Draw(t, "hits")
		var c Clusters
		for i := range n {
			value := 0.0
			if i < hits {
				value = 1
			}
			c = append(c, slices.Repeat([]float64{value}, rapid.IntRange(1, 20).Draw(t, "repeats")))
		}
		got := c.Share()
		low, high := ends(hits, n)
		if got.Value != float64(hits)/float64(n) || math.Abs(got.Low-low) > 1e-12 ||
			math.Abs(got.High-high) > 1e-12 || got.N != n {
			t.Fatalf("%d of %d: %+v", hits, n, got)
		}
	})
	none := Clusters{}.Share()
	assert.True(t, math.IsNaN(none.Value))
	assert.Equal(t, []float64{0, 1}, []float64{none.Low, none.High})
}

// Values that do not depend on their cluster all count, less what is lost by
// estimating that they do not; those of one or two clusters cannot tell.
func TestShareOfIndependentValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := make(Clusters, 200)
	hits := 0
	for i := range c {
		for range 10 {
			value := float64(random.IntN(2))
			c[i] = append(c[i], value)
			hits += int(value)
		}
	}
	low, high := ends(hits, 2000)
	got := c.Share()
	assert.InDelta(t, high-low, got.High-got.Low, 0.1*(high-low))

	for _, few := range []Clusters{{{0, 1}}, {{0, 1}, {1, 0}}} {
		low, high := ends(1, 2)
		got := few.Share()
		assert.LessOrEqual(t, got.Low, low)
		assert.GreaterOrEqual(t, got.High, high)
	}
}

// Intervals hold the share of all puzzles about as often as they say, where
// puzzles differ in how often they are solved.
func TestShareHoldsTheTruth(t *testing.T) {
	const samples, puzzles, repeats = 500, 30, 8
	random := rand.New(rand.NewPCG(3, 4))
	held := 0
	for range samples {
		c := make(Clusters, puzzles)
		for i := range c {
			chance := random.Float64() // uniform: the mean is 1/2
			for range repeats {
				value := 0.0
				if random.Float64() < chance {
					value = 1
				}
				c[i] = append(c[i], value)
			}
		}
		if got := c.Share(); got.Low <= 0.5 && 0.5 <= got.High {
			held++
		}
	}
	assert.InDelta(t, 0.95, float64(held)/samples, 0.025)
}
