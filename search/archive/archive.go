package archive

import (
	"math/bits"
	"math/rand"
	"slices"

	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search/decode"
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

// archive holds the boards that the search keeps. It has a niche for each number
// of moves. A niche holds boards that paths of this number of moves lead to, and keeps those with
// the smallest estimates (MAP-Elites, Mouret and Clune 2015). A board is in the niche of its
// shortest known path. So when two paths lead to the same board, the shorter one replaces the
// other. A board leaves the archive if, by its estimate, it cannot lead to a shorter plan than the
// best one.
type archive struct {
	rules  *decode.Rules
	best   int // number of moves of the best plan
	bred   int // number of children so far
	room   int // maximum number of elites in a niche
	limit  int // maximum number of elites in the archive, by its memory
	niches []niche
	known  []uint64 // see place

	// Elites are in no order, and some entries are free. The data of an elite are the names of
	// the tiles, by cell, followed by the moves of its path, four to a byte.
	elites []elite
	data   []uint8
	stride int     // bytes of data of an elite
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
	// The archive has room for at least leastBytes, and for at least leastPerNiche elites in each
	// niche, unless Limits.Bytes is too small.
	leastBytes    = 1 << 19
	leastPerNiche = 2

	// childrenPerElite is the number of children, per niche, after which every niche gets room
	// for one more elite.
	childrenPerElite = 10

	// perElite is the memory of an elite besides its data, in bytes: the struct, its index in
	// the niche, and its part of the table of known boards.
	perElite = 80

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

// strideOf returns the bytes of data of an elite for plans shorter than the given number of moves.
func strideOf(rules *decode.Rules, moves int) int { return rules.Tables.Cells + (moves+3)/4 }

// newArchive makes an archive for plans shorter than the given number of moves. It takes about the
// given number of bytes, or more if the plans need more. If maxBytes is not 0, it never takes more
// than maxBytes. newArchive returns nil if that does not suffice.
func newArchive(rules *decode.Rules, moves int, bytes, maxBytes uint64) *archive {
	a := &archive{
		rules:  rules,
		best:   moves,
		room:   1,
		niches: make([]niche, moves),
		stride: strideOf(rules, moves),
	}
	eliteBytes := uint64(a.stride + perElite)
	forNiches := uint64(leastPerNiche*moves) * eliteBytes
	bytes = max(leastBytes, bytes, forNiches)
	if maxBytes > 0 {
		bytes = min(bytes, maxBytes)
	}
	a.limit = min(int(bytes/eliteBytes), 1<<idBits)
	if a.limit < moves {
		return nil
	}
	a.grow(min(max(4*moves, firstElites), a.limit))
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
}

// bytes returns the memory of the elites.
func (a *archive) bytes() uint64 { return uint64(len(a.elites) * (a.stride + perElite)) }

// place returns the place of a board in the table of known boards. An entry of the table has
// the high bits of a board's key and the index of its elite. Some bits of the key determine the line
// of the board's place. If the line is full, a board takes the place of another one, which may then
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
		a.grow(min(2*len(a.elites), a.limit))
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

// addPlan offers the boards along a plan from a start board to the archive.
func (a *archive) addPlan(start puzzle.Board, plan []puzzle.Move) {
	t := a.rules.Tables
	o := a.rules.Objective
	named := o.Crop(start.Tiles())
	data := make([]uint8, a.stride)
	last := puzzle.Move(decode.AnyMove)
	for i, move := range plan[:min(len(plan), a.best)] {
		blank := decode.BlankOf(named)
		copy(data, named)
		e := elite{
			key:      t.KeyOf(named, blank),
			moves:    int32(i),
			estimate: int32(o.Estimate(named)),
			context:  decode.ContextOf(blank, last),
			blank:    blank,
		}
		a.add(&e, data)
		t.Graph.Play(named, blank, plan[i:i+1])
		a.append(data, e.moves, move)
		last = move
	}
}

// append appends a move to data that has the given number of moves.
func (a *archive) append(data []uint8, moves int32, move puzzle.Move) {
	data[a.rules.Tables.Cells+int(moves)/4] |= uint8(move) << (moves % 4 * 2)
}

// pathOf returns the path in data that has the given number of moves.
func (a *archive) pathOf(data []uint8, moves int32) []puzzle.Move {
	path := make([]puzzle.Move, moves)
	for i := range path {
		path[i] = puzzle.Move(data[a.rules.Tables.Cells+i/4] >> (i % 4 * 2) & 3)
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
		n := a.niches[random.Below(rng, a.best)]
		if len(n) == 0 {
			continue
		}
		winner := n[random.Below(rng, len(n))]
		for range contestants - 1 {
			other := n[random.Below(rng, len(n))]
			fewest := a.elites[winner.id()].children
			count := a.elites[other.id()].children
			isNearer := other.estimate() < winner.estimate()
			if count < fewest || (count == fewest && isNearer) {
				winner = other
			}
		}
		return winner.id()
	}
}
