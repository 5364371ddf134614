package learn

import (
	"errors"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// vector is a genome of numbers with its own step, the standard deviation of its mutations.
type vector struct {
	values  []float64
	step    float64
	fitness func(values []float64) (float64, error)
}

// Evaluate implements eaopt.Genome.
func (v *vector) Evaluate() (float64, error) { return v.fitness(v.values) }

// Mutate implements eaopt.Genome. It changes the step by a random factor first. So children inherit
// a good step together with the values to which it led.
func (v *vector) Mutate(rng *rand.Rand) {
	rate := 1 / math.Sqrt(2*float64(len(v.values)))
	v.step *= math.Exp(rate * rng.NormFloat64())
	for i := range v.values {
		v.values[i] += v.step * rng.NormFloat64()
	}
}

// Crossover implements eaopt.Genome. Both vectors become their mean.
func (v *vector) Crossover(other eaopt.Genome, _ *rand.Rand) {
	mate := other.(*vector)
	mean := meanOf([]*vector{v, mate})
	*v = *mean
	*mate = *mean.copy()
}

// Clone implements eaopt.Genome.
func (v *vector) Clone() eaopt.Genome { return v.copy() }

func (v *vector) copy() *vector {
	return &vector{values: slices.Clone(v.values), step: v.step, fitness: v.fitness}
}

// mutant returns a mutated copy.
func (v *vector) mutant(rng *rand.Rand) *vector {
	child := v.copy()
	child.Mutate(rng)
	return child
}

// meanOf returns the mean of vectors. Its step is the geometric mean of their steps.
func meanOf(vectors []*vector) *vector {
	n := float64(len(vectors))
	mean := vectors[0].copy()
	clear(mean.values)
	logStep := 0.0
	for _, v := range vectors {
		for i, value := range v.values {
			mean.values[i] += value / n
		}
		logStep += math.Log(v.step) / n
	}
	mean.step = math.Exp(logStep)
	return mean
}

// model is an eaopt.Model whose generations have nothing in common but what the model has learned.
type model interface {
	eaopt.Model

	// child returns individual i of the next generation.
	child(i int, rng *rand.Rand) *vector

	// learn learns from the individuals of a generation, the best ones first.
	learn(individuals eaopt.Individuals)

	// learned returns what was learned so far.
	learned() *vector
}

// renew replaces the individuals of a population by the next generation of a model.
func renew(population *eaopt.Population, m model) error {
	for i := range population.Individuals {
		individual := &population.Individuals[i]
		individual.Genome = m.child(i, population.RNG)
		individual.Fitness = math.Inf(1)
		individual.Evaluated = false
	}
	return nil
}

// strategy is an evolution strategy with self-adapted step (Beyer and Schwefel, "Evolution
// strategies: a comprehensive introduction", Natural Computing 1, 2002). All individuals of a
// generation are mutants of a centre. The mean of the best ones is the next centre. So an
// individual that was lucky with the boards of its generation has a small influence, and none
// later.
type strategy struct {
	parents int // number of the best ones
	centre  *vector
}

// Validate implements eaopt.Model.
func (s *strategy) Validate() error {
	if s.parents < 1 {
		return errors.New("learn: a strategy without parents")
	}
	return nil
}

// Apply implements eaopt.Model.
func (s *strategy) Apply(population *eaopt.Population) error { return renew(population, s) }

func (s *strategy) child(_ int, rng *rand.Rand) *vector { return s.centre.mutant(rng) }

func (s *strategy) learn(individuals eaopt.Individuals) {
	var best []*vector
	for _, individual := range individuals[:s.parents] {
		best = append(best, individual.Genome.(*vector))
	}
	s.centre = meanOf(best)
}

func (s *strategy) learned() *vector { return s.centre }

// sampling is random search, the control of strategy. All individuals of a generation but the first
// are mutants of a centre that never moves. The first one is the best one of the generation before,
// which is evaluated again.
type sampling struct {
	centre *vector
	best   *vector
}

// Validate implements eaopt.Model.
func (s *sampling) Validate() error { return nil }

// Apply implements eaopt.Model.
func (s *sampling) Apply(population *eaopt.Population) error { return renew(population, s) }

func (s *sampling) child(i int, rng *rand.Rand) *vector {
	if i == 0 {
		return s.best.copy()
	}
	return s.centre.mutant(rng)
}

func (s *sampling) learn(individuals eaopt.Individuals) {
	s.best = individuals[0].Genome.(*vector)
}

func (s *sampling) learned() *vector { return s.best }
