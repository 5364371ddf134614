package ga

import (
	"math"
	"math/bits"
	"math/rand"
	"slices"

	"npuzzle/puzzle"
)

// elite is a board of the archive, with a path from the problem's start to it.
type elite struct {
	key      uint64
	moves    int32 // number of moves of the path
	estimate int32
	children int32 // number of children bred from the elite
	failed   int32 // length of the best plan when completing the elite last failed
	context  uint16
	blank    uint8
}

// archive holds the boards that improvement keeps, and the improvers. It has a niche for each number
// of moves. A niche holds boards that paths of this number of moves lead to, and keeps those with
// the smallest estimates (MAP-Elites, Mouret and Clune 2015). A board is in the niche of its
// shortest known path. So when two paths lead to the same board, the shorter one replaces the
// other. A board leaves the archive if, by its estimate, it cannot lead to a shorter plan than the
// best one.
type archive struct {
	run    *run
	rules  rules // for the whole board
	best   int   // number of moves of the best plan
	bred   int   // number of children so far
	room   int   // maximum number of elites in a niche
	most   int   // number of elites that the memory suffices for
	niches []niche
	known  []uint64 // see place

	improvers  []*improver
	fruitless  int // generations in a row without a shorter plan
	generation int
	idle       bool // the last generation generated no states, and no improver waits for children

	// Elites are in no order, and some entries are free. The data of an elite are the names of
	// the tiles, by cell, followed by the moves of its path, four to a byte.
	elites []elite
	data   []uint8
	stride int     // bytes of data of an elite
	offers []uint8 // storage for the data of the improvers' offers, an equal part for each improver
	free   []int32 // indices of free entries
}

// niche has the elites with one number of moves, in ascending order.
type niche []nicheEntry

// nicheEntry is an elite of a niche: the estimate, followed by the index of the elite in the 32 lower
// bits.
type nicheEntry int64

func entryOf(estimate, id int32) nicheEntry { return nicheEntry(estimate)<<32 | nicheEntry(id) }

func (m nicheEntry) estimate() int32 { return int32(m >> 32) }
func (m nicheEntry) id() int32       { return int32(m) }

const (
	// improveBytes is the memory of the tables, the populations and the archive together. The
	// archive has at least leastBytes, and at least room for leastPerNiche elites in each niche,
	// unless Limits.Bytes is too small.
	improveBytes  = 24 << 20
	leastBytes    = 1 << 19
	leastPerNiche = 2

	// childrenPerElite is the number of children, per niche, after which every niche gets room
	// for one more elite.
	childrenPerElite = 10

	// perElite is the memory of an elite besides its data, in bytes: the struct, its index in
	// the niche, and its part of the table of known boards.
	perElite = 80

	// tailGenes is the number of genes of a child, which follow its parent's path.
	tailGenes = 12

	// step is the maximum number of genes of a child that are decoded at a time.
	step = 4

	// patienceOfTail is the number of boards that the archive may refuse in a row before the
	// decoding of a child ends.
	patienceOfTail = 4

	// contestants is the number of elites in a tournament.
	contestants = 3

	// places is the number of words in a line of the table of known boards, a cache line.
	places = 8

	// firstElites is the number of elites that a new archive has memory for. With fewer, the
	// archive would grow more often.
	firstElites = 8192

	// idBits is the number of bits that store the index of an elite.
	idBits = 20
)

// newArchive makes an archive for plans shorter than the given number of moves. It returns nil
// if the memory does not suffice, or if there are too many moves.
func (r *run) newArchive(moves int) *archive {
	a := &archive{
		run:    r,
		best:   moves,
		room:   1,
		niches: make([]niche, moves),
		stride: r.tables.cells + (moves+3)/4,
		rules: rules{
			tables:    r.tables,
			objective: r.whole,
			byRank:    true,
			bounds:    boundsOf(r.solver.Settings.Greed),
		},
	}
	r.archive = a
	eliteBytes := uint64(a.stride + perElite)
	forNiches := uint64(leastPerNiche*moves) * eliteBytes
	bytes := max(leastBytes, improveBytes-min(r.bytes, improveBytes), forNiches)
	offers := r.improvers() * childrenPerGeneration * tailGenes * a.stride
	if limit := r.limits.Bytes; limit > 0 {
		bytes = min(bytes, limit-min(r.total.Bytes+uint64(offers), limit))
	}
	a.most = min(int(bytes/eliteBytes), 1<<idBits)
	if a.most < moves {
		return nil
	}
	a.offers = make([]uint8, offers)
	a.grow(min(max(4*moves, firstElites), a.most))
	return a
}

