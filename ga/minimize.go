package ga

import (
	"math"

	"github.com/MaxHalford/eaopt"
)

// minimize evolves the populations of a GA, which have been drawn. It is the loop of GA.Minimize,
// for populations that use their storage again.
//
// GA.Minimize starts a goroutine for each population in each generation, and waits for it. A
// solver whose processor time is measured is locked to its thread, so this changes the thread twice
// in a generation; the package documentation has the cost. Here all populations
// evolve on the calling goroutine, one after another, and evaluate is what works in parallel. Each
// population still has random numbers of its own, so the results are those of GA.Minimize
// (TestMinimizeIsThatOfEaopt).
func minimize(ga *eaopt.GA, evaluate Evaluator) error {
	for i := range ga.Populations {
		if err := evaluateAndSort(&ga.Populations[i], evaluate); err != nil {
			return err
		}
	}
	for i := range ga.HallOfFame {
		ga.HallOfFame[i].Fitness = math.Inf(1)
	}
	updateHallOfFame(ga)
	ga.Callback(ga)
	for ga.Generations < ga.NGenerations && !ga.EarlyStop(ga) {
		ga.Generations++
		if len(ga.Populations) > 1 && ga.Generations%ga.MigFrequency == 0 {
			ga.Migrator.Apply(ga.Populations, ga.RNG)
		}
		for i := range ga.Populations {
			population := &ga.Populations[i]
			if err := ga.Model.Apply(population); err != nil {
				return err
			}
			if err := evaluateAndSort(population, evaluate); err != nil {
				return err
			}
			population.Generations++
		}
		updateHallOfFame(ga)
		ga.Callback(ga)
	}
	return nil
}

// evaluateAndSort evaluates a population and sorts it by fitness.
func evaluateAndSort(population *eaopt.Population, evaluate Evaluator) error {
	if err := evaluate(population.Individuals); err != nil {
		return err
	}
	population.Individuals.SortByFitness()
	return nil
}

// updateHallOfFame keeps a copy of the fittest individual so far, if the hall of fame has a place.
func updateHallOfFame(ga *eaopt.GA) {
	best := fittest(ga)
	if len(ga.HallOfFame) > 0 && best.Fitness < ga.HallOfFame[0].Fitness {
		become(&ga.HallOfFame[0], best)
	}
}

// fittest returns the fittest individual of the populations, which are sorted.
func fittest(ga *eaopt.GA) eaopt.Individual {
	best := ga.Populations[0].Individuals[0]
	for _, population := range ga.Populations[1:] {
		first := population.Individuals[0]
		if first.Fitness < best.Fitness {
			best = first
		}
	}
	return best
}
