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
	selected, regions, joined []uint16

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
func newLayers(ctx context.Context, s space, m *memory, start puzzle.Board, width, depth int) *layers {
	room, slots := roomFor(width), slotsFor(width)
	if !m.allows(bytesOf(s, width, depth)) {
		return nil
	}
	l := &layers{space: s, ctx: ctx, memory: m, width: width, yield: 1, complete: true, states: math.MaxUint64}
	l.stages.carry = max(lineCarry, width/8)
	lined := s.lined()
	l.stages.alike, l.stages.best = take[uint64](m, lined*slots), take[uint64](m, lined*slots)
	for _, layer := range []*layer{&l.now, &l.next} {
		layer.tiles = take[uint8](m, room*s.cells)
		layer.blank, layer.back = take[uint8](m, room), take[puzzle.Move](m, room)
		layer.score, layer.cost, layer.left = take[int32](m, room), take[int32](m, room), take[int32](m, room)
		layer.hash, layer.from = take[uint64](m, room), take[uint32](m, room)
		layer.line, layer.after = take[uint64](m, lined*room), take[uint64](m, lined*room)
	}
	regions := regionsFor(width)
	l.chunks = make([]candidates, (room+chunkStates-1)/chunkStates)
	for i := range l.chunks {
		n := maxMoves * min(chunkStates, room)
		l.chunks[i] = candidates{
			score: take[int32](m, n), hash: take[uint64](m, n), from: take[uint32](m, n), kept: take[bool](m, n),
			selected: take[uint16](m, n), regions: take[uint16](m, regions+1), joined: take[uint16](m, regions),
			slot: take[uint32](m, lined*n),
		}
	}
	for range s.workers {
		l.counts = append(l.counts, take[uint32](m, scores))
	}
	l.boards = newTable(take[uint32](m, tableEntries(width, depth)), regions)
	first := carried{tiles: start.Tiles(), blank: uint8(start.Blank()), back: noMove, left: s.left(start.Tiles())}
	for cell, tile := range first.tiles {
		first.hash ^= s.keys[int(tile)*s.cells+cell]
	}
	l.stages.past = []stage{{carried: []carried{first}}}
	l.enter(0)
	l.turn()
	return l
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
	perState := 2*(s.cells+2*1+5*4+8) + maxMoves*(4+8+4+1+2) + s.lined()*(2*2*8+maxMoves*4)
	history := depth * (width*4 + int(unsafe.Sizeof([]uint32{})))
	return uint64(roomFor(width)*perState + history + 4*tableEntries(width, depth) + s.workers*scores*4 +
		s.lined()*2*8*slotsFor(width))
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
	ended := meter.Parallel(l.workers, chunks, func(worker, chunk int) bool {
		l.expand(worker, chunk, base)
		return search.Interrupted(l.ctx) == ""
	})
	if status := search.Interrupted(l.ctx); !ended && status != "" {
		return nil, status
	}
	counted, status := l.count(chunks)
	if plan := l.planOf(counted); plan != nil {
		return plan, search.Solved
	}
	if status != "" {
		return nil, status
	}
	if !l.stages.last {
		meter.Parallel(l.workers, chunks, func(worker, chunk int) bool { l.drop(worker, chunk, base); return true })
	}
	limit := l.threshold(base, int(float64(l.width)/l.yield))
	meter.Parallel(l.workers, chunks, func(_, chunk int) bool { l.selects(chunk, limit); return true })
	meter.Parallel(l.workers, l.boards.regions, func(_, region int) bool { l.filter(region, chunks); return true })
	if !l.memory.count(uint64(4 * cap(l.next.blank))) {
		return nil, search.MemoryLimit
	}
	first := make([]int, chunks+1)
	selected := 0
	for i := range chunks {
		c := &l.chunks[i]
		selected += int(c.regions[l.boards.regions])
		first[i+1] = first[i]
		for _, n := range c.joined {
			first[i+1] += int(n)
		}
	}
	l.next.n = min(first[chunks], cap(l.next.blank))
	meter.Parallel(l.workers, chunks, func(_, chunk int) bool { l.fill(chunk, first[chunk]); return true })
	if selected > 0 {
		l.yield = max(float64(first[chunks])/float64(selected), 0.2)
	}
	l.stats.Duplicates += uint64(selected - first[chunks])
	l.history = append(l.history, slices.Clone(l.next.from[:l.next.n]))
	l.stored += uint64(l.next.n)
	l.stats.PeakStored = max(l.stats.PeakStored, l.stored)
	l.now, l.next = l.next, l.now
	if l.show != nil && l.now.n > 0 {
		for _, i := range [...]uint64{l.now.hash[0], l.now.hash[l.now.n-1]} {
			first := int(i*randomFactor>>20%uint64(l.now.n)) * l.cells
			l.show(l.now.tiles[first:][:l.cells])
		}
	}
	return nil, ""
}

