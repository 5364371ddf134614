package ga

import (
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
	members []*chromosome // the population
	spare   []*chromosome // storage of the next children
	keys    []uint64      // scratch of sort
	sorted  []*chromosome // scratch of sort

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
	is := &island{run: r}
	for range min(max(workers, 1), (r.Population+bundle-1)/bundle) {
		is.workers = append(is.workers, worker{scorer: &scorer{rules: &is.rules}})
	}
	first, most := r.mostGenes()
	genes := make([]float64, r.storage()*most)
	for i := range r.storage() {
		from, to := i*most, (i+1)*most
		c := &chromosome{island: is, genes: genes[from:from:to]}
		if r.Cut == StateCut {
			c.trail = make([]uint64, 0, most)
		}
		is.spare = append(is.spare, c)
	}
	is.keys, is.sorted = make([]uint64, 0, r.Population), make([]*chromosome, 0, r.Population)
	is.members = append(is.members, is.spare[:r.Population]...)
	is.spare = is.spare[r.Population:]
	is.firstGenes, is.maxGenes = first, most
	return is
}

// mostGenes returns the numbers of genes on the run's boards.
func (r *run) mostGenes() (first, most int) { return r.Lengths(r.problem.Start.Size()) }

// storage returns how many chromosomes an island keeps room for: a generation
// and its children, in couples.
func (r *run) storage() int { return 2*r.Population + 1 }

// islandBytes returns the memory of one island: the genes, most of it.
func (r *run) islandBytes() uint64 {
	_, most := r.mostGenes()
	one := most*8 + int(unsafe.Sizeof(chromosome{}))
	if r.Cut == StateCut {
		one += most * 8
	}
	return uint64(r.storage()*one+r.Population*16) + uint64(len(r.problem.Start.Tiles())*256)
}
