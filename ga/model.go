package ga

import (
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/search"
)

// model breeds one generation from another: the children of couples, or of a
// control. It implements eaopt.Model.
//
// eaopt's own generational model ranks the second child of every couple by its
// parent's fitness, loses the best, and allocates for each child. This one
// breeds into the storage of the generation before the last, and leaves no
// child unevaluated.
type model struct{ *evolution }

// Validate implements eaopt.Model; the settings have been checked.
func (m model) Validate() error { return nil }

// Apply turns a population, sorted and evaluated, into the next one, sorted
// and evaluated. It fails with errStop when the evolution ends within it.
func (m model) Apply(pop *eaopt.Population) error {
	if m.stop = search.Interrupted(m.ctx); m.stop != "" {
		return errStop
	}
	parents, rng := pop.Individuals, m.rng
	elites := min(m.Elites, len(parents)-1)
	children := m.spare[:len(parents)-elites]
	switch m.Control {
	case RandomPlans:
		for _, child := range children {
			child.draw(m.firstGenes, rng)
		}
	case HillClimbing:
		elites = 0
		children = m.spare[:len(parents)]
		for i, child := range children {
			child.become(chromosomeOf(parents[i]))
			child.Mutate(rng)
		}
	default:
		if err := m.breed(parents, children, rng); err != nil {
			return err
		}
	}
	if err := m.evaluate(children); err != nil {
		return err
	}
	m.succeed(parents, children, elites)
	return nil
}

// breed makes children of couples.
func (m model) breed(parents eaopt.Individuals, children []*chromosome, rng *rand.Rand) error {
	for i := 0; i < len(children); i += 2 {
		if i%(2*m.lookEvery()) == 0 {
			if m.stop = search.Interrupted(m.ctx); m.stop != "" {
				return errStop
			}
		}
		// The second child of the last couple may go spare.
		a, b := m.spare[i], m.spare[i+1]
		mother, father := chromosomeOf(parents[m.parent(len(parents), rng)]), chromosomeOf(parents[m.parent(len(parents), rng)])
		if rng.Float64() < m.Crossover {
			m.cross(a, b, mother, father, rng)
		} else {
			a.become(mother)
			b.become(father)
		}
		for _, child := range []*chromosome{a, b} {
			if rng.Float64() < m.Mutation {
				child.Mutate(rng)
			}
		}
	}
	return nil
}

// lookEvery returns how many chromosomes are drawn, or couples bred, between two
// looks at the context.
func (e *evolution) lookEvery() int { return max(1, pollEvery/e.maxGenes) }

// succeed makes the next generation of parents and children. The storage of
// those who do not live on serves for the children after it.
func (m model) succeed(parents eaopt.Individuals, children []*chromosome, elites int) {
	members := m.members
	for i, parent := range parents {
		members[i] = chromosomeOf(parent)
	}
	swap := func(member, child int) {
		members[member], m.spare[child] = m.spare[child], members[member]
	}
	switch {
	case m.Control == HillClimbing:
		for i := range members {
			if m.spare[i].fitness <= members[i].fitness {
				swap(i, i)
			}
		}
	case m.Survival == Plus:
		m.sort(children)
		// The best child against the worst parent, and so on.
		for i, worst := 0, len(members)-1; i < len(children) && worst >= 0 && children[i].fitness < members[worst].fitness; i, worst = i+1, worst-1 {
			swap(worst, i)
		}
	default:
		for i := range children {
			swap(elites+i, i)
		}
	}
	m.sort(members)
	for i, c := range members {
		parents[i].Genome, parents[i].Fitness, parents[i].Evaluated = c, float64(c.fitness), true
	}
}

// sort sorts chromosomes by fitness; those of one fitness stay in their order.
// It sorts whole numbers, the fitness above the place, which takes a third of
// the time that comparing chromosomes does. Fitness is below 2^43 (see
// maxWeight, maxGenes and penaltyOf) and not negative.
func (e *evolution) sort(chromosomes []*chromosome) {
	ranks, sorted := e.ranks[:0], e.sorted[:0]
	for i, c := range chromosomes {
		ranks = append(ranks, uint64(c.fitness)<<placeBits|uint64(i))
	}
	slices.Sort(ranks)
	for _, rank := range ranks {
		sorted = append(sorted, chromosomes[rank&(1<<placeBits-1)])
	}
	copy(chromosomes, sorted)
}

// placeBits are enough for the place of any chromosome: see maxPopulation.
const placeBits = 20

// parent returns the rank of a parent in a sorted population of n, in O(1).
func (m model) parent(n int, rng *rand.Rand) int {
	winner := n
	for range m.Tournament {
		winner = min(winner, below(rng, n))
	}
	return winner
}

func chromosomeOf(individual eaopt.Individual) *chromosome {
	return individual.Genome.(*chromosome)
}
