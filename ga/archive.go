package ga

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand"
	"slices"

	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// elite is a board of the archive, with a plan from the problem's start to it.
type elite struct {
	key      uint64
	moves    int32 // of the plan
	estimate int32
	children int32 // bred from it
	failed   int32 // length of the best plan when a search from here for a better one failed
	context  uint16
	blank    uint8
}

// archive is the population of improvement. It has a niche for each number of moves, which
// holds boards that plans of so many moves lead to, those with the smallest estimates
// (MAP-Elites, Mouret and Clune 2015). A board is in the niche of its shortest known plan,
// so that plans that meet exchange their beginnings. Boards that cannot lead to a plan
// shorter than the best, by their estimates, are not in the archive.
type archive struct {
	run    *run
	rules  rules // of the whole board
	best   int   // moves of the best plan
	bred   int   // children so far
	room   int   // elites of a niche
	most   int   // elites that the memory suffices for
	niches []niche
	known  []uint64 // see place

	// Elites are in no order, and some are free. The data of an elite are the names of the
	// tiles, by cell, and then the moves of the plan, four to a byte.
	elites []elite
	data   []uint8
	stride int     // bytes of data of an elite
	offers []uint8 // storage of the data that breeders offer, the same for each
	free   []int32
}

// niche is the elites of one number of moves, those on which it was last pruned first.
type niche struct {
	ids   []int32
	worst int32 // estimate of the elites that it kept when it was last full
}

const (
	// improveBytes is the memory of the populations and the archive together, of which the
	// archive has leastBytes or more, and room for leastPerNiche elites for each number of moves.
	// A limit may reduce it.
	improveBytes, leastBytes, leastPerNiche = 24 << 20, 1 << 19, 2

	// childrenPerElite is the number of children after which a niche gets room for one more
	// elite for each number of moves.
	childrenPerElite = 10

	// perElite is the memory of an elite besides its data, in bytes: its own, and that of its
	// number and its places in the table of known boards.
	perElite = 80

	// tailGenes is the number of genes of a child behind its parent's plan.
	tailGenes = 12

	// step is the number of genes decoded at a time.
	step = 4

	// patienceOfTail is the number of boards in a row that end a child if the archive admits
	// none of them.
	patienceOfTail = 4

	// contestants is the number of elites in a tournament.
	contestants = 3

	// places is the number of words in a line of the table of known boards, a cache line.
	places = 8

	// firstElites is the number of elites that a new archive has memory for. Less would leave
	// garbage when it grows.
	firstElites = 8192

	// moveBits are enough for the moves of a plan.
	moveBits = 20
)

// newArchive makes the archive of plans shorter than one with so many moves. It returns nil
// if the memory does not suffice.
func (r *run) newArchive(moves int) *archive {
	r.archive.release()
	goal, size := r.problem.Goal, r.problem.Goal.Size()
	o := r.stages[0]
	if len(r.stages) > 1 {
		o = r.tables.objective(goal, region{rows: size.Rows, cols: size.Cols}, nil)
	}
	a := &archive{run: r, best: moves, room: 1, stride: size.Cells() + (moves+3)/4}
	r.archive, a.niches = a, slices.Repeat([]niche{{worst: math.MaxInt32}}, moves)
	a.rules = rules{tables: o.tables, objective: o, byRank: true, bounds: boundsOf(r.solver.Settings.Greed)}
	one := uint64(a.stride + perElite)
	bytes := max(leastBytes, improveBytes-min(r.bytes, improveBytes), uint64(leastPerNiche*moves)*one)
	offers := r.breeders() * children * tailGenes * a.stride
	if limit := r.limits.Bytes; limit > 0 {
		bytes = min(bytes, limit-min(r.total.Bytes+uint64(offers), limit))
	}
	a.most = int(bytes / one)
	if a.most < moves || moves >= 1<<moveBits {
		return nil
	}
	a.offers = machine.Alloc[uint8](offers)
	a.grow(min(max(4*moves, firstElites), a.most))
	return a
}

// release frees the memory of the archive.
func (a *archive) release() {
	machine.Free(a.elites)
	machine.Free(a.data)
	machine.Free(a.known)
	machine.Free(a.offers)
}

