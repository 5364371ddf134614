package ga

import (
	"math/rand"
	"unsafe"

	"npuzzle/search"
)

// evolution evolves paths, with its own population and its own stream of random numbers. Its
// methods must be called from one goroutine; they start others to evaluate chromosomes. The
// evolutions of one run may work at the same time.
type evolution struct {
	run      *run
	settings *Settings
	rng      *rand.Rand
	rules    rules  // for the current objective
	origin   origin // of the current phase: the state before the first move
	workers  []*scorer

	places  []*chromosome   // all chromosomes, allocated once
	islands [][]*chromosome // the population of each island, sorted by fitness
	members []*chromosome   // the population of all islands, sorted by fitness
	pool    []*chromosome   // the members of the current island, followed by those that are not members

	firstGenes, maxGenes int
	subgoal              int  // number of the subgoal, from 1; 0 on boards without subgoals
	phase                int  // number of the phase, from 1
	generation           int  // number of the generation in the phase; 0 for the first population
	left                 int  // generations left for the objective
	before, depth        int  // moves from the problem's start to the first phase's and this phase's start
	observed             bool // whether generations are reported

	quota       uint64        // states that may still be generated
	evaluations uint64        // chromosomes that may still be evaluated
	stats       search.Stats  // counters since run.collect was last called
	solution    *chromosome   // first chromosome of the phase that reaches the objective
	stop        search.Status // why the evolution has to stop; "" if it may go on
}

// newEvolution makes an evolution that evaluates its population with at most the given number
// of goroutines.
func (r *run) newEvolution(workers int) *evolution {
	s := &r.solver.Settings
	e := &evolution{run: r, settings: s}
	e.firstGenes, e.maxGenes = s.Lengths(r.problem.Start.Size())
	for range min(max(workers, 1), (s.Population+chunk-1)/chunk) {
		e.workers = append(e.workers, &scorer{rules: &e.rules, ctx: r.ctx})
	}
	genes := make([]float64, s.stored()*e.maxGenes)
	for at := 0; at < len(genes); at += e.maxGenes {
		e.places = append(e.places, &chromosome{genes: genes[at : at : at+e.maxGenes]})
	}
	return e
}

// stored returns the number of chromosomes that an evolution allocates: the members of all islands,
// the children of one island, and a spare one for headless chicken. Pairs need no room for
// children.
func (s *Settings) stored() int {
	children := s.Population
	if s.Model == Pairs && s.Control != HillClimbing {
		children = 0
	}
	return s.Islands*s.Population + children + 1
}

// evolutionBytes returns the memory of one evolution. Genes take most of it.
func (r *run) evolutionBytes() uint64 {
	s, size := &r.solver.Settings, r.problem.Start.Size()
	_, genes := s.Lengths(size)
	one := genes*8 + int(unsafe.Sizeof(chromosome{})) + 8*3
	return uint64(s.stored()*one + size.Cells()*256)
}
