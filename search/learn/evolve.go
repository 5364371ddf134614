package learn

import (
	"context"
	"errors"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// population is the number of vectors in a generation.
const population = 24

// Evolution is the state of an evolution of numbers. It is all that the evolution needs to go on.
type Evolution struct {
	Seed        uint64 `json:"seed"`
	Random      bool   `json:"random"`      // random search instead, as a control
	Generations int    `json:"generations"` // so far

	// Values are what was learned: the mean of the centres, or the best vector of random search.
	Values []float64 `json:"values"`
	Centre []float64 `json:"centre"` // of the next generation
}

// newEvolution returns an evolution of n numbers that begins with 0.
func newEvolution(seed uint64, random bool, n int) Evolution {
	return Evolution{
		Seed:   seed,
		Random: random,
		Values: make([]float64, n),
		Centre: make([]float64, n),
	}
}

// trial is what an evolution tries its vectors on. Each generation has another one.
type trial interface {
	// fitness returns the fitness of a vector. Smaller is better.
	fitness(values []float64) (float64, error)
}

// evolve goes on with an evolution until it has a number of generations, or the context ends. The
// function next returns the trial of a generation. The function end is called after each
// generation, with the fitness of its vectors. Its error ends the evolution.
func (e *Evolution) evolve(
	ctx context.Context, generations int, next func(generation int) trial,
	end func(fitness []float64) error,
) error {
	if e.Generations >= generations {
		return nil
	}
	current := next(e.Generations)
	fitness := func(values []float64) (float64, error) { return current.fitness(values) }
	m := e.model(fitness)
	var fault error // of end
	config := eaopt.GAConfig{
		NPops:        1,
		PopSize:      population,
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        m,
		RNG:          e.random(),
		EarlyStop: func(*eaopt.GA) bool {
			return fault != nil || e.Generations == generations
		},
	}
	config.Callback = func(ga *eaopt.GA) {
		individuals := ga.Populations[0].Individuals
		m.learn(individuals)
		e.Generations++
		e.Values = slices.Clone(m.learned().values)
		e.Centre = slices.Clone(m.middle().values)
		values := make([]float64, len(individuals))
		for i, individual := range individuals {
			values[i] = individual.Fitness
		}
		fault = end(values)
		current = next(e.Generations)
		ga.Populations[0].RNG = e.random()
	}
	ga, err := config.NewGA()
	if err != nil {
		return err
	}
	rng := e.random()
	drawn := 0
	err = ga.Minimize(func(*rand.Rand) eaopt.Genome {
		drawn++
		return m.child(drawn-1, rng)
	})
	interrupted := ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !interrupted {
		return err
	}
	return fault
}

// model returns the model of the next generation.
func (e *Evolution) model(fitness func([]float64) (float64, error)) model {
	learned := &vector{values: slices.Clone(e.Values), fitness: fitness}
	centre := &vector{values: slices.Clone(e.Centre), fitness: fitness}
	if e.Random {
		return &sampling{centre: centre, best: learned}
	}
	return &strategy{centre: centre, mean: learned, generations: e.Generations}
}

// random returns the random numbers of the next generation.
func (e *Evolution) random() *rand.Rand {
	return rand.New(rand.NewSource(int64(e.Seed<<16) + int64(e.Generations)))
}