// grow makes room for so many elites in all.
func (a *archive) grow(elites int) {
	for id := len(a.elites); id < elites; id++ {
		a.free = append(a.free, int32(id))
	}
	a.elites, a.data = machine.Grow(a.elites, elites), machine.Grow(a.data, elites*a.stride)
	machine.Free(a.known)
	a.known = machine.Alloc[uint64](2 << bits.Len(uint(elites)))
	for _, n := range a.niches {
		for _, id := range n.ids {
			e := &a.elites[id]
			if place := a.place(e.key); *place == 0 {
				*place = e.known()
			}
		}
	}
	a.run.total.Bytes = max(a.run.total.Bytes, a.run.bytes+uint64(elites*(a.stride+perElite)+len(a.offers)))
}

// place returns the place of a board in the table of known boards, which holds the moves of
// its shortest plan and most bits of its key. Boards whose keys have some bits in common
// share a line of places. Where a line is full, a board takes the place of another, which
// may then be in its niche twice.
func (a *archive) place(key uint64) *uint64 {
	first := key >> moveBits & uint64(len(a.known)-1) &^ (places - 1)
	line := a.known[first : first+places]
	place := &line[0]
	for i := range line {
		if line[i]>>moveBits == key>>moveBits {
			return &line[i]
		}
		if line[i] == 0 {
			place = &line[i]
		}
	}
	return place
}

// known returns what the table of known boards holds of an elite.
func (e *elite) known() uint64 { return e.key>>moveBits<<moveBits | uint64(e.moves) }

// admits reports whether a board may become an elite.
func (a *archive) admits(e *elite) bool {
	if int(e.moves+e.estimate) >= a.best {
		return false
	}
	if n := &a.niches[e.moves]; len(n.ids) >= a.room && e.estimate >= n.worst {
		return false
	}
	known, own := *a.place(e.key), e.known()
	return known>>moveBits != own>>moveBits || known > own
}

// add makes a board an elite if it may become one.
func (a *archive) add(e *elite, data []uint8) {
	if !a.admits(e) {
		return
	}
	n := &a.niches[e.moves]
	if len(n.ids) > a.room+a.room/4 {
		a.prune(n)
	}
	if len(a.free) == 0 {
		if len(a.elites) == a.most {
			return
		}
		a.grow(min(2*len(a.elites), a.most))
	}
	id := a.free[len(a.free)-1]
	a.free = a.free[:len(a.free)-1]
	a.elites[id] = *e
	copy(a.dataOf(id), data)
	n.ids = append(n.ids, id)
	*a.place(e.key) = e.known()
}

func (a *archive) dataOf(id int32) []uint8 { return a.data[int(id)*a.stride:][:a.stride] }

// prune discards the elites of a niche that have shorter plans or that cannot lead to a
// better one, and those for which there is no room.
func (a *archive) prune(n *niche) {
	slices.SortStableFunc(n.ids, func(x, y int32) int {
		return cmp.Compare(a.elites[x].estimate, a.elites[y].estimate)
	})
	kept := n.ids[:0]
	for _, id := range n.ids {
		e := &a.elites[id]
		place, own := a.place(e.key), e.known()
		stale := *place>>moveBits == own>>moveBits && *place < own
		if stale || len(kept) == a.room || int(e.moves+e.estimate) >= a.best {
			if *place == own {
				*place = 0
			}
			a.free = append(a.free, id)
			continue
		}
		kept = append(kept, id)
		n.worst = e.estimate
	}
	if n.ids = kept; len(kept) < a.room {
		n.worst = math.MaxInt32
	}
}

// addPlan makes the boards along a plan from the start elites.
func (a *archive) addPlan(plan []puzzle.Move) {
	t, o := a.rules.tables, a.rules.objective
	tiles := a.run.problem.Start.Tiles()
	named := o.crop(tiles)
	e, data, last := elite{}, make([]uint8, a.stride), puzzle.Move(anyMove)
	t.follow(named, blankOf(tiles), plan[:min(len(plan), a.best)], func(key uint64, blank uint8) {
		if e.moves > 0 {
			last = plan[e.moves-1]
			a.append(data, e.moves-1, last)
		}
		copy(data, named)
		e.key, e.blank, e.context = key, blank, contextOf(blank, last)
		e.estimate = int32(o.estimate(named))
		a.add(&e, data)
		e.moves++
	})
}

// append adds a move to data that has so many.
func (a *archive) append(data []uint8, moves int32, move puzzle.Move) {
	data[a.rules.tables.cells+int(moves)/4] |= uint8(move) << (moves % 4 * 2)
}

