package ga

import (
	"cmp"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// archipelago breeds the populations of eaopt, each on an island of its own, so
// that what each comes to does not depend on the others' speed. It implements
// eaopt.Model.
type archipelago struct {
	*evolution
	islandOf map[*rand.Rand]*evolution // by the random numbers of its population
}

// migrants is the share of a population that changes places with the next one
// in a migration, one individual at least.
const migrants = 20

// Validate implements eaopt.Model; the settings have been checked.
func (a *archipelago) Validate() error { return nil }

// Apply turns one population into its next generation. A population that
// strangers have come to is no longer sorted.
func (a *archipelago) Apply(pop *eaopt.Population) error {
	a.places <- struct{}{}
	defer func() { <-a.places }()
	slices.SortStableFunc(pop.Individuals, func(x, y eaopt.Individual) int { return cmp.Compare(x.Fitness, y.Fitness) })
	return model{a.islandOf[pop.RNG]}.Apply(pop)
}

// settle has eaopt's populations, just drawn, find their islands again.
func (a *archipelago) settle(pops eaopt.Populations) {
	a.islandOf = make(map[*rand.Rand]*evolution, len(pops))
	for i, pop := range pops {
		a.islandOf[pop.RNG] = a.islands[i]
	}
}
