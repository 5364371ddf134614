package bench_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/solvers"
)

// Products that no whole number holds are told and refused, too.
func TestSizeOfExperiments(t *testing.T) {
	e := bench.Experiment{
		Solvers: []bench.Solver{{Name: "ga", Settings: solvers.Default("ga")}},
		Groups:  []bench.Group{{Name: "3x3", Goal: goal3x3, Count: bench.MaxTrials}},
	}
	assert.NoError(t, e.Check())
	e.Repeats = 2
	assert.EqualError(t, e.Check(),
		"puzzles 100000000 x solvers 1 x repeats 2 are too many trials; expected at most 100000000")
	e.Repeats = math.MaxInt
	assert.Equal(t, bench.MaxTrials+1, e.Trials())
	assert.EqualError(t, e.Check(),
		"puzzles 100000000 x solvers 1 x repeats 9223372036854775807 are too many "+
			"trials; expected at most 100000000")
}

// The tasks end with the context.
func TestInterruptedTasks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := small()
	e.Repeats = 1000
	var last error
	seen := 0
	for _, err := range e.Plan(ctx, asItIs, bench.Provenance{}) {
		cancel()
		last = err
		seen++
	}
	assert.Equal(t, 2, seen)
	assert.ErrorIs(t, last, context.Canceled)
}
