package ga

import "npuzzle/search"

// Capabilities implements search.Capable. Improvement makes the solver an anytime one.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{
		Kind:           search.Evolution,
		UnitCosts:      true,
		Anytime:        s.Improve,
		Incomplete:     true,
		SearchesSolved: !s.testsStart(),
		Generations:    true,
	}
}
