package ga

import (
	"math/rand"
	"unsafe"

	"npuzzle/search"
)

// evolution evolves plans, with a population and a random stream of its own. It is for the
// use of one goroutine, which others may help to evaluate chromosomes. The evolutions of
// one run may work at the same time.
type evolution struct {
	run      *run
	settings *Settings
	rng      *rand.Rand
	rules    rules  // of the stage
	origin   origin // of the phase: the state before the first move
	workers  []*scorer

	// The storage of a generation and its children, and the population; see breed.
	storage []chromosome
	places  []*chromosome // of the storage: the members, and then the spare ones
	members []*chromosome // the population, sorted by fitness
	spare   []*chromosome // storage of the next children

	firstGenes, maxGenes int
	subgoal              int  // from 1; 0 where there are none
	phase                int  // from 1
	before, depth        int  // moves before this evolution, and before the phase
	observed             bool // its generations are reported

	quota    uint64       // states that may still be generated
	stats    search.Stats // since they were last collected
	solution *chromosome  // of the phase: the first that reaches the objective
	stop     search.Status

	breeder *breeder // of improvement
}

// newEvolution makes an evolution whose population is evaluated by so many goroutines.
func (r *run) newEvolution(workers int) *evolution {
	s := &r.solver.Settings
	e := &evolution{run: r, settings: s, storage: make([]chromosome, s.stored())}
	e.firstGenes, e.maxGenes = s.Lengths(r.problem.Start.Size())
	e.places = make([]*chromosome, len(e.storage))
	for range min(max(workers, 1), (s.Population+chunk-1)/chunk) {
		e.workers = append(e.workers, &scorer{rules: &e.rules, ctx: r.ctx})
	}
	genes := r.newGenes(len(e.storage) * e.maxGenes)
	for i := range e.storage {
		e.storage[i] = chromosome{evolution: e, genes: genes[i*e.maxGenes : i*e.maxGenes : (i+1)*e.maxGenes]}
	}
	return e
}

// stored returns the number of chromosomes that an evolution has storage for: a generation,
// which may have one more than the population, and a spare one, or the children of hill
// climbing.
func (s *Settings) stored() int {
	if s.Control == HillClimbing {
		return 2 * s.Population
	}
	return s.Population + 2
}

// evolutionBytes returns the memory of one evolution, most of it genes.
func (r *run) evolutionBytes() uint64 {
	s, size := &r.solver.Settings, r.problem.Start.Size()
	_, genes := s.Lengths(size)
	one := genes*8 + int(unsafe.Sizeof(chromosome{})) + 8*3
	return uint64(s.stored()*one + size.Cells()*256)
}
