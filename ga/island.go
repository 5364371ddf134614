package ga

import (
	"math"
	"math/rand"
	"unsafe"

	"npuzzle/search"
)

// island evolves plans with a population and a random stream of its own. It is
// for the use of one goroutine, which others may help to evaluate; islands of
// one run may work at the same time.
type island struct {
	*run
	rules   rules
	rng     *rand.Rand
	workers []worker
	storage []chromosome
	members []*chromosome // the population
	spare   []*chromosome // storage of the next children
	keys    []uint64      // scratch of sort
	sorted  []*chromosome // scratch of sort

	demes    []*island     // one for each population: itself where there is one
	places   chan struct{} // bounds the demes that work at a time
	mutation float64       // share of children that are mutated now

	firstGenes, maxGenes int
	origin               origin
	phase                int  // from 1
	before, depth        int  // moves before this evolution, and before the phase
	observed             bool // its generations are reported

	quota    uint64       // evaluations that it may still make
	expanded uint64       // by windows, not counted as evaluations yet
	stats    search.Stats // its work since it was last collected
	solution *chromosome
	stop     search.Status // why it ends, or ""

	repairer *repairer
}

// newIsland makes an island with so many goroutines to evaluate its plans.
func (r *run) newIsland(workers int) *island {
	if r.Islands == 1 {
		is := r.newDeme(workers)
		is.demes = []*island{is}
		return is
	}
	is := &island{run: r, places: make(chan struct{}, max(workers, 1))}
	is.workers = []worker{{scorer: &scorer{rules: &is.rules}}}
	is.firstGenes, is.maxGenes = r.mostGenes()
	for range r.Islands {
		is.demes = append(is.demes, r.newDeme(1))
	}
	return is
}

// newDeme makes an island of one population.
func (r *run) newDeme(workers int) *island {
	is := &island{run: r}
	for range min(max(workers, 1), (r.Population+bundle-1)/bundle) {
		is.workers = append(is.workers, worker{scorer: &scorer{rules: &is.rules}})
	}
	first, most := r.mostGenes()
	genes := make([]float64, r.stored()*most)
	kept := newCheckpoints(r.problem.Start.Size(), most, r.stored())
	is.storage = make([]chromosome, r.stored())
	for i := range is.storage {
		is.storage[i] = chromosome{island: is, genes: room(genes, i, r.stored()), kept: kept[i]}
	}
	is.keys, is.sorted = make([]uint64, 0, r.herd()), make([]*chromosome, 0, r.herd())
	is.members = make([]*chromosome, r.herd())
	is.spare = make([]*chromosome, r.stored()-r.herd())
	is.firstGenes, is.maxGenes = first, most
	return is
}

// share readies the demes for a phase: all their storage is free, and each has
// its share of the quota and random numbers of its own.
func (is *island) share() {
	is.solution, is.stop = nil, ""
	quota, first := is.quota/uint64(len(is.demes)), is.quota%uint64(len(is.demes))
	for _, deme := range is.demes {
		if deme != is {
			deme.rules, deme.origin, deme.depth = is.rules, is.origin, is.depth
			deme.rng = fork(is.rng)
			deme.solution, deme.stop = nil, ""
		}
		deme.quota, first = quota+first, 0
		deme.mutation = is.Mutation
		for i := range deme.storage {
			if i < len(deme.members) {
				deme.members[i] = &deme.storage[i]
			} else {
				deme.spare[i-len(deme.members)] = &deme.storage[i]
			}
		}
	}
}

// gather takes over what the demes came to in a phase. Of their solutions the
// shortest counts, and the first of equal ones.
func (is *island) gather() {
	if len(is.demes) == 1 {
		return
	}
	is.quota = 0
	for _, deme := range is.demes {
		is.quota += deme.quota
		is.stats, deme.stats = sum(is.stats, deme.stats), search.Stats{}
		if deme.solution != nil && (is.solution == nil || deme.solution.fitness < is.solution.fitness) {
			is.solution = deme.solution
		}
		if is.stop == "" {
			is.stop = deme.stop
		}
	}
}

// mutateInVain makes mutations half as many again for each of so many
// generations in vain.
func (is *island) mutateInVain(generations int) {
	for _, deme := range is.demes {
		deme.mutation = min(1, is.Mutation*math.Pow(1.5, float64(generations)))
	}
}

// mostGenes returns the numbers of genes on the run's boards.
func (r *run) mostGenes() (first, most int) { return r.Lengths(r.problem.Start.Size()) }

// stored returns how many chromosomes a population keeps room for: a generation
// and its children, in couples.
func (r *run) stored() int { return 2*r.herd() + 1 }

// islandBytes returns the memory of one island: the genes, most of it.
func (r *run) islandBytes() uint64 {
	_, most := r.mostGenes()
	one := most*8 + int(unsafe.Sizeof(chromosome{})) + checkpointBytes(r.problem.Start.Size(), most)
	return uint64(r.Islands*(r.stored()*one+r.herd()*16)) + uint64(len(r.problem.Start.Tiles())*256)
}
