package ga

import "github.com/MaxHalford/eaopt"

// modRandom is the model of the control RandomPlans: every generation is drawn at random.
type modRandom struct {
	genes int // number of genes of a random chromosome
}

// Apply implements eaopt.Model.
func (m modRandom) Apply(pop *eaopt.Population) error {
	for i := range pop.Individuals {
		individual := &pop.Individuals[i]
		chromosomeOf(*individual).draw(m.genes, pop.RNG)
		individual.Evaluated = false
	}
	return nil
}

// Validate implements eaopt.Model.
func (m modRandom) Validate() error { return nil }
