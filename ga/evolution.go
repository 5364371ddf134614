package ga

import (
	"math/rand"
	"unsafe"

	"npuzzle/search"
)

// evolution breeds plans, phase after phase, with storage and a random stream of
// its own. It is for the use of one goroutine, which others may help to evaluate;
// evolutions of one run may work at the same time. Each of its populations lives
// on an island, which is an evolution as well, or the same one where there is but
// one population.
type evolution struct {
	*run
	rules   rules
	rng     *rand.Rand
	workers []*scorer
	storage []chromosome
	members []*chromosome // the population
	spare   []*chromosome // storage of the next children
	ranks   []uint64      // scratch of sort
	sorted  []*chromosome // scratch of sort

	islands []*evolution  // one for each population: itself where there is one
	places  chan struct{} // bounds the islands that work at a time

	firstGenes, maxGenes int
	origin               origin
	subgoal              int  // from 1; 0 where there are none
	phase                int  // from 1
	before, depth        int  // moves before this evolution, and before the phase
	observed             bool // its generations are reported

	quota    uint64       // evaluations that it may still make
	owed     uint64       // for windows, less than one evaluation: in parts of which run.first.Generated make one
	stats    search.Stats // its work since it was last collected
	solution *chromosome
	stop     search.Status // why it ends, or ""

	repairer *repairer
}

// newEvolution makes an evolution with so many goroutines to evaluate its plans.
func (r *run) newEvolution(workers int) *evolution {
	storage := r.newStorage()
	if r.Islands == 1 {
		e := r.newIsland(workers, storage)
		e.islands = []*evolution{e}
		return e
	}
	e := &evolution{run: r, places: make(chan struct{}, max(workers, 1))}
	e.workers = []*scorer{{rules: &e.rules, ctx: r.ctx}}
	e.firstGenes, e.maxGenes = r.mostGenes()
	for i := range r.Islands {
		e.islands = append(e.islands, r.newIsland(1, storage[i*r.stored():(i+1)*r.stored()]))
	}
	return e
}

// newStorage makes the chromosomes of an evolution, those of all islands.
func (r *run) newStorage() []chromosome {
	_, most := r.mostGenes()
	storage := make([]chromosome, r.Islands*r.stored())
	genes := slab[float64](r, len(storage)*most)
	kept := r.newCheckpoints(most, len(storage))
	for i := range storage {
		storage[i] = chromosome{genes: room(genes, i, len(storage)), kept: kept[i]}
	}
	return storage
}

// newIsland makes an evolution of one population.
func (r *run) newIsland(workers int, storage []chromosome) *evolution {
	e := &evolution{run: r, storage: storage}
	for range min(max(workers, 1), (r.Population+bundle-1)/bundle) {
		e.workers = append(e.workers, &scorer{rules: &e.rules, ctx: r.ctx})
	}
	for i := range storage {
		storage[i].evolution = e
	}
	e.ranks, e.sorted = make([]uint64, 0, r.islandSize()), make([]*chromosome, 0, r.islandSize())
	e.members = make([]*chromosome, r.islandSize())
	e.spare = make([]*chromosome, r.stored()-r.islandSize())
	e.firstGenes, e.maxGenes = r.mostGenes()
	return e
}

// share readies the islands for a phase: all their storage is free, and each has
// its share of the quota and random numbers of its own.
func (e *evolution) share() {
	e.solution, e.stop = nil, ""
	quota, first := e.quota/uint64(len(e.islands)), e.quota%uint64(len(e.islands))
	for _, island := range e.islands {
		if island != e {
			island.rules, island.origin, island.depth = e.rules, e.origin, e.depth
			island.rng = fork(e.rng)
			island.solution, island.stop = nil, ""
		}
		island.quota, first = quota+first, 0
		for i := range island.storage {
			if i < len(island.members) {
				island.members[i] = &island.storage[i]
			} else {
				island.spare[i-len(island.members)] = &island.storage[i]
			}
		}
	}
}

// gather takes over what the islands came to in a phase. Of their solutions the
// shortest counts, and the first of equal ones.
func (e *evolution) gather() {
	if len(e.islands) == 1 {
		return
	}
	e.quota = 0
	for _, island := range e.islands {
		e.quota += island.quota
		e.stats, island.stats = sum(e.stats, island.stats), search.Stats{}
		if island.solution != nil && (e.solution == nil || island.solution.fitness < e.solution.fitness) {
			e.solution = island.solution
		}
		if e.stop == "" {
			e.stop = island.stop
		}
	}
}

// mostGenes returns the numbers of genes on the run's boards.
func (r *run) mostGenes() (first, most int) { return r.Lengths(r.problem.Start.Size()) }

// stored returns how many chromosomes a population keeps room for: a generation
// and its children, in couples.
func (r *run) stored() int { return 2*r.islandSize() + 1 }

// evolutionBytes returns the memory of one evolution: the genes, most of it.
func (r *run) evolutionBytes() uint64 {
	_, most := r.mostGenes()
	one := most*8 + int(unsafe.Sizeof(chromosome{})) + checkpointBytes(r.problem.Start.Size(), most)
	return uint64(r.Islands*(r.stored()*one+r.islandSize()*16)) + uint64(len(r.problem.Start.Tiles())*256)
}
