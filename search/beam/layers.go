package beam

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	chunkStates = 512     // states of a layer that one task expands
	scores      = 1 << 14 // scores that the counting selection tells apart
	maxMoves    = 4       // successors of a state
)

// layer holds states, one element of each slice for each state.
type layer struct {
	n     int
	tiles []uint8 // cells bytes for each state
	blank []uint8
	back  []puzzle.Move // the move that would undo the last one
	score []int32
	cost  []int32  // of the path
	left  []int32  // lower bound of the cost that is left
	hash  []uint64 // sum of the keys of all tiles
	from  []uint32 // index of the parent in the layer before, times 4, plus the move
	line  []uint64 // sum of the keys of the tiles of the current line; nil without lines
	after []uint64 // sum of the keys of the tiles of the line after it
}

// candidates are the successors of a chunk of a layer.
type candidates struct {
	n     int
	score []int32
	hash  []uint64
	from  []uint32 // as in layer
	kept  []bool   // the candidate joins the next layer
	slot  []uint32 // see stages; nil without lines

	// The selected candidates, region by region of the hash table. Those of region r are
	// selected[regions[r]:regions[r+1]], and joined[r] of them join the next layer.
	selected []uint16
	regions  []uint16
	joined   []uint16

	goal     int         // candidate with the cheapest path to the goal; -1 for none
	goalCost puzzle.Cost // cost of this path
	maxCost  puzzle.Cost // maximum path cost of a candidate
}

// layers is one search with a certain width.
type layers struct {
	space
	ctx       context.Context
	memory    *memory
	width     int
	bound     puzzle.Cost // maximum cost of a plan
	states    uint64      // maximum number of states to generate
	now, next layer
	chunks    []candidates
	boards    *table     // all boards of the layers so far
	counts    [][]uint32 // number of candidates by score, for each worker
	history   [][]uint32 // from of each layer but the first
	stored    uint64     // number of states in all layers
	yield     float64    // fraction of the selected candidates that joined the last layer
	complete  bool       // no candidate was left out because of the width
	stats     search.Stats
	stages    stages
	graph     *puzzle.Graph        // of the cells that are left
	scores    []heuristics.Changes // of the current stage, for each worker
	show      func(tiles []uint8)
}

// newLayers begins a search at a board. The depth is the expected number of layers. It returns nil
// if the memory would exceed the limit.
func newLayers(
	ctx context.Context, s space, m *memory, start puzzle.Board, width, depth int,
) *layers {
	if !m.allows(bytesOf(s, width, depth)) {
		return nil
	}
	l := &layers{
		space:    s,
		ctx:      ctx,
		memory:   m,
		width:    width,
		states:   math.MaxUint64,
		yield:    1,
		complete: true,
	}
	room := roomFor(width)
	l.now = takeLayer(m, s, room)
	l.next = takeLayer(m, s, room)
	regions := regionsFor(width)
	l.chunks = make([]candidates, (room+chunkStates-1)/chunkStates)
	for i := range l.chunks {
		n := maxMoves * min(chunkStates, room)
		l.chunks[i] = takeCandidates(m, s, n, regions)
	}
	for range s.workers {
		l.counts = append(l.counts, take[uint32](m, scores))
	}
	l.boards = newTable(take[uint32](m, tableEntries(width, depth)), regions)

	first := carried{
		tiles: start.Tiles(),
		blank: uint8(start.Blank()),
		back:  noMove,
		left:  s.left(start.Tiles()),
	}
	for cell, tile := range first.tiles {
		first.hash ^= s.keys[int(tile)*s.cells+cell]
	}
	slots := s.lined() * slotsFor(width)
	l.stages = stages{
		past:  []stage{{carried: []carried{first}}},
		alike: take[uint64](m, slots),
		best:  take[uint64](m, slots),
	}
	l.enter(0)
	l.turn()
	return l
}

// takeLayer returns a layer with room for a number of states.
func takeLayer(m *memory, s space, room int) layer {
	return layer{
		tiles: take[uint8](m, room*s.cells),
		blank: take[uint8](m, room),
		back:  take[puzzle.Move](m, room),
		score: take[int32](m, room),
		cost:  take[int32](m, room),
		left:  take[int32](m, room),
		hash:  take[uint64](m, room),
		from:  take[uint32](m, room),
		line:  take[uint64](m, s.lined()*room),
		after: take[uint64](m, s.lined()*room),
	}
}

