package ga

import (
	"fmt"
	"math/rand"
	"unsafe"

	"github.com/MaxHalford/eaopt"

	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// evolution evolves paths, with populations of its own and its own stream of random numbers. Its
// methods must be called from one goroutine; they start others to evaluate chromosomes. The
// evolutions of one run may work at the same time.
type evolution struct {
	run      *run
	settings *Settings
	rng      *rand.Rand
	model    eaopt.Model
	rules    rules  // for the current objective
	origin   origin // of the current phase: the state before the first move
	scorers  []*scorer

	// Storage that every phase uses again.
	populations eaopt.Populations // one for each island
	fame        eaopt.Individuals
	waiting     []*eaopt.Individual // individuals to evaluate

	budget   budget
	stats    search.Stats // counters since run.collect was last called
	position position
	solution *Chromosome   // first chromosome of the phase that reaches the objective
	stop     search.Status // why the evolution has to stop; "" if it may go on
}

// budget is the work that an evolution may still do.
type budget struct {
	states      uint64 // to be generated
	evaluations uint64 // of chromosomes
	generations int    // for the current objective
}

// position says where a run is.
type position struct {
	observed bool // whether generations are reported
	subgoal  int  // number of the subgoal, from 1; 0 on boards without subgoals
	phase    int  // number of the phase, from 1
	before   int  // moves from the problem's start to the start of the objective's first phase
	depth    int  // moves from the problem's start to the start of this phase
}

// newEvolution makes an evolution that evaluates its population with at most the given number
// of goroutines.
func (r *run) newEvolution(workers int) *evolution {
	s := &r.solver.Settings
	e := &evolution{run: r, settings: s}
	for range min(max(workers, 1), (s.Population+chunk-1)/chunk) {
		e.scorers = append(e.scorers, newScorer(r.ctx, &e.rules, &e.origin))
	}
	e.model = s.newModel(e.evaluate, r.problem.Start.Size())
	e.allocate()
	return e
}

// allocate makes the chromosomes of the populations and of the hall of fame.
func (e *evolution) allocate() {
	s := e.settings
	first, most := s.Lengths(e.run.problem.Start.Size())
	mating := &mating{
		kind:     s.CrossoverKind,
		headless: s.Control == HeadlessChicken,
		first:    first,
	}
	perIsland := s.Population + s.spare()
	genes := make([]float64, s.stored()*most)
	newChromosome := func() *Chromosome {
		c := &Chromosome{scorer: e.scorers[0], mating: mating}
		c.genes = genes[0:1:most] // a chromosome has at least one gene
		genes = genes[most:]
		return c
	}
	for range s.Islands {
		individuals := make(eaopt.Individuals, perIsland)
		for i := range individuals {
			individuals[i].Genome = newChromosome()
			individuals[i].ID = fmt.Sprintf("%07d", i) // the order of ModRing
		}
		e.populations = append(e.populations, eaopt.Population{
			Individuals: individuals[:s.Population], // the others are for nursery
		})
	}
	e.fame = eaopt.Individuals{{Genome: newChromosome()}}
}

// newModel returns the model of the settings.
func (s *Settings) newModel(evaluate Evaluator, size puzzle.Size) eaopt.Model {
	switch s.Control {
	case RandomPlans:
		first, _ := s.Lengths(size)
		return modRandom{genes: first}
	case HillClimbing:
		return ModMutationOnly{Evaluate: evaluate}
	}
	rates := Rates{Crossover: s.Crossover, Mutation: s.Mutation}
	switch s.Model {
	case Generational:
		return ModGenerational{Selector: s.newSelector(), Elites: s.Elites, Rates: rates}
	case SteadyState:
		return ModSteadyState{Selector: s.newSelector(), Rates: rates, Evaluate: evaluate}
	case DownToSize:
		return ModDownToSize{Selector: s.newSelector(), Rates: rates, Evaluate: evaluate}
	case Ring:
		return ModRing{Rates: rates, Evaluate: evaluate}
	case MutationOnly:
		return ModMutationOnly{Evaluate: evaluate}
	}
	return ModPairs{Elites: s.Elites, RoundUp: s.Rounding == RoundUp, Rates: rates}
}

// newSelector returns the selector of the settings.
func (s *Settings) newSelector() eaopt.Selector {
	switch s.Selector {
	case Roulette:
		return SelRoulette{}
	case Elitism:
		return eaopt.SelElitism{}
	}
	return SelTournament{NContestants: uint(s.TournamentSize)}
}

// spare returns the number of chromosomes that the model breeds children into, for each island.
// ModPairs breeds into the losers, and needs none unless it rounds up.
func (s *Settings) spare() int {
	switch {
	case s.Control == RandomPlans:
		return 0
	case s.Control == HillClimbing:
		return s.Population
	case s.Model == Pairs && s.Rounding == RoundUp:
		return 1
	case s.Model == Pairs:
		return 0
	case s.Model == SteadyState:
		return 1
	}
	return s.Population
}

// stored returns the number of chromosomes of an evolution: those of all islands, and the fittest
// one of each phase.
func (s *Settings) stored() int { return s.Islands*(s.Population+s.spare()) + 1 }

// evolutionBytes returns the memory of one evolution. Genes take most of it.
func (r *run) evolutionBytes() uint64 {
	const structs = unsafe.Sizeof(Chromosome{}) + unsafe.Sizeof(eaopt.Individual{}) +
		unsafe.Sizeof((*eaopt.Individual)(nil))
	s := &r.solver.Settings
	size := r.problem.Start.Size()
	_, most := s.Lengths(size)
	perChromosome := most*8 + int(structs)
	return uint64(s.stored()*perChromosome + size.Cells()*256)
}

// drawPopulations draws the first population of each island. Each island has random numbers of its
// own.
func (e *evolution) drawPopulations() error {
	first, most := e.settings.Lengths(e.run.problem.Start.Size())
	poll := max(1, pollEvery/most)
	for i := range e.populations {
		population := &e.populations[i]
		population.Generations = 0
		population.Individuals = population.Individuals[:e.settings.Population]
		population.RNG = random.Stream(e.rng.Uint64(), e.rng.Uint64())
		for j := range population.Individuals {
			if j%poll == 0 && e.run.ctx.Err() != nil {
				return errStop
			}
			individual := &population.Individuals[j]
			chromosomeOf(*individual).draw(first, population.RNG)
			individual.Evaluated = false
		}
	}
	return nil
}