// grow makes room for the given total number of elites.
func (a *archive) grow(elites int) {
	for id := len(a.elites); id < elites; id++ {
		a.free = append(a.free, int32(id))
	}
	more := elites - len(a.elites)
	a.elites = append(a.elites, make([]elite, more)...)
	a.data = append(a.data, make([]uint8, more*a.stride)...)
	a.known = make([]uint64, 2<<bits.Len(uint(elites)))
	for _, n := range a.niches {
		for _, m := range n {
			key := a.elites[m.id()].key
			*a.place(key) = known(key, m.id())
		}
	}
	bytes := uint64(elites*(a.stride+perElite) + len(a.offers))
	a.run.total.Bytes = max(a.run.total.Bytes, a.run.bytes+bytes)
}

// place returns the place of a board in the table of known boards. An entry of the table has
// most bits of a board's key and the index of its elite. Some bits of the key determine the line of
// the board's place. If the line is full, a board takes the place of another one, which may then
// enter the archive a second time.
func (a *archive) place(key uint64) *uint64 {
	first := key >> idBits & uint64(len(a.known)-1) &^ (places - 1)
	line := a.known[first : first+places]
	place := &line[0]
	for i := range line {
		if line[i]>>idBits == key>>idBits {
			return &line[i]
		}
		if line[i] == 0 {
			place = &line[i]
		}
	}
	return place
}

// known returns the entry of an elite in the table of known boards.
func known(key uint64, id int32) uint64 { return key>>idBits<<idBits | uint64(id) }

// find returns the elite of a board. It reports false if the board is not known.
func (a *archive) find(key uint64) (id int32, found bool) {
	entry := *a.place(key)
	return int32(entry & (1<<idBits - 1)), entry>>idBits == key>>idBits
}

// admits reports whether a board may become an elite.
func (a *archive) admits(e *elite) bool {
	if int(e.moves+e.estimate) >= a.best {
		return false
	}
	niche := a.niches[e.moves]
	if len(niche) >= a.room && e.estimate >= niche[len(niche)-1].estimate() {
		return false
	}
	id, found := a.find(e.key)
	return !found || a.elites[id].moves > e.moves
}

// add makes a board an elite if the archive admits it. It removes the elite with a longer path to
// this board, and if the niche is full the one with the largest estimate.
func (a *archive) add(e *elite, data []uint8) {
	if !a.admits(e) {
		return
	}
	if id, found := a.find(e.key); found {
		a.remove(id)
	}
	if n := a.niches[e.moves]; len(n) >= a.room {
		a.remove(n[len(n)-1].id())
	}
	if len(a.free) == 0 {
		a.grow(min(2*len(a.elites), a.most))
	}
	id := a.free[len(a.free)-1]
	a.free = a.free[:len(a.free)-1]
	a.elites[id] = *e
	copy(a.dataOf(id), data)
	niche := &a.niches[e.moves]
	m := entryOf(e.estimate, id)
	i, _ := slices.BinarySearch(*niche, m)
	*niche = slices.Insert(*niche, i, m)
	*a.place(e.key) = known(e.key, id)
}

// remove removes an elite.
func (a *archive) remove(id int32) {
	e := &a.elites[id]
	niche := &a.niches[e.moves]
	i, _ := slices.BinarySearch(*niche, entryOf(e.estimate, id))
	*niche = slices.Delete(*niche, i, i+1)
	if place := a.place(e.key); *place == known(e.key, id) {
		*place = 0
	}
	a.free = append(a.free, id)
}

func (a *archive) dataOf(id int32) []uint8 { return a.data[int(id)*a.stride:][:a.stride] }

// addPlan offers the boards along a plan to the archive.
func (a *archive) addPlan(plan []puzzle.Move) {
	t := a.rules.tables
	o := a.rules.objective
	named := o.crop(a.run.problem.Start.Tiles())
	data := make([]uint8, a.stride)
	last := puzzle.Move(anyMove)
	for i, move := range plan[:min(len(plan), a.best)] {
		blank := blankOf(named)
		copy(data, named)
		e := elite{
			key:      t.keyOf(named, blank),
			moves:    int32(i),
			estimate: int32(o.estimate(named)),
			context:  contextOf(blank, last),
			blank:    blank,
		}
		a.add(&e, data)
		t.graph.Play(named, blank, plan[i:i+1])
		a.append(data, e.moves, move)
		last = move
	}
}

// append appends a move to data that has the given number of moves.
func (a *archive) append(data []uint8, moves int32, move puzzle.Move) {
	data[a.rules.tables.cells+int(moves)/4] |= uint8(move) << (moves % 4 * 2)
}

// pathOf returns the path in data that has the given number of moves.
func (a *archive) pathOf(data []uint8, moves int32) []puzzle.Move {
	path := make([]puzzle.Move, moves)
	for i := range path {
		path[i] = puzzle.Move(data[a.rules.tables.cells+i/4] >> (i % 4 * 2) & 3)
	}
	return path
}