// takeCandidates returns candidates with room for n of them.
func takeCandidates(m *memory, s space, n, regions int) candidates {
	return candidates{
		score:    take[int32](m, n),
		hash:     take[uint64](m, n),
		from:     take[uint32](m, n),
		kept:     take[bool](m, n),
		slot:     take[uint32](m, s.lined()*n),
		selected: take[uint16](m, n),
		regions:  take[uint16](m, regions+1),
		joined:   take[uint16](m, regions),
	}
}

// randomFactor makes a random number of a hash by multiplication. It is 2^64 divided by the golden
// ratio.
const randomFactor = 0x9e3779b97f4a7c15

// noMove means that there is no move to undo.
const noMove = puzzle.Move(4)

// roomFor returns the number of states that a layer has room for.
func roomFor(width int) int { return width + width/8 + 16 }

// slotsFor returns the number of slots of alike boards.
func slotsFor(width int) int { return 1 << bits.Len(uint(8*width)) }

// bytesOf returns the memory that a search needs, in bytes.
func bytesOf(s space, width, depth int) uint64 {
	inLayer := s.cells + 2*1 + 4*4 + 8 // tiles; blank, back; score, cost, left, from; hash
	inLayer += s.lined() * 2 * 8       // line, after
	perCandidate := 4 + 8 + 4 + 1 + 2  // score, hash, from, kept, selected
	perCandidate += s.lined() * 4      // slot
	const perRegion = 2 * 4            // more than regions and joined take for a state
	perState := 2*inLayer + maxMoves*perCandidate + perRegion
	history := depth * (width*4 + int(unsafe.Sizeof([]uint32{})))
	table := 4 * tableEntries(width, depth)
	counts := s.workers * scores * 4
	slots := s.lined() * 2 * 8 * slotsFor(width)
	return uint64(roomFor(width)*perState + history + table + counts + slots)
}

// regionsFor returns the number of regions of the hash table: 1 for small searches, so that they
// need no goroutines.
func regionsFor(width int) int {
	return 1 << min(max(bits.Len(uint(width/chunkStates))-1, 0), 6)
}

// run searches layer by layer. It returns a plan, or nil with a status other than Solved. The
// status is Exhausted if all plans that the beam can find cost more than the bound. A search by
// lines then returns the moves that complete the lines before the current one. The function poll is
// called after each layer, and may end the search by a status.
func (l *layers) run(poll func() search.Status) ([]puzzle.Move, search.Status) {
	for l.now.n > 0 {
		if status := poll(); status != "" {
			return nil, status
		}
		if plan, status := l.advance(); status != "" {
			return plan, status
		}
		l.turn()
	}
	return l.trace(inherited), search.Exhausted
}

// advance makes the next layer, or returns the status that ends the search.
func (l *layers) advance() ([]puzzle.Move, search.Status) {
	chunks := (l.now.n + chunkStates - 1) / chunkStates
	base := slices.Min(l.now.score[:l.now.n]) - scores/8
	meter := search.MeterOf(l.ctx)
	expanded := meter.Parallel(l.workers, chunks, func(worker, chunk int) bool {
		l.expand(worker, chunk, base)
		return search.Interrupted(l.ctx) == ""
	})
	if !expanded {
		return nil, search.Interrupted(l.ctx)
	}
	counted, status := l.count(chunks)
	if plan := l.planOf(counted); plan != nil {
		return plan, search.Solved
	}
	if status != "" {
		return nil, status
	}
	if !l.stages.last {
		meter.Parallel(l.workers, chunks, func(worker, chunk int) bool {
			l.drop(worker, chunk, base)
			return true
		})
	}
	limit := l.threshold(base, int(float64(l.width)/l.yield))
	meter.Parallel(l.workers, chunks, func(_, chunk int) bool {
		l.selects(chunk, limit)
		return true
	})
	meter.Parallel(l.workers, l.boards.regions, func(_, region int) bool {
		l.filter(region, chunks)
		return true
	})
	bytes := uint64(4 * cap(l.next.blank))
	if !l.memory.count(bytes) {
		return nil, search.MemoryLimit
	}
	l.stages.counted += bytes
	first, selected := l.places(chunks)
	joined := first[chunks]
	l.next.n = min(joined, cap(l.next.blank))
	meter.Parallel(l.workers, chunks, func(_, chunk int) bool {
		l.fill(chunk, first[chunk])
		return true
	})
	if selected > 0 {
		l.yield = max(float64(joined)/float64(selected), 0.2)
	}
	l.stats.Duplicates += uint64(selected - joined)
	l.history = append(l.history, slices.Clone(l.next.from[:l.next.n]))
	l.stored += uint64(l.next.n)
	l.stats.PeakStored = max(l.stats.PeakStored, l.stored)
	l.now, l.next = l.next, l.now
	l.showLayer()
	return nil, ""
}

