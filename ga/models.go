package ga

import (
	"cmp"
	"errors"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/internal/random"
)

// The models of this package are eaopt.Models. They need a population that is sorted by fitness, as
// eaopt keeps it. After Apply, some individuals may have to be evaluated; their field Evaluated is
// false, so that eaopt evaluates them. No individual has the fitness of another one.
//
// The models of eaopt itself leave the fitness of a parent with some children, because
// Individual.Crossover receives the mate by value. They also make every individual anew, which
// takes several allocations.

// Evaluator evaluates the individuals that are not evaluated yet, in parallel for example. The models
// that compare children with their parents have one. If it is nil, Individuals.Evaluate evaluates
// the children on the calling goroutine.
type Evaluator func(eaopt.Individuals) error

func (e Evaluator) run(indis eaopt.Individuals) error {
	if e == nil {
		return indis.Evaluate(false)
	}
	return e(indis)
}

var errNoSelector = errors.New("ga: no selector; expected one, such as SelTournament")

func validate(selector eaopt.Selector, rates Rates) error {
	if selector == nil {
		return errNoSelector
	}
	if err := selector.Validate(); err != nil {
		return err
	}
	return rates.Validate()
}

// ModPairs is the model of the study "ga-vs-astar". The population is divided into random pairs.
// The fitter individual of each pair survives unchanged. The others are replaced by children of the
// survivors. The parents of each child, two for crossover and one for a mutant, are drawn with
// replacement.
//
// The number of children by crossover is rounded down, and the others are mutants. With RoundUp,
// both numbers are rounded up, as in the program of the study, so its population of 10 becomes one
// of 11. If there is an odd number of individuals besides the elites, a random one is in no pair and
// does not survive.
type ModPairs struct {
	Elites  int // number of the fittest individuals that are in no pair and survive
	RoundUp bool
	Rates
}

// Apply implements eaopt.Model.
func (m ModPairs) Apply(pop *eaopt.Population) error {
	elites := min(m.Elites, len(pop.Individuals))
	winners := pairOff(pop.Individuals[elites:], pop.RNG)
	losers := len(pop.Individuals) - elites - winners
	crossed, mutated := m.children(winners, losers)
	resize(pop, elites+winners+crossed+mutated)
	survivors := pop.Individuals[:elites+winners]
	children := pop.Individuals[elites+winners:]
	for i := range children {
		first := survivors[random.Below(pop.RNG, len(survivors))]
		second := survivors[random.Below(pop.RNG, len(survivors))]
		if i < crossed {
			cross(&children[i], first, second, pop.RNG)
		} else {
			mutate(&children[i], first, pop.RNG)
		}
	}
	return nil
}

// pairOff divides individuals into random pairs, and moves the fitter one of each pair to the front.
// It returns the number of these winners.
func pairOff(individuals eaopt.Individuals, rng *rand.Rand) (winners int) {
	rng.Shuffle(len(individuals), func(i, j int) {
		individuals[i], individuals[j] = individuals[j], individuals[i]
	})
	winners = len(individuals) / 2
	for i := range winners {
		rival := winners + i
		if individuals[rival].Fitness < individuals[i].Fitness {
			individuals[i], individuals[rival] = individuals[rival], individuals[i]
		}
	}
	return winners
}

// children returns the numbers of children by crossover and of mutants.
func (m ModPairs) children(winners, losers int) (crossed, mutated int) {
	if m.RoundUp {
		crossed = roundUp(m.crossed() * float64(winners))
		mutated = roundUp((1 - m.crossed()) * float64(winners))
		return crossed, mutated
	}
	crossed = int(m.crossed() * float64(losers))
	return crossed, losers - crossed
}

// roundUp rounds a number of children up. It ignores errors of floating-point arithmetic.
func roundUp(children float64) int { return int(math.Ceil(children - 1e-9)) }

// resize gives the population a number of individuals. Those that it gains have to be bred.
func resize(pop *eaopt.Population, size int) {
	more := size - len(pop.Individuals)
	if more > 0 {
		nursery(pop, more)
	}
	pop.Individuals = pop.Individuals[:size]
}

// ModGenerational replaces the population by its children.
type ModGenerational struct {
	Selector eaopt.Selector
	Elites   int // number of the fittest individuals that survive
	Rates
}

// Apply implements eaopt.Model.
func (m ModGenerational) Apply(pop *eaopt.Population) error {
	n := max(len(pop.Individuals)-m.Elites, 0)
	children := nursery(pop, n)
	if err := breedAll(children, m.Selector, m.Rates, pop); err != nil {
		return err
	}
	replaced := pop.Individuals[len(pop.Individuals)-n:]
	for i := range children {
		exchange(&replaced[i], &children[i])
	}
	return nil
}