// setBest sets the number of moves of the best plan, and removes elites that cannot lead to a
// shorter one.
func (a *archive) setBest(moves int) {
	a.best = moves
	for i := range a.niches {
		for len(a.niches[i]) > 0 {
			last := a.niches[i][len(a.niches[i])-1]
			if i+int(last.estimate()) < moves {
				break
			}
			a.remove(last.id())
		}
	}
}

// parent returns the winner of a tournament in a random niche. The elite with the fewest
// children wins, and among equals the one with the smallest estimate.
func (a *archive) parent(rng *rand.Rand) int32 {
	for {
		n := a.niches[below(rng, a.best)]
		if len(n) == 0 {
			continue
		}
		winner := n[below(rng, len(n))]
		for range contestants - 1 {
			other := n[below(rng, len(n))]
			fewest := a.elites[winner.id()].children
			count := a.elites[other.id()].children
			if count < fewest || count == fewest && other.estimate() < winner.estimate() {
				winner = other
			}
		}
		return winner.id()
	}
}

// breed breeds a child: the path of an elite, followed by random genes. It breeds none if the quota
// or the evaluations do not suffice, if the context has ended, and under controls without children.
func (b *improver) breed() {
	e := b.evo
	a := e.run.archive
	if e.budget.states < a.rules.states(tailGenes) || e.budget.evaluations == 0 || e.run.ctx.Err() != nil {
		return
	}
	if !e.run.solver.breeds() {
		b.bred += a.rules.states(tailGenes) // so that windows have the same share of states
		return
	}
	id := a.parent(e.rng)
	drawGenes(b.genes[:], e.rng)
	result := b.score(id, b.genes[:])
	b.parents = append(b.parents, id)
	b.scores = append(b.scores, result)
	states := a.rules.states(result.decoded)
	e.spend(states)
	b.bred += states
	e.countEvaluation()
	e.stats.MaxCost = max(e.stats.MaxCost, puzzle.Cost(int(a.elites[id].moves)+result.decoded))
}

// score decodes and scores genes from an elite, and collects offers: boards that the archive
// admits. Decoding ends at the goal, at a board that by its estimate cannot lead to a shorter
// plan, and after patienceOfTail refused boards in a row. The fitness is the smallest sum of
// moves and estimate over the boards.
func (b *improver) score(id int32, genes []float64) (result score) {
	a := b.evo.run.archive
	t := a.rules.tables
	o := a.rules.objective
	s := &b.scorer
	now := a.elites[id]
	now.children = 0
	now.failed = 0
	b.data = append(b.data[:0], a.dataOf(id)...)
	named := b.data[:t.cells]
	first := state{estimate: int64(now.estimate), context: now.context, blank: now.blank}
	origin := a.rules.originAt(first, named)
	s.start(&origin)
	result.fitness = math.MaxInt64
	rejected := 0 // in a row
	for result.decoded < len(genes) {
		n := o.decode(s, genes[result.decoded:min(result.decoded+step, len(genes))])
		result.decoded += n
		for i := range s.trail[:n] {
			m := &s.trail[i]
			cell := m.step.to()
			now.key ^= t.keyDelta(m.tile, cell, m.from)
			named[m.from] = m.tile
			named[cell] = 0
			a.append(b.data, now.moves, m.step.move())
			now.moves++
			now.estimate = int32(m.estimate)
			now.context = m.step.context()
			now.blank = cell
			length := now.moves + now.estimate
			if int64(length) < result.fitness {
				result.fitness = int64(length)
				result.board = now.key
			}
			if int(length) >= a.best {
				return result
			}
			if now.estimate == 0 && o.reached(named) {
				result.solved = true
				b.plans = append(b.plans, a.pathOf(b.data, now.moves))
				return result
			}
			if a.admits(&now) {
				b.offers = append(b.offers, now)
				b.datas = append(b.datas, b.data...)
				rejected = 0
				continue
			}
			rejected++
			if rejected == patienceOfTail {
				return result
			}
		}
	}
	return result
}

// collect adds an improver's offers to the archive, and updates the elites that the improver used.
func (a *archive) collect(b *improver) {
	for _, id := range b.parents {
		a.elites[id].children++
	}
	for _, id := range b.failed {
		a.elites[id].failed = int32(a.best)
	}
	a.bred += len(b.parents)
	if a.run.solver.Control == RandomPlans {
		return // this control keeps only boards along plans in the archive
	}
	for i := range b.offers {
		a.add(&b.offers[i], b.datas[i*a.stride:][:a.stride])
	}
}
