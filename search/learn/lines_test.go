package learn

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/search/beam"
)

// narrow are boards that are solved by lines within a few thousand states.
var narrow = []LineBoards{
	{Rows: 3, Cols: 9, States: 100_000, Count: 1},
	{Rows: 9, Cols: 2, States: 30_000, Count: 2},
}

// The same seed gives the same parameters on any number of workers, also after an interrupt. The
// state survives a file.
func TestLinesAreRepeatable(t *testing.T) {
	one := NewLineTraining(5, false, narrow)
	seen := 0
	observe := func(now *LineTraining) error {
		seen++
		assert.Equal(t, seen, now.Generations)
		assert.Len(t, now.Ratios, seen)
		return nil
	}
	require.NoError(t, one.Evolve(t.Context(), 3, 1, observe))
	require.NoError(t, one.Parameters().Check())
	assert.NotEqual(t, beam.PlainLines(), one.Parameters())
	for _, row := range beam.LineTable {
		plain := beam.PlainLines()
		learned := one.Parameters()
		assert.NotEqual(t, *row.Of(&plain), *row.Of(&learned), row.Name)
	}

	ctx, cancel := context.WithCancel(t.Context())
	two := NewLineTraining(5, false, narrow)
	require.NoError(t, two.Evolve(ctx, 3, 2, func(now *LineTraining) error {
		if now.Generations == 2 {
			cancel()
		}
		return nil
	}))
	require.Equal(t, 2, two.Generations)
	text, err := json.Marshal(two)
	require.NoError(t, err)
	again := &LineTraining{}
	require.NoError(t, json.Unmarshal(text, again))
	require.NoError(t, again.Evolve(t.Context(), 3, 3, func(*LineTraining) error { return nil }))
	assert.Equal(t, one, again)
}

// The vector 0 stands for the plain parameters, whose ratio is 1. Parameters stay within limits.
func TestLineParameters(t *testing.T) {
	n := len(beam.LineTable)
	assert.Equal(t, beam.PlainLines(), lineParameters(make([]float64, n)))
	boards := lineTrial{ctx: t.Context(), workers: 1, boards: narrow}
	ratio, err := boards.fitness(make([]float64, n))
	require.NoError(t, err)
	assert.Zero(t, ratio)
	for _, far := range []float64{-1000, 1000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = far
		}
		require.NoError(t, lineParameters(values).Check())
	}
}

// A comparison solves the same boards with both sets of parameters. A board that is stuck counts in
// the fitness.
func TestCompareLines(t *testing.T) {
	hasty := beam.PlainLines()
	hasty.Layers = 1
	hasty.Wait = 5
	plain := beam.PlainLines()
	plans, same, err := CompareLines(t.Context(), 1, 2, narrow[0], plain, plain)
	require.NoError(t, err)
	assert.Len(t, plans, 1)
	assert.False(t, plans[0].Stuck)
	assert.Equal(t, plans, same)
	_, others, err := CompareLines(t.Context(), 1, 1, narrow[0], plain, hasty)
	require.NoError(t, err)
	assert.NotEqual(t, plans, others)

	few := []LineBoards{{Rows: 9, Cols: 9, States: 600_000, Count: 1}} // too few states
	boards := lineTrial{ctx: t.Context(), workers: 1, boards: few}
	plans, err = boards.solve(plain)
	require.NoError(t, err)
	require.True(t, plans[0].Stuck)
	mean, err := boards.meanLog(plain)
	require.NoError(t, err)
	assert.InDelta(t, math.Log(float64(plans[0].Length))+stuckPenalty, mean, 1e-12)

	few[0].States = 10
	_, _, err = CompareLines(t.Context(), 1, 1, few[0], plain, plain)
	require.EqualError(t, err,
		"learn: no plan of a board of 9x9 within 10 states; expected more states")
	few[0].Rows = 0
	_, _, err = CompareLines(t.Context(), 1, 1, few[0], plain, plain)
	require.Error(t, err)
}
