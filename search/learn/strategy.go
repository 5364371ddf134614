package learn

import (
	"errors"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// mutationStep is the standard deviation of mutations. A vector has such units that this is a
// considerable change of each parameter.
const mutationStep = 0.5

// vector is a genome of numbers.
type vector struct {
	values  []float64
	fitness func(values []float64) (float64, error)
}

// Evaluate implements eaopt.Genome.
func (v *vector) Evaluate() (float64, error) { return v.fitness(v.values) }

// Mutate implements eaopt.Genome.
func (v *vector) Mutate(rng *rand.Rand) {
	for i := range v.values {
		v.values[i] += mutationStep * rng.NormFloat64()
	}
}

// Crossover implements eaopt.Genome. Both vectors become their mean.
func (v *vector) Crossover(other eaopt.Genome, _ *rand.Rand) {
	mate := other.(*vector)
	for i := range v.values {
		mean := (v.values[i] + mate.values[i]) / 2
		v.values[i] = mean
		mate.values[i] = mean
	}
}

// Clone implements eaopt.Genome.
func (v *vector) Clone() eaopt.Genome { return v.copy() }

func (v *vector) copy() *vector {
	return &vector{values: slices.Clone(v.values), fitness: v.fitness}
}

// mutant returns a mutated copy.
func (v *vector) mutant(rng *rand.Rand) *vector {
	child := v.copy()
	child.Mutate(rng)
	return child
}

// mirrored returns the vector on the other side, as far away as the given one.
func (v *vector) mirrored(other *vector) *vector {
	child := v.copy()
	for i := range child.values {
		child.values[i] += v.values[i] - other.values[i]
	}
	return child
}

// moveTowards moves the vector a fraction of the way to another one.
func (v *vector) moveTowards(other *vector, fraction float64) {
	for i := range v.values {
		v.values[i] += fraction * (other.values[i] - v.values[i])
	}
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

	// middle returns the vector whose mutants the next generation has.
	middle() *vector
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

// strategy is an evolution strategy for fitness with much noise. All individuals of a generation are
// mutants of a centre, which moves to the better ones and away from the worse ones.
//
//   - Mutants come in pairs, one on each side of the centre (Brockhoff, Auger, Hansen, Arnold and
//     Hohm, "Mirrored sampling and sequential selection for evolution strategies", PPSN 2010).
//   - All individuals have a weight, which falls from the best one to the worst one (as in Wierstra
//     and others, "Natural evolution strategies", JMLR 15, 2014). So all searches tell something,
//     and one that was lucky with its boards tells little.
//   - The step stays the same. A step that adapts itself becomes small too early, because noise
//     hides which steps are good.
//   - The result is the mean of the centres (Polyak and Juditsky, "Acceleration of stochastic
//     approximation by averaging", 1992). The weight of a centre grows with its generation.
type strategy struct {
	centre      *vector
	mean        *vector // of the centres so far
	generations int
	drawn       *vector // the last mutant that is not the mirror image of another one
}

// Validate implements eaopt.Model.
func (s *strategy) Validate() error {
	if s.centre == nil || s.mean == nil {
		return errors.New("learn: a strategy without a centre")
	}
	return nil
}

// Apply implements eaopt.Model.
func (s *strategy) Apply(population *eaopt.Population) error { return renew(population, s) }

func (s *strategy) child(i int, rng *rand.Rand) *vector {
	if i%2 == 1 {
		return s.centre.mirrored(s.drawn)
	}
	s.drawn = s.centre.mutant(rng)
	return s.drawn
}

func (s *strategy) learn(individuals eaopt.Individuals) {
	next := s.centre.copy()
	for rank, individual := range individuals {
		v := individual.Genome.(*vector)
		weight := rankWeight(rank, len(individuals))
		for i, value := range v.values {
			next.values[i] += weight * (value - s.centre.values[i])
		}
	}
	s.centre = next
	s.generations++
	s.mean.moveTowards(s.centre, 2/float64(s.generations+1))
}

// rankWeight returns the weight of an individual, given its rank from 0 for the best one. The best
// one and the worst one of n individuals have the weights 2/n and -2/n.
func rankWeight(rank, n int) float64 {
	fromTop := float64(rank) / float64(n-1)
	return (1 - 2*fromTop) * 2 / float64(n)
}

func (s *strategy) learned() *vector { return s.mean }

func (s *strategy) middle() *vector { return s.centre }

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

func (s *sampling) middle() *vector { return s.centre }
