package ga

import (
	"math/rand"
	"unsafe"

	"npuzzle/search"
)

// evolution evolves plans, with populations and a random stream of its own. It is
// for the use of one goroutine, which others may help to evaluate chromosomes. The
// evolutions of one run may work at the same time.
type evolution struct {
	run      *run
	settings *Settings
	rng      *rand.Rand
	rules    rules       // of the stage
	origin   checkpoints // of the phase: the state before the first move
	islands  []*island
	slots    chan struct{} // bounds the islands that work at the same time

	firstGenes, maxGenes int
	subgoal              int  // from 1; 0 where there are none
	phase                int  // from 1
	before, depth        int  // moves before this evolution, and before the phase
	observed             bool // its generations are reported

	quota    uint64       // evaluations that are left
	unbilled uint64       // work of windows, less than one evaluation; see charge
	stats    search.Stats // since they were last collected
	solution *chromosome  // of the phase: the first that reaches the objective
	stop     search.Status

	repairer *repairer // made when it is first needed
}

// newEvolution makes an evolution. A population that is not divided into islands is
// evaluated by so many goroutines.
func (r *run) newEvolution(workers int) *evolution {
	s := &r.solver.Settings
	e := &evolution{run: r, settings: s, slots: make(chan struct{}, max(workers, 1))}
	e.firstGenes, e.maxGenes = s.Lengths(r.problem.Start.Size())
	if s.Islands > 1 {
		workers = 1
	}
	storage, each := e.newStorage(), s.storedPerIsland()
	for i := range s.Islands {
		e.islands = append(e.islands, e.newIsland(workers, storage[i*each:(i+1)*each]))
	}
	return e
}

// newStorage makes the chromosomes of all islands, with room for their genes and
// checkpoints.
func (e *evolution) newStorage() []chromosome {
	storage := make([]chromosome, e.settings.Islands*e.settings.storedPerIsland())
	size, n := e.run.problem.Start.Size(), e.maxGenes/between
	genes := newBuffers[float64](e.run, len(storage), e.maxGenes)
	states := newBuffers[state](e.run, len(storage), n)
	tiles := newBuffers[uint8](e.run, len(storage), n*size.Cells())
	lines := newBuffers[int32](e.run, len(storage), n*(size.Rows+size.Cols))
	for i := range storage {
		storage[i] = chromosome{evolution: e, genes: genes(i), kept: checkpoints{states(i), tiles(i), lines(i)}}
	}
	return storage
}

// storedPerIsland returns the number of chromosomes that an island has storage for: a
// generation and its children, one more of each.
func (s *Settings) storedPerIsland() int { return 2*s.islandSize() + 2 }

// evolutionBytes returns the memory of one evolution, most of it genes.
func (r *run) evolutionBytes() uint64 {
	s, size := &r.solver.Settings, r.problem.Start.Size()
	_, genes := s.Lengths(size)
	one := genes*8 + int(unsafe.Sizeof(chromosome{})) + checkpointBytes(size, genes)
	return uint64(s.Islands*(s.storedPerIsland()*one+s.islandSize()*16) + size.Cells()*256)
}

// resetIslands prepares the islands for a phase: all their storage is free, and each
// has its share of the evaluations and random numbers of its own.
func (e *evolution) resetIslands() {
	e.solution = nil
	count := uint64(len(e.islands))
	remainder := e.quota % count
	for _, in := range e.islands {
		in.rng = e.rng
		if count > 1 {
			in.rng = stream(e.rng.Uint64(), e.rng.Uint64())
		}
		in.quota, remainder = e.quota/count+remainder, 0
		in.solution = nil
		for i := range in.storage {
			in.places[i] = &in.storage[i]
		}
		size := e.settings.islandSize()
		in.members, in.spare = in.places[:size], in.places[size:]
	}
}

// collectIslands takes over the work and the result of the islands after a phase. Of
// their solutions the shortest counts, and the first of equal ones.
func (e *evolution) collectIslands() {
	e.quota = 0
	for _, in := range e.islands {
		e.quota += in.quota
		e.stats, in.stats = sum(e.stats, in.stats), search.Stats{}
		if in.solution != nil && (e.solution == nil || in.solution.score.fitness < e.solution.score.fitness) {
			e.solution = in.solution
		}
	}
}