// places returns the index in the next layer of the first state of each chunk, with the number of
// states of all chunks behind them, and the number of candidates that were selected.
func (l *layers) places(chunks int) (first []int, selected int) {
	first = make([]int, chunks+1)
	for i := range chunks {
		c := &l.chunks[i]
		selected += int(c.regions[l.boards.regions])
		first[i+1] = first[i]
		for _, n := range c.joined {
			first[i+1] += int(n)
		}
	}
	return first, selected
}

// showLayer shows two random boards of the current layer.
func (l *layers) showLayer() {
	if l.show == nil || l.now.n == 0 {
		return
	}
	n := uint64(l.now.n)
	for _, hash := range []uint64{l.now.hash[0], l.now.hash[n-1]} {
		first := int(hash*randomFactor>>20%n) * l.cells
		l.show(l.now.tiles[first:][:l.cells])
	}
}

// expand generates the successors of a chunk of states, and counts their scores from base on.
func (l *layers) expand(worker, chunk int, base int32) {
	c := &l.chunks[chunk]
	counts := l.counts[worker]
	score := l.scores[worker]
	c.n = 0
	c.goal = -1
	c.maxCost = 0
	lines := !l.stages.last
	for i := chunk * chunkStates; i < min((chunk+1)*chunkStates, l.now.n); i++ {
		tiles := l.now.tiles[i*l.cells : (i+1)*l.cells]
		blank := l.now.blank[i]
		back := l.now.back[i]
		parentScore := l.now.score[i]
		hash := l.now.hash[i] ^ l.keys[blank]
		f := l.now.cost[i] + l.now.left[i]
		score.Begin(tiles)
		for _, step := range l.graph.Steps(blank) {
			if step.Move == back {
				continue
			}
			tile := tiles[step.To]
			row := int(tile) * l.cells
			oldIndex := row + int(step.To)
			newIndex := row + int(blank)
			n := c.n
			c.n++
			after := hash ^ l.keys[oldIndex] ^ l.keys[newIndex]
			c.hash[n] = after ^ l.keys[step.To]
			c.from[n] = uint32(i)<<2 | uint32(step.Move)
			cost := l.costs[step.Move]
			total := puzzle.Cost(l.now.cost[i] + cost)
			c.maxCost = max(c.maxCost, total)
			if puzzle.Cost(f+cost+l.distances[newIndex]-l.distances[oldIndex]) > l.bound {
				c.score[n] = pruned
				continue
			}
			value := parentScore + int32(score.Change(tiles, step.To, blank))
			c.score[n] = value
			if after == l.goal && (c.goal < 0 || total < c.goalCost) {
				c.goal = n
				c.goalCost = total
			}
			if lines {
				l.offer(c, n, tile, oldIndex, newIndex)
				continue
			}
			counts[min(max(value-base, 0), scores-1)]++
		}
	}
}

// pruned is the score of a candidate that cannot lead to a plan within the bound.
const pruned = math.MaxInt32

// count adds the work of a layer to the statistics, and returns the number of chunks within the limit
// of states. If the limit is reached, count also returns NodeLimit, and leaves out the successors of
// the states behind it.
func (l *layers) count(chunks int) (int, search.Status) {
	for i := range chunks {
		c := &l.chunks[i]
		states := min(chunkStates, l.now.n-i*chunkStates)
		l.stats.MaxCost = max(l.stats.MaxCost, c.maxCost)
		if l.stats.Generated+uint64(c.n) < l.states {
			l.stats.Expanded += uint64(states)
			l.stats.Generated += uint64(c.n)
			continue
		}
		n := int(l.states - l.stats.Generated)
		for n < c.n && c.from[n]>>2 == c.from[n-1]>>2 {
			n++
		}
		l.stats.Generated += uint64(n)
		l.stats.Expanded += uint64(int(c.from[n-1]>>2) - i*chunkStates + 1)
		if c.goal >= n {
			c.goal = -1
		}
		return i + 1, search.NodeLimit
	}
	return chunks, ""
}

