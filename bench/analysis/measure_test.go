package analysis_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

func TestOptimal(t *testing.T) {
	length := 10
	r := bench.Record{Status: search.Solved, Length: &length, Cost: 10}
	assert.True(t, math.IsNaN(analysis.Optimal(&r)), "the optimal cost is not known")
	r.SetOptimal(8)
	assert.Equal(t, 1.25, analysis.GapOf(&r))
	assert.Zero(t, analysis.Optimal(&r))
	r.SetOptimal(10)
	assert.EqualValues(t, 1, analysis.Optimal(&r))
}