// ModSteadyState makes as many children as there are individuals, one after another. Each child
// takes the place of the least fit individual at once if the child is at least as fit. So it may be
// a parent of the next child.
type ModSteadyState struct {
	Selector eaopt.Selector
	Rates
	Evaluate Evaluator
}

// Apply implements eaopt.Model.
func (m ModSteadyState) Apply(pop *eaopt.Population) error {
	children := nursery(pop, 1)
	child := &children[0]
	members := pop.Individuals
	last := &members[len(members)-1]
	for range members {
		a, b, err := parents(m.Selector, members, pop.RNG)
		if err != nil {
			return err
		}
		m.breed(child, a, b, pop.RNG)
		if err := m.Evaluate.run(children); err != nil {
			return err
		}
		if child.Fitness <= last.Fitness {
			exchange(last, child)
			moveUp(members)
		}
	}
	return nil
}

// moveUp moves the last individual to its place among the others, which are sorted by fitness.
func moveUp(indis eaopt.Individuals) {
	for i := len(indis) - 1; i > 0 && indis[i].Fitness < indis[i-1].Fitness; i-- {
		indis[i], indis[i-1] = indis[i-1], indis[i]
	}
}

// ModDownToSize makes as many children as there are individuals. The fittest of both survive.
type ModDownToSize struct {
	Selector eaopt.Selector
	Rates
	Evaluate Evaluator
}

// Apply implements eaopt.Model.
func (m ModDownToSize) Apply(pop *eaopt.Population) error {
	size := len(pop.Individuals)
	children := nursery(pop, size)
	if err := breedAll(children, m.Selector, m.Rates, pop); err != nil {
		return err
	}
	if err := m.Evaluate.run(children); err != nil {
		return err
	}
	pop.Individuals[:2*size].SortByFitness()
	return nil
}

// breedAll breeds children of a population.
func breedAll(
	children eaopt.Individuals, selector eaopt.Selector, rates Rates, pop *eaopt.Population,
) error {
	for i := range children {
		a, b, err := parents(selector, pop.Individuals, pop.RNG)
		if err != nil {
			return err
		}
		rates.breed(&children[i], a, b, pop.RNG)
	}
	return nil
}

// ModRing has the individuals in a ring, in the order of their IDs. Each has a child with its
// neighbour. The child takes its place and its ID if the child is at least as fit. (In eaopt's
// ring, the neighbour of an individual is the one with the next larger fitness.)
type ModRing struct {
	Rates
	Evaluate Evaluator
}

// Apply implements eaopt.Model.
func (m ModRing) Apply(pop *eaopt.Population) error {
	members := pop.Individuals
	slices.SortFunc(members, func(a, b eaopt.Individual) int { return cmp.Compare(a.ID, b.ID) })
	children := nursery(pop, len(members))
	for i := range children {
		neighbour := members[(i+1)%len(members)]
		m.breed(&children[i], members[i], neighbour, pop.RNG)
	}
	return compete(members, children, m.Evaluate)
}

// ModMutationOnly has a mutant of each individual, which takes its place if the mutant is at least
// as fit. (eaopt.ModMutationOnly with Strict refuses mutants of the same fitness.)
type ModMutationOnly struct {
	Evaluate Evaluator
}

// Apply implements eaopt.Model.
func (m ModMutationOnly) Apply(pop *eaopt.Population) error {
	children := nursery(pop, len(pop.Individuals))
	for i := range children {
		mutate(&children[i], pop.Individuals[i], pop.RNG)
	}
	return compete(pop.Individuals, children, m.Evaluate)
}

// compete replaces members by children that are at least as fit: each by the child of its index.
func compete(members, children eaopt.Individuals, evaluate Evaluator) error {
	if err := evaluate.run(children); err != nil {
		return err
	}
	for i := range children {
		if children[i].Fitness <= members[i].Fitness {
			exchange(&members[i], &children[i])
		}
	}
	return nil
}

// Validate implements eaopt.Model.
func (m ModPairs) Validate() error { return m.Rates.Validate() }

// Validate implements eaopt.Model.
func (m ModGenerational) Validate() error { return validate(m.Selector, m.Rates) }

// Validate implements eaopt.Model.
func (m ModSteadyState) Validate() error { return validate(m.Selector, m.Rates) }

// Validate implements eaopt.Model.
func (m ModDownToSize) Validate() error { return validate(m.Selector, m.Rates) }

// Validate implements eaopt.Model.
func (m ModRing) Validate() error { return m.Rates.Validate() }

// Validate implements eaopt.Model.
func (m ModMutationOnly) Validate() error { return nil }