// planOf returns the cheapest plan that the candidates complete, or nil if there is none.
func (l *layers) planOf(chunks int) []puzzle.Move {
	var best *candidates
	for i := range chunks {
		if c := &l.chunks[i]; c.goal >= 0 && (best == nil || c.goalCost < best.goalCost) {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	return l.trace(best.from[best.goal])
}

// limit is the limit of a selection. Candidates with a smaller score are selected. Those with the
// same score are selected if the random number of their board is at most part.
type limit struct {
	score int32
	part  uint64
}

func (t limit) selects(score int32, hash uint64) bool {
	return score < t.score || (score == t.score && hash*randomFactor <= t.part)
}

// threshold returns the limit that selects about n candidates, and resets the counts.
func (l *layers) threshold(base int32, n int) limit {
	sum := l.counts[0]
	for _, counts := range l.counts[1:] {
		for i, count := range counts {
			sum[i] += count
		}
		clear(counts)
	}
	defer clear(sum)
	for i, count := range sum {
		if int(count) > n {
			l.complete = false
			part := float64(n) / float64(count) * math.MaxUint64
			return limit{score: base + int32(i), part: uint64(part)}
		}
		n -= int(count)
	}
	return limit{score: pruned - 1, part: math.MaxUint64}
}

// selects lists the selected candidates of a chunk by region.
func (l *layers) selects(chunk int, t limit) {
	c := &l.chunks[chunk]
	clear(c.regions)
	for i := range c.n {
		c.kept[i] = false
		if t.selects(c.score[i], c.hash[i]) {
			c.regions[l.boards.region(c.hash[i])+1]++
		}
	}
	var next [maxRegions]uint16
	for r := 1; r < len(c.regions); r++ {
		next[r-1] = c.regions[r-1]
		c.regions[r] += c.regions[r-1]
	}
	for i := range c.n {
		if t.selects(c.score[i], c.hash[i]) {
			r := l.boards.region(c.hash[i])
			c.selected[next[r]] = uint16(i)
			next[r]++
		}
	}
}

// filter keeps the selected candidates of a region whose boards are new. The chunks are read in
// their order, so of equal boards the first one is kept.
func (l *layers) filter(region, chunks int) {
	for i := range chunks {
		c := &l.chunks[i]
		c.joined[region] = 0
		selected := c.selected[c.regions[region]:c.regions[region+1]]
		for batch := range slices.Chunk(selected, prefetchBatch) {
			for _, k := range batch {
				l.boards.touch(region, c.hash[k])
			}
			for _, k := range batch {
				if l.boards.add(region, c.hash[k]) {
					c.kept[k] = true
					c.joined[region]++
				}
			}
		}
	}
}

// fill makes the kept candidates of a chunk states of the next layer. The first one gets the index
// next.
func (l *layers) fill(chunk, next int) {
	c := &l.chunks[chunk]
	for i, kept := range c.kept[:c.n] {
		if !kept {
			continue
		}
		if next == cap(l.next.blank) {
			return
		}
		l.makeState(c, i, next)
		next++
	}
}

// makeState makes candidate k state i of the next layer.
func (l *layers) makeState(c *candidates, k, i int) {
	now := &l.now
	next := &l.next
	parent := int(c.from[k] >> 2)
	move := puzzle.Move(c.from[k] & 3)
	tiles := next.tiles[i*l.cells : (i+1)*l.cells]
	copy(tiles, now.tiles[parent*l.cells:])
	blank := now.blank[parent]
	newBlank := l.graph.To(blank, move)
	tile := tiles[newBlank]
	tiles[blank] = tile
	tiles[newBlank] = 0
	oldIndex := int(tile)*l.cells + int(newBlank)
	newIndex := int(tile)*l.cells + int(blank)
	next.blank[i] = newBlank
	next.back[i] = move.Opposite()
	next.score[i] = c.score[k]
	next.hash[i] = c.hash[k]
	next.from[i] = c.from[k]
	next.cost[i] = now.cost[parent] + l.costs[move]
	next.left[i] = now.left[parent] + l.distances[newIndex] - l.distances[oldIndex]
	if !l.stages.last {
		change := l.keys[oldIndex] ^ l.keys[newIndex]
		next.line[i] = now.line[parent] ^ change&l.stages.current[tile]
		next.after[i] = now.after[parent] ^ change&l.stages.after[tile]
	}
}
