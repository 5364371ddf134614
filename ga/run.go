package ga

import (
	"context"
	"math/rand"
	randv2 "math/rand/v2"
	"runtime"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// run is one run of a Solver: what lasts over its phases.
type run struct {
	*Solver
	rules
	ctx     context.Context
	limits  search.Limits
	problem search.Problem
	sums    sumTable    // nil: the heuristic is no sum over tiles
	lines   *lineTables // nil: the heuristic is no sum over tiles and lines, or they are too long
	workers []worker
	rng     *rand.Rand

	size                 puzzle.Size
	firstGenes, maxGenes int
	members              []*chromosome // the population
	spare                []*chromosome // storage of the next children

	start  puzzle.Board  // of the phase
	prefix []puzzle.Move // from the problem's start to it, without loops
	origin origin        // the same board, for the scorers

	nearest puzzle.Cost // least estimate of a board that a phase ended on
	inVain  int         // phases since then

	phase    int // from 1
	budget   int // generations left
	stats    search.Stats
	solution *chromosome
	stop     search.Status // why the run ends
}

// source is the run's generator as math/rand, which eaopt uses, wants it.
type source struct{ *randv2.PCG }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {}

// newRun makes the tables of a run.
func newRun(ctx context.Context, s *Solver, p search.Problem, lim search.Limits, estimator heuristics.Estimator) *run {
	size := p.Start.Size()
	r := &run{
		Solver: s,
		rules: rules{
			decoding:  newDecoding(size, s.Order, s.MoveBack),
			estimator: estimator,
			goal:      string(p.Goal.Tiles()),
			cells:     size.Cells(),
			keys:      newKeys(size.Cells()),
			record:    record{},
			perStep:   units(s.HeuristicWeight),
			perMove:   units(s.LengthWeight),
			endBoard:  s.Target == EndBoard,
		},
		ctx:     ctx,
		limits:  lim,
		problem: p,
		rng:     rand.New(source{randv2.NewPCG(s.Seed, 0)}),
		size:    size,
		start:   p.Start,
		budget:  s.Phases * s.Generations,
	}
	r.penalty = r.perStep * penaltyOf(size)
	switch e := estimator.(type) {
	case *heuristics.TileSum:
		r.sums = newSumTable(size, e, r.keys)
	case *heuristics.ConflictSum:
		r.lines = newLineTables(size, e, r.keys)
	}
	r.firstGenes, r.maxGenes = s.Lengths(size)
	r.stats.Bytes = r.bytes()
	return r
}

// populate makes the workers and the storage of the chromosomes.
func (r *run) populate() {
	workers := r.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, (r.Population+bundle-1)/bundle) {
		r.workers = append(r.workers, worker{scorer: r.newScorer()})
	}
	genes := make([]float64, r.storage()*r.maxGenes)
	for i := range r.storage() {
		from, to := i*r.maxGenes, (i+1)*r.maxGenes
		r.spare = append(r.spare, &chromosome{run: r, genes: genes[from:from:to]})
	}
	r.members = append(r.members, r.spare[:r.Population]...)
	r.spare = r.spare[r.Population:]
}

// newScorer makes the fastest scorer of the heuristic's structure.
func (r *run) newScorer() scorer {
	switch {
	case r.sums != nil:
		return &sumScorer{rules: &r.rules, sumTable: r.sums}
	case r.lines != nil:
		return &lineScorer{rules: &r.rules, lineTables: r.lines}
	}
	return &plainScorer{rules: &r.rules, tracker: r.estimator.Track()}
}

// storage returns how many chromosomes a run keeps room for: a generation and
// its children, in couples.
func (r *run) storage() int { return 2*r.Population + 1 }

// bytes returns the memory that the run holds: the genes, most of it, the
// tables, and what phases add, the record and what cutting loops takes.
func (r *run) bytes() uint64 {
	one := r.maxGenes*8 + int(unsafe.Sizeof(chromosome{}))
	tables := r.cells * r.cells * int(unsafe.Sizeof(r.keys[0]))
	tables += len(r.table) * int(unsafe.Sizeof(r.table[0]))
	tables += len(r.sums) * int(unsafe.Sizeof(change{}))
	if r.lines != nil {
		tables += len(r.lines.shifts)*int(unsafe.Sizeof(r.lines.shifts[0])) +
			len(r.lines.codes)*int(unsafe.Sizeof(r.lines.codes[0])) + len(r.lines.cost)
	}
	phases := len(r.record)*recordSlot + (len(r.prefix)+r.maxGenes)*(r.cells+64)
	return uint64(r.storage()*one + tables + phases)
}

// setOrigin makes the start of the phase known to the scorers.
func (r *run) setOrigin() {
	tiles := r.start.Tiles()
	r.origin = origin{
		tiles:    tiles,
		blank:    uint8(r.start.Blank()),
		key:      r.keys.of(tiles),
		estimate: int64(r.estimator.Estimate(tiles)),
	}
	if r.lines != nil {
		r.origin.lines = r.lines.linesOf(r.size, tiles)
	}
}
