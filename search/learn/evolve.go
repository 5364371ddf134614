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

// Evolution is the state of an evolution of vectors. It is all that the evolution needs to continue.
type Evolution struct {
	Seed        uint64 `json:"seed"`
	Random      bool   `json:"random"`      // random search instead, as a control
	Generations int    `json:"generations"` // so far

	// Values are what was learned: the mean of the centres, or the best vector of random search.
	Values []float64 `json:"values"`

	Centre []float64 `json:"centre"` // the vector whose mutants are the next generation
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

// trial gives the vectors of one generation their fitness.
type trial interface {
	// fitness returns the fitness of a vector. Smaller is better.
	fitness(values []float64) (float64, error)
}

// evolve continues an evolution until it has the given number of generations, or the context ends.
// The function next returns the trial of a generation. After each generation, evolve calls end with
// the fitness of the vectors. An error of end ends the evolution.
func (e *Evolution) evolve(
	ctx context.Context, generations int, next func(generation int) trial,
	end func(fitness []float64) error,
) error {
	if e.Generations >= generations {
		return nil
	}
	r := &run{Evolution: e, next: next, end: end, trial: next(e.Generations)}
	r.model = e.model(r.fitness)
	config := eaopt.GAConfig{
		NPops:        1,
		PopSize:      population,
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        r.model,
		RNG:          e.random(),
		Callback:     r.endGeneration,
		EarlyStop: func(*eaopt.GA) bool {
			return r.fault != nil || e.Generations == generations
		},
	}
	ga, err := config.NewGA()
	if err != nil {
		return err
	}
	rng := e.random()
	drawn := 0
	err = ga.Minimize(func(*rand.Rand) eaopt.Genome {
		child := r.model.child(drawn, rng)
		drawn++
		return child
	})
	isInterrupted := ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !isInterrupted {
		return err
	}
	return r.fault
}

// run is the state of one call of evolve.
type run struct {
	*Evolution
	model model
	trial trial // of the current generation
	next  func(generation int) trial
	end   func(fitness []float64) error
	fault error // of end
}

// fitness returns the fitness of a vector in the current generation.
func (r *run) fitness(values []float64) (float64, error) { return r.trial.fitness(values) }

// endGeneration learns from the generation that has been evaluated, and prepares the next one.
func (r *run) endGeneration(ga *eaopt.GA) {
	individuals := ga.Populations[0].Individuals
	r.model.learn(individuals)
	r.Generations++
	r.Values = slices.Clone(r.model.learned().values)
	r.Centre = slices.Clone(r.model.middle().values)
	fitness := make([]float64, len(individuals))
	for i, individual := range individuals {
		fitness[i] = individual.Fitness
	}
	r.fault = r.end(fitness)
	r.trial = r.next(r.Generations)
	ga.Populations[0].RNG = r.random()
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
