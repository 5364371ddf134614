package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/search"
)

// The plan within a budget is the last one that was found within it.
func TestPlansWithinABudget(t *testing.T) {
	r := bench.Record{Status: search.Solved, Length: new(int), Seconds: 4,
		Found: []search.Found{
			{Length: 60, Evaluated: 10, Generated: 200, Seconds: 0.5},
			{Length: 50, Evaluated: 90, Generated: 3000, Seconds: 2},
		}}
	*r.Length = 50
	r.Generated = 9000
	for amount, length := range map[float64]float64{199: 0, 200: 60, 2999: 60, 3000: 50, 1e9: 50} {
		assert.Equal(t, length, LengthWithin(&r, Generated, amount), amount)
	}
	assert.Equal(t, 60.0, LengthWithin(&r, Seconds, 1.9))
	assert.Equal(t, 50.0, LengthWithin(&r, Evaluated, 90))

	// A solver that ends with its first plan has it at its end, and so has one that noted no
	// states.
	for i := range r.Found {
		r.Found[i].Generated = 0
	}
	assert.Equal(t, 0.0, LengthWithin(&r, Generated, 8999))
	assert.Equal(t, 50.0, LengthWithin(&r, Generated, 9000))
}
