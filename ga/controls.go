package ga

import (
	"fmt"

	"github.com/MaxHalford/eaopt"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// The controls are in several places: modRandom and weighted below, hill climbing in newModel
// (evolution.go), headless chicken in mating (crossover.go), windows alone in Solver.breeds
// (improve.go), and what they leave out of improvement in improve (improve.go).

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

// unproven is a heuristic whose claim to be admissible is not used, because no lower bound is
// computed from its estimates.
type unproven struct{ heuristics.Heuristic }

func (unproven) Admissible() bool { return false }

// weighted finds a path from a board to the goal by weighted A*, for the control WeightedAStar.
// Moves are tried in random order, so that the paths from one board differ.
func (e *evolution) weighted(start puzzle.Board) (plan []puzzle.Move, found bool) {
	r := e.run
	// An expansion generates at most three states, and the first one four.
	limits := search.Limits{Generated: (max(e.budget.states, 1) - 1) / 3}
	if limits.Generated == 0 {
		e.stop = search.NodeLimit
		return nil, false
	}
	if limit := r.limits.Bytes; limit > 0 {
		limits.Bytes = max(limit-min(r.bytes, limit), 1)
	}
	// The weight was tuned on development boards.
	s := astar.Solver{
		Heuristic: unproven{r.solver.Heuristic},
		Weight:    3,
		Workers:   1,
		Order:     window.RandomOrder(e.rng.Intn),
	}
	result, err := s.Solve(r.ctx, search.Problem{Start: start, Goal: r.problem.Goal}, limits)
	if err != nil { // Solve has made the checks of weighted A*
		panic(fmt.Sprintf("ga: weighted A*: %v", err))
	}
	e.stats.Expanded += result.Expanded
	e.stats.Bytes = max(e.stats.Bytes, r.bytes+result.Bytes)
	e.spend(result.Generated)
	if result.Status != search.Solved {
		e.stop = result.Status
		return nil, false
	}
	return result.Moves, true
}
