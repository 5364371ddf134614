package stats_test

import (
	"math"
	"math/rand/v2"
	"npuzzle/bench/stats"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Differences of rows are found although the better rows have the harder columns. The variance is
// that of the noise.
func TestTwoWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const rows, columns, deviation = 20, 100, 0.1
	values := make([][]float64, rows)
	for i := range values {
		for k := range columns {
			x := float64(i) + 5*float64(k) + deviation*rng.NormFloat64()
			// rows with small numbers have more of the columns with large numbers
			if k > 10 && rng.IntN(rows) < i {
				x = math.NaN()
			}
			values[i] = append(values[i], x)
		}
	}
	values[3] = values[3][:columns/2]
	numbers, of, variance := stats.TwoWay(values)
	for i := range numbers {
		assert.InDelta(t, float64(i), numbers[i]-numbers[0], deviation)
	}
	assert.InDelta(t, 5*(columns-1), of[columns-1]-of[0], 2*deviation)
	assert.InDelta(t, deviation*deviation, variance, 0.1*deviation*deviation)

	_, _, variance = stats.TwoWay([][]float64{{1, 2}, {math.NaN(), 3}})
	assert.Zero(t, variance, "no values are left to estimate it")
}
