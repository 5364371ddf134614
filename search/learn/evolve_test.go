package learn

import (
	"context"
	"errors"
	"math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sphere is a trial whose best vector has 1 everywhere. The noise is that of its generation.
type sphere struct {
	noise *rand.Rand
	loud  float64 // standard deviation of the noise
}

func (s sphere) fitness(values []float64) (float64, error) {
	sum := 0.0
	for _, value := range values {
		sum += (value - 1) * (value - 1)
	}
	return sum + s.loud*s.noise.NormFloat64(), nil
}

func spheres(generation int) trial {
	return sphere{noise: rand.New(rand.NewSource(int64(generation))), loud: 0.1}
}

func noEnd([]float64) error { return nil }

// begun returns an evolution of 10 numbers.
func begun(seed uint64, random bool) *Evolution {
	e := newEvolution(seed, random, 10)
	return &e
}

func evolved(t *testing.T, e *Evolution, generations int) *Evolution {
	t.Helper()
	require.NoError(t, e.evolve(t.Context(), generations, spheres, noEnd))
	return e
}

// squares returns the square of the distance of a vector from the best one.
func squares(values []float64) float64 {
	exact, _ := sphere{noise: rand.New(rand.NewSource(1))}.fitness(values)
	return exact
}

// Evolution comes near the best vector although its fitness is noisy. Random search does not.
func TestEvolutionOptimises(t *testing.T) {
	require.Equal(t, 10.0, squares(make([]float64, 10)))
	for seed := range uint64(5) {
		assert.Less(t, squares(evolved(t, begun(seed, false), 30).Values), 0.16)
		assert.Greater(t, squares(evolved(t, begun(seed, true), 30).Values), 1.0)
	}
}

// Noise that is half as large as the whole gain delays an evolution, but does not end it. A strategy
// of 12 mutants, 4 parents and a step that adapts itself stops at about 3.3.
func TestEvolutionUnderLoudNoise(t *testing.T) {
	const runs = 20
	sum := 0.0
	for seed := range uint64(runs) {
		e := begun(seed, false)
		next := func(generation int) trial {
			noise := rand.New(rand.NewSource(int64(seed)<<32 + int64(generation)))
			return sphere{noise: noise, loud: 5}
		}
		require.NoError(t, e.evolve(t.Context(), 30, next, noEnd))
		sum += squares(e.Values)
	}
	assert.Less(t, sum/runs, 1.0)
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
	a := &vector{values: []float64{1, 5}}
	b := &vector{values: []float64{3, -1}}
	clone := a.Clone().(*vector)
	a.Crossover(b, nil)
	assert.Equal(t, []float64{2, 2}, a.values)
	assert.Equal(t, a, b)
	mutant := a.mutant(rand.New(rand.NewSource(1)))
	assert.NotEqual(t, []float64{2, 2}, mutant.values)
	assert.Equal(t, []float64{2, 2}, b.values)
	assert.Equal(t, []float64{1, 5}, clone.values)
	assert.Equal(t, []float64{3, -1}, a.mirrored(clone).values)
	_, err := eaopt.GAConfig{
		NPops: 1, PopSize: 1, NGenerations: 1, HofSize: 1, Model: &strategy{},
	}.NewGA()
	require.EqualError(t, err, "learn: a strategy without a centre")
}

// A generation of a strategy is pairs of vectors, one on each side of the centre. The centre moves
// by the weights of the ranks, and the result is the mean of the centres, in which a later one has
// more weight.
func TestStrategy(t *testing.T) {
	origin := &vector{values: []float64{1, 2}}
	s := &strategy{centre: origin, mean: origin.copy()}
	rng := rand.New(rand.NewSource(1))
	for i := 0; i < population; i += 2 {
		one := s.child(i, rng)
		other := s.child(i+1, rng)
		for j, value := range one.values {
			assert.NotEqual(t, origin.values[j], value)
			assert.InDelta(t, origin.values[j], (value+other.values[j])/2, 1e-12)
		}
	}
	generation := func(values ...float64) (individuals eaopt.Individuals) {
		for _, value := range values {
			genome := &vector{values: []float64{value, 2}}
			individuals = append(individuals, eaopt.Individual{Genome: genome})
		}
		return individuals
	}
	s.learn(generation(2, 1, 0)) // weights 2/3, 0 and -2/3
	assert.InDeltaSlice(t, []float64{1 + 2.0/3 + 2.0/3, 2}, s.middle().values, 1e-12)
	assert.Equal(t, s.middle().values, s.learned().values)
	first := s.middle().values[0]
	s.learn(generation(first, first+3, first))
	s.learn(generation(first+3, first, first))
	assert.InDelta(t, first+2, s.middle().values[0], 1e-12)
	assert.InDelta(t, first+1, s.learned().values[0], 1e-12, "(1·0 + 2·0 + 3·2) / 6 from the first one")
}
