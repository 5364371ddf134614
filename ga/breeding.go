package ga

import (
	"errors"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// Breeder is a genome that can take over the genes of others without allocating memory. The models
// of this package breed children into the genomes of individuals that did not survive. They work
// on any genome; one that is not a Breeder is cloned for each child.
type Breeder interface {
	eaopt.Genome

	// Become makes the genome an independent copy of another one.
	Become(parent eaopt.Genome)

	// BecomeChild makes the genome a child of two others by crossover. It does not change them.
	BecomeChild(a, b eaopt.Genome, rng *rand.Rand)
}

// Rates say how children are made. Each child is made by crossover with probability
// Crossover / (Crossover + Mutation). Any other child is a mutant of one parent. (MutRate and
// CrossRate of eaopt are independent probabilities: a child can be crossed and mutated.)
type Rates struct {
	Crossover float64
	Mutation  float64
}

var errRates = errors.New("ga: expected rates of at least 0, and one of them above 0")

// Validate returns an error if no children can be made.
func (r Rates) Validate() error {
	if r.Crossover < 0 || r.Mutation < 0 || r.Crossover+r.Mutation == 0 {
		return errRates
	}
	return nil
}

// crossed returns the fraction of children that are made by crossover.
func (r Rates) crossed() float64 { return r.Crossover / (r.Crossover + r.Mutation) }

// breed makes child a child of a and b by crossover, or a mutant of a.
func (r Rates) breed(child *eaopt.Individual, a, b eaopt.Individual, rng *rand.Rand) {
	if rng.Float64()*(r.Crossover+r.Mutation) < r.Crossover {
		cross(child, a, b, rng)
		return
	}
	mutate(child, a, rng)
}

// cross makes child a child of a and b by crossover.
func cross(child *eaopt.Individual, a, b eaopt.Individual, rng *rand.Rand) {
	if breeder, ok := child.Genome.(Breeder); ok {
		breeder.BecomeChild(a.Genome, b.Genome, rng)
	} else {
		child.Genome = a.Genome.Clone()
		child.Genome.Crossover(b.Genome.Clone(), rng)
	}
	child.Evaluated = false
}

// mutate makes child a mutant of a.
func mutate(child *eaopt.Individual, a eaopt.Individual, rng *rand.Rand) {
	become(child, a)
	child.Mutate(rng)
}

// become makes child a copy of a. Each keeps its ID.
func become(child *eaopt.Individual, a eaopt.Individual) {
	if breeder, ok := child.Genome.(Breeder); ok {
		breeder.Become(a.Genome)
	} else {
		child.Genome = a.Genome.Clone()
	}
	child.Fitness = a.Fitness
	child.Evaluated = a.Evaluated
}

// exchange exchanges two individuals. The IDs stay in their places.
func exchange(a, b *eaopt.Individual) {
	*a, *b = *b, *a
	a.ID, b.ID = b.ID, a.ID
}

// nursery returns n individuals to breed children into. They stay behind the end of the
// population's slice, so their storage is used again in each generation.
func nursery(pop *eaopt.Population, n int) eaopt.Individuals {
	size := len(pop.Individuals)
	withChildren := slices.Grow(pop.Individuals, n)[:size+n]
	pop.Individuals = withChildren[:size]
	children := withChildren[size:]
	for i := range children {
		if children[i].Genome == nil {
			children[i] = pop.Individuals[0].Clone(pop.RNG)
		}
	}
	return children
}

// parents selects two parents.
func parents(
	selector eaopt.Selector, indis eaopt.Individuals, rng *rand.Rand,
) (a, b eaopt.Individual, err error) {
	if drawer, ok := selector.(drawer); ok {
		a = indis[drawer.draw(indis, rng)]
		b = indis[drawer.draw(indis, rng)]
		return a, b, nil
	}
	selected, _, err := selector.Apply(2, indis, rng)
	if err != nil {
		return a, b, err
	}
	return selected[0], selected[1], nil
}
