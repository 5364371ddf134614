package ga

import (
	"cmp"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/search"
)

// model is the generational model with elitism. It replaces the population by
// the elites and the children of couples, each parent the winner of a
// tournament. It implements eaopt.Model.
//
// eaopt's own generational model ranks the second child of every couple by its
// parent's fitness, loses the best, and allocates for each child. This one
// breeds into the storage of the generation before the last, and leaves no
// child unevaluated.
type model struct{ *run }

// Validate implements eaopt.Model; the settings have been checked.
func (m model) Validate() error { return nil }

// Apply turns a population, sorted and evaluated, into the next one, sorted
// and evaluated. It fails with errStop when the run ends within it.
func (m model) Apply(pop *eaopt.Population) error {
	parents, rng := pop.Individuals, pop.RNG
	children := m.spare[:len(parents)-m.Elites]
	for i := 0; i < len(children); i += 2 {
		if i%bundle == 0 {
			if m.stop = search.Interrupted(m.ctx); m.stop != "" {
				return errStop
			}
		}
		// The second child of the last couple may go spare.
		a, b := m.spare[i], m.spare[i+1]
		a.become(chromosomeOf(parents[m.tournament(len(parents), rng)]))
		b.become(chromosomeOf(parents[m.tournament(len(parents), rng)]))
		if rng.Float64() < m.Crossover {
			a.Crossover(b, rng)
		}
		for _, child := range []*chromosome{a, b} {
			if rng.Float64() < m.Mutation {
				child.Mutate(rng)
			}
		}
	}
	if err := m.evaluate(children); err != nil {
		return err
	}

	// The next generation takes the places of the last, whose storage serves
	// for the children after it.
	m.members = m.members[:0]
	for i, parent := range parents {
		c := chromosomeOf(parent)
		if i >= m.Elites {
			c, m.spare[i-m.Elites] = m.spare[i-m.Elites], c
		}
		m.members = append(m.members, c)
	}
	slices.SortFunc(m.members, func(a, b *chromosome) int {
		return cmp.Compare(a.fitness, b.fitness)
	})
	for i, c := range m.members {
		parents[i].Genome, parents[i].Fitness, parents[i].Evaluated = c, float64(c.fitness), true
	}
	return nil
}

// tournament returns the best of a few individuals drawn from a sorted
// population: the least of their indices.
func (m model) tournament(n int, rng *rand.Rand) int {
	winner := n
	for range m.Tournament {
		winner = min(winner, rng.Intn(n))
	}
	return winner
}

func chromosomeOf(individual eaopt.Individual) *chromosome {
	return individual.Genome.(*chromosome)
}