// expand generates the successors of a chunk of states, and counts their scores from base on.
func (l *layers) expand(worker, chunk int, base int32) {
	c, counts, score := &l.chunks[chunk], l.counts[worker], l.scores[worker]
	c.n, c.goal, c.maxCost = 0, -1, 0
	lines := !l.stages.last
	for i := chunk * chunkStates; i < min((chunk+1)*chunkStates, l.now.n); i++ {
		tiles := l.now.tiles[i*l.cells : (i+1)*l.cells]
		blank, back, own := l.now.blank[i], l.now.back[i], l.now.score[i]
		hash, f := l.now.hash[i]^l.keys[blank], l.now.cost[i]+l.now.left[i]
		score.Begin(tiles)
		for _, step := range l.graph.Steps(blank) {
			if step.Move == back {
				continue
			}
			row := int(tiles[step.To]) * l.cells
			was, is := row+int(step.To), row+int(blank)
			cost, n := l.costs[step.Move], c.n
			after := hash ^ l.keys[was] ^ l.keys[is]
			c.hash[n], c.from[n] = after^l.keys[step.To], uint32(i)<<2|uint32(step.Move)
			c.n++
			total := l.now.cost[i] + cost
			c.maxCost = max(c.maxCost, puzzle.Cost(total))
			if puzzle.Cost(f+cost+l.distances[is]-l.distances[was]) > l.bound {
				c.score[n] = pruned
				continue
			}
			value := own + int32(score.Change(tiles, step.To, blank))
			c.score[n] = value
			if after == l.goal && (c.goal < 0 || puzzle.Cost(total) < c.goalCost) {
				c.goal, c.goalCost = n, puzzle.Cost(total)
			}
			if lines {
				l.offer(c, n, tiles[step.To], was, is)
				continue
			}
			counts[min(max(value-base, 0), scores-1)]++
		}
	}
}

// pruned is the score of a candidate that cannot lead to a plan within the bound.
const pruned = math.MaxInt32

// count adds the work of a layer to the statistics. If the limit of states is reached, count leaves
// out the successors of later states, and returns NodeLimit. It returns the number of chunks that
// count.
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
	return score < t.score || score == t.score && hash*randomFactor <= t.part
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
			return limit{base + int32(i), uint64(float64(n) / float64(count) * math.MaxUint64)}
		}
		n -= int(count)
	}
	return limit{pruned - 1, math.MaxUint64}
}

// selects lists the selected candidates of a chunk by region.
func (l *layers) selects(chunk int, t limit) {
	c := &l.chunks[chunk]
	clear(c.regions)
	for i := range c.n {
		if c.kept[i] = false; t.selects(c.score[i], c.hash[i]) {
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
		for batch := range slices.Chunk(c.selected[c.regions[region]:c.regions[region+1]], prefetchBatch) {
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

// fill makes states of the next layer of the kept candidates of a chunk, from index at on.
func (l *layers) fill(chunk, at int) {
	c, now, next := &l.chunks[chunk], &l.now, &l.next
	for i, kept := range c.kept[:c.n] {
		if !kept {
			continue
		}
		if at == cap(next.blank) {
			return
		}
		parent, move := int(c.from[i]>>2), puzzle.Move(c.from[i]&3)
		tiles := next.tiles[at*l.cells : (at+1)*l.cells]
		copy(tiles, now.tiles[parent*l.cells:])
		blank := now.blank[parent]
		to := l.graph.To(blank, move)
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		row := int(tile) * l.cells
		next.blank[at], next.back[at] = to, move.Opposite()
		next.score[at], next.hash[at], next.from[at] = c.score[i], c.hash[i], c.from[i]
		next.cost[at] = now.cost[parent] + l.costs[move]
		next.left[at] = now.left[parent] + l.distances[row+int(blank)] - l.distances[row+int(to)]
		if !l.stages.last {
			change := l.keys[row+int(to)] ^ l.keys[row+int(blank)]
			next.line[at] = now.line[parent] ^ change&l.stages.current[tile]
			next.after[at] = now.after[parent] ^ change&l.stages.after[tile]
		}
		at++
	}
}