// planOf returns the plan of so many moves in data.
func (a *archive) planOf(data []uint8, moves int32) []puzzle.Move {
	plan := make([]puzzle.Move, moves)
	for i := range plan {
		plan[i] = puzzle.Move(data[a.rules.tables.cells+i/4] >> (i % 4 * 2) & 3)
	}
	return plan
}

// setBest makes the archive one of plans shorter than so many moves.
func (a *archive) setBest(moves int) {
	a.best = moves
	for i := range a.niches {
		a.prune(&a.niches[i])
	}
}

// parent returns the winner of a tournament in a random niche: an elite with the fewest
// children.
func (a *archive) parent(rng *rand.Rand) int32 {
	for {
		ids := a.niches[below(rng, a.best)].ids
		if len(ids) == 0 {
			continue
		}
		winner := ids[below(rng, len(ids))]
		for range contestants - 1 {
			other := ids[below(rng, len(ids))]
			x, y := &a.elites[other], &a.elites[winner]
			if x.children < y.children || x.children == y.children && x.estimate < y.estimate {
				winner = other
			}
		}
		return winner
	}
}

// breed breeds a child: the plan of an elite and random genes behind it. The child ends
// where the estimate says that its plan cannot become a better one, or after several boards in
// a row that the archive does not admit.
func (b *breeder) breed(child int) {
	a, e, c := b.evo.run.archive, b.evo, &b.children[child]
	c.score = score{}
	switch {
	case e.quota < a.rules.states(tailGenes) || e.run.ctx.Err() != nil:
		return
	case e.settings.Control == WindowsAlone || e.settings.Control == WeightedAStar:
		b.bred += a.rules.states(tailGenes) // the share of windows is the same
		return
	}
	id := a.parent(e.rng)
	b.parents = append(b.parents, id)
	c.draw(tailGenes, e.rng)
	c.score = b.score(id, c.genes)
	states := a.rules.states(c.score.decoded)
	e.spend(states)
	b.bred += states
	e.stats.Evaluated++
	e.stats.MaxCost = max(e.stats.MaxCost, puzzle.Cost(int(a.elites[id].moves)+c.score.decoded))
}

// score decodes and scores genes behind the plan of an elite, and notes what they offer to the
// archive. The fitness is the smallest number of moves and estimate of a board.
func (b *breeder) score(id int32, genes []float64) (result score) {
	a := b.evo.run.archive
	t, o, s := a.rules.tables, a.rules.objective, &b.scorer
	now := a.elites[id]
	now.children, now.failed = 0, 0
	b.data = append(b.data[:0], a.dataOf(id)...)
	named := b.data[:t.cells]
	b.origin = a.rules.originAt(state{estimate: int64(now.estimate), context: now.context, blank: now.blank}, named)
	s.start(&b.origin)
	result.fitness = math.MaxInt64
	for rejected := 0; result.decoded < len(genes); {
		n := o.decode(s, genes[result.decoded:min(result.decoded+step, len(genes))])
		result.decoded += n
		for i := range s.trail[:n] {
			m := &s.trail[i]
			now.key ^= t.keyDeltas[m.step.at()*(t.cells+1)+int(m.tile)]
			named[m.from], named[m.step.to()] = m.tile, 0
			a.append(b.data, now.moves, m.step.move())
			now.moves++
			now.estimate, now.context, now.blank = int32(m.estimate), m.step.context(), m.step.to()
			if length := int64(now.moves + now.estimate); length < result.fitness {
				result.fitness, result.board = length, now.key
			}
			switch {
			case int(now.moves+now.estimate) >= a.best:
				return result
			case now.estimate == 0 && o.reached(named):
				result.solved = true
				b.plans = append(b.plans, a.planOf(b.data, now.moves))
				return result
			case a.admits(&now):
				b.offers, b.datas = append(b.offers, now), append(b.datas, b.data...)
				rejected = 0
			default:
				if rejected++; rejected == patienceOfTail {
					return result
				}
			}
		}
	}
	return result
}

// collect takes over what a breeder bred.
func (a *archive) collect(b *breeder) {
	for _, id := range b.parents {
		a.elites[id].children++
	}
	if b.repairer != nil {
		for _, id := range b.repairer.failed {
			a.elites[id].failed = int32(a.best)
		}
	}
	a.bred += len(b.parents)
	if a.run.solver.Control == RandomPlans {
		return // children are bred from the boards along the best plans
	}
	for i := range b.offers {
		a.add(&b.offers[i], b.datas[i*a.stride:][:a.stride])
	}
}
