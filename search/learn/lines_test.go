package learn

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/parameters"
	"npuzzle/internal/slow"
	"npuzzle/search/beam"
)

// narrow are small boards on which other parameters give other plans. Searches solve most of them
// within these states.
var narrow = []Boards{
	{Rows: 3, Cols: 9, States: 100_000, Count: 1},
	{Rows: 9, Cols: 2, States: 60_000, Count: 1},
}

// The same seed gives the same parameters on any number of workers, also after an interrupt. The
// state survives a file.
func TestLinesAreRepeatable(t *testing.T) {
	slow.Only(t, "it takes three seconds; TestConvexIsRepeatable and TestEvolutionEnds run most of its code")
	slow.NotShort(t)
	one := Lines.NewTraining(5, false, narrow)
	seen := 0
	observe := func(now *Training[beam.LineParameters]) error {
		seen++
		assert.Equal(t, seen, now.Generations)
		assert.Len(t, now.Ratios, seen)
		return nil
	}
	require.NoError(t, one.Evolve(t.Context(), 2, 1, observe))
	require.NoError(t, Lines.Set.Check(one.Parameters()))
	assert.NotContains(t, one.Ratios, 1.0, "the boards tell other parameters from the plain ones")
	assert.NotEqual(t, beam.PlainLines(), one.Parameters())
	for _, row := range beam.LineSet.Rows {
		plain := beam.PlainLines()
		learned := one.Parameters()
		assert.NotEqual(t, *row.Of(&plain), *row.Of(&learned), row.Name)
	}

	ctx, cancel := context.WithCancel(t.Context())
	two := Lines.NewTraining(5, false, narrow)
	require.NoError(t, two.Evolve(ctx, 2, 2, func(now *Training[beam.LineParameters]) error {
		if now.Generations == 1 {
			cancel()
		}
		return nil
	}))
	require.Equal(t, 1, two.Generations)
	text, err := json.Marshal(two)
	require.NoError(t, err)
	again, err := Lines.Resume(parameters.File[beam.LineParameters]{Training: text})
	require.NoError(t, err)
	none := func(*Training[beam.LineParameters]) error { return nil }
	require.NoError(t, again.Evolve(t.Context(), 2, 3, none))
	assert.Equal(t, one, again)
}

// The vector 0 stands for the plain parameters, whose ratio is 1. Parameters stay within limits.
func TestLineParameters(t *testing.T) {
	slow.NotShort(t)
	n := len(beam.LineSet.Rows)
	assert.Equal(t, beam.PlainLines(), Lines.Set.Changed(make([]float64, n)))
	boards := boardTrial[beam.LineParameters]{problem: Lines, ctx: t.Context(), workers: 1, boards: narrow}
	ratio, err := boards.fitness(make([]float64, n))
	require.NoError(t, err)
	assert.Zero(t, ratio)
	values := make([]float64, n)
	for i := range values {
		values[i] = -1
	}
	ratio, err = boards.fitness(values)
	require.NoError(t, err)
	assert.NotZero(t, ratio, "the boards tell other parameters from the plain ones")
	for _, far := range []float64{-1000, 1000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = far
		}
		require.NoError(t, Lines.Set.Check(Lines.Set.Changed(values)))
	}
}

// A comparison solves the same boards with both sets of parameters. A board that is stuck counts in
// the fitness.
func TestCompareLines(t *testing.T) {
	slow.NotShort(t)
	hasty := beam.PlainLines()
	hasty.Layers = 1
	hasty.Wait = 5
	wide := Boards{Rows: 3, Cols: 9, States: 100_000, Count: 1}
	plain := beam.PlainLines()
	plans, same, err := Lines.Compare(t.Context(), 1, 2, wide, plain, plain)
	require.NoError(t, err)
	assert.Len(t, plans, 1)
	assert.False(t, plans[0].Stuck)
	assert.Equal(t, plans, same)
	_, others, err := Lines.Compare(t.Context(), 1, 1, wide, plain, hasty)
	require.NoError(t, err)
	assert.NotEqual(t, plans, others)

	few := []Boards{{Rows: 9, Cols: 9, States: 600_000, Count: 1}} // too few states
	boards := boardTrial[beam.LineParameters]{problem: Lines, ctx: t.Context(), workers: 1, boards: few}
	plans, err = boards.solve(plain)
	require.NoError(t, err)
	require.True(t, plans[0].Stuck)
	mean, err := boards.meanLog(plain)
	require.NoError(t, err)
	assert.InDelta(t, math.Log(float64(plans[0].Length))+stuckPenalty, mean, 1e-12)

	few[0].States = 10
	_, _, err = Lines.Compare(t.Context(), 1, 1, few[0], plain, plain)
	require.EqualError(t, err,
		"learn: no plan of a board of 9x9 within 10 states; expected more states")
	_, _, err = Lines.Compare(t.Context(), 1, -1, few[0], plain, plain)
	require.EqualError(t, err, "learn: -1 workers; expected 1 or more, or 0 for one a core")
	few[0].Rows = 0
	_, _, err = Lines.Compare(t.Context(), 1, 1, few[0], plain, plain)
	require.Error(t, err)
}
