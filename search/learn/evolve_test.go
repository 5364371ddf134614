package learn

import (
	"context"
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sphere is a trial whose best vector has 1 everywhere. The noise is that of its generation.
type sphere struct{ noise *rand.Rand }

func (s sphere) fitness(values []float64) (float64, error) {
	sum := 0.0
	for _, value := range values {
		sum += (value - 1) * (value - 1)
	}
	return sum + 0.1*s.noise.NormFloat64(), nil
}

func spheres(generation int) trial {
	return sphere{noise: rand.New(rand.NewSource(int64(generation)))}
}

func noEnd([]float64) error { return nil }

// begun returns an evolution of 10 numbers.
func begun(seed uint64, random bool) *Evolution {
	return &Evolution{Seed: seed, Random: random, Values: make([]float64, 10), Step: beginStep}
}

func evolved(t *testing.T, e *Evolution, generations int) *Evolution {
	t.Helper()
	require.NoError(t, e.evolve(t.Context(), generations, spheres, noEnd))
	return e
}

// distance returns the distance of a vector from the best one.
func distance(values []float64) float64 {
	exact, _ := sphere{noise: rand.New(rand.NewSource(1))}.fitness(values)
	noise := 0.1 * rand.New(rand.NewSource(1)).NormFloat64()
	return math.Sqrt(exact - noise)
}

// Evolution comes near the best vector although its fitness is noisy. Random search does not.
func TestEvolutionOptimises(t *testing.T) {
	require.InDelta(t, math.Sqrt(10), distance(make([]float64, 10)), 1e-9)
	for seed := range uint64(5) {
		assert.Less(t, distance(evolved(t, begun(seed, false), 60).Values), 0.7)
		assert.Greater(t, distance(evolved(t, begun(seed, true), 60).Values), 1.0)
	}
}

// An evolution that is interrupted and goes on ends as one that was not.
func TestEvolutionGoesOn(t *testing.T) {
	for _, random := range []bool{false, true} {
		want := evolved(t, begun(3, random), 20)
		assert.Equal(t, 20, want.Generations)
		parts := evolved(t, begun(3, random), 7)
		assert.Equal(t, 7, parts.Generations)
		assert.NotEqual(t, want, parts)
		assert.Equal(t, want, evolved(t, parts, 20))
		assert.Equal(t, want, evolved(t, parts, 20), "has nothing to do")
		assert.NotEqual(t, want.Values, evolved(t, begun(4, random), 20).Values)
	}
}

// failing ends the context, or fails, at its fifth vector.
type failing struct {
	ctx    context.Context
	cancel context.CancelFunc
	called int
	fault  error
}

func (f *failing) fitness(values []float64) (float64, error) {
	f.called++
	if f.called%population == 5 && f.called > population {
		f.cancel()
		return 0, errors.Join(f.ctx.Err(), f.fault)
	}
	return values[0], nil
}

// An interrupt within a generation ends an evolution with what the generations before have learned.
// Another error is returned.
func TestEvolutionEnds(t *testing.T) {
	want := begun(1, false)
	next := func(int) trial { return &failing{} }
	require.NoError(t, want.evolve(t.Context(), 1, next, noEnd))

	ctx, cancel := context.WithCancel(t.Context())
	f := &failing{ctx: ctx, cancel: cancel}
	got := begun(1, false)
	ends := 0
	end := func(fitness []float64) error {
		ends++
		assert.Len(t, fitness, population)
		assert.IsIncreasing(t, fitness)
		return nil
	}
	require.NoError(t, got.evolve(ctx, 9, func(int) trial { return f }, end))
	assert.Equal(t, want, got)
	assert.Equal(t, 1, ends)

	fault := errors.New("no plan")
	f = &failing{ctx: t.Context(), cancel: func() {}, fault: fault}
	err := begun(1, false).evolve(t.Context(), 9, func(int) trial { return f }, end)
	require.ErrorIs(t, err, fault)

	full := begun(1, false)
	err = full.evolve(t.Context(), 9, next, func([]float64) error { return fault })
	require.ErrorIs(t, err, fault)
	assert.Equal(t, want, full)
}

// Every individual of a generation is evaluated on the boards of this generation.
func TestNoStaleFitness(t *testing.T) {
	for _, random := range []bool{false, true} {
		generation := 0
		fitness := map[int]float64{}
		next := func(g int) trial {
			generation = g
			return constant(g)
		}
		end := func(values []float64) error {
			for _, value := range values {
				assert.Equal(t, float64(generation), value)
			}
			fitness[generation] = values[0]
			return nil
		}
		require.NoError(t, begun(1, random).evolve(t.Context(), 4, next, end))
		assert.Len(t, fitness, 4)
	}
}

// constant is a trial that finds all vectors equally good.
type constant int

func (c constant) fitness([]float64) (float64, error) { return float64(c), nil }

// Vectors are genomes of eaopt: a clone is independent, and crossover makes both the mean.
func TestVector(t *testing.T) {
	a := &vector{values: []float64{1, 5}, step: 1}
	b := &vector{values: []float64{3, -1}, step: 4}
	clone := a.Clone().(*vector)
	a.Crossover(b, nil)
	assert.Equal(t, []float64{2, 2}, a.values)
	assert.Equal(t, a, b)
	assert.InDelta(t, 2, a.step, 1e-12)
	a.Mutate(rand.New(rand.NewSource(1)))
	assert.Equal(t, []float64{2, 2}, b.values)
	assert.NotEqual(t, 2.0, a.step)
	assert.Equal(t, []float64{1, 5}, clone.values)
	_, err := eaopt.GAConfig{
		NPops: 1, PopSize: 1, NGenerations: 1, HofSize: 1, Model: &strategy{},
	}.NewGA()
	require.EqualError(t, err, "learn: a strategy without parents")
}
