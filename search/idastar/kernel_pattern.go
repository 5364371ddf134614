package idastar

import (
	"slices"
	"unsafe"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// patternKernel searches boards of up to 25 cells under additive pattern
// databases that have a pattern for every tile, so that f rises by 0 or 2.
//
// Nearly all its time would go to waiting for entries of the tables, which are
// far too large for any cache. So the entries of all successors of a block are
// found first and read together, in one loop in which the processor waits for
// many at a time. What is then cut off never asks for the reflected board.
type patternKernel struct {
	wide        wideBlocks
	tables      *patternTables
	placed      []uint64 // words of each node on the stack: see patternTables
	placedBlock []uint64
	children    [3 * blockNodes]patternChild
	alive       [3 * blockNodes]uint16 // those that are not cut off yet
	prefetched  uint32                 // keeps the reads that only fill the cache
	bound       int
}

// patternTables are what the workers share. Of a node they need a word for each
// side, its estimate, and behind them one for each view of each side in turn,
// its placement.
type patternTables struct {
	sum     *pdb.Sum
	placers []*pdb.Placer // of each view
	views   []*pdb.View
	words   int                             // of a node: sides and views
	moves   [][3]wideMove                   // by state
	swaps   *[maxWideEffects]wideEffect     // of board and label, by step and tile
	effects [][maxWideEffects]patternEffect // by side, step and tile
}

// patternEffect is what a step changes on one side when a certain tile moves.
type patternEffect struct {
	word     uint8 // of a node, with the placement that changes
	from, to uint8 // where the tile goes, as the view's table sees it
	rise     int8  // of the Manhattan distance
}

// patternChild is a successor on its way to the stack.
type patternChild struct {
	label     int64                   // without slack
	entry     uint64                  // of the table that is looked up, on the side at hand
	placer    *pdb.Placer             // of that table
	set       uint32                  // number of the set of cells that the pattern's tiles occupy
	placement [maxSides]pdb.Placement // the one that the move changes, by side
	estimate  [maxSides]int32         // by side
	room      int32                   // for estimates under the bound
	most      int32                   // of the estimates
	parent    uint16                  // in the block
	effect    uint16                  // step and tile
}

// maxSides is the most sides of a sum: a board and its reflection.
const maxSides = 2

func patternKernels(t *tree) (func() kernel, uint64) {
	sum, ok := t.estimator.(*pdb.Sum)
	if !ok || !sum.Complete() {
		return nil, 0
	}
	s := newStepTables(t)
	if s == nil {
		return nil, 0
	}
	tables, bytes := newPatternTables(s, sum)
	if tables == nil {
		return nil, 0
	}
	newKernel := func() kernel {
		return &patternKernel{
			wide:        newWideBlocks(s),
			tables:      tables,
			placed:      make([]uint64, stackNodes*tables.words),
			placedBlock: make([]uint64, blockNodes*tables.words),
		}
	}
	return newKernel, s.bytes() + bytes
}

// newPatternTables also returns how many bytes they take. It returns nil where
// a table has no Placer.
func newPatternTables(s *stepTables, sum *pdb.Sum) (*patternTables, uint64) {
	sides := sum.Sides()
	c := &patternTables{sum: sum, moves: s.wideMoves(), words: len(sides)}
	c.effects = make([][maxWideEffects]patternEffect, len(sides))
	c.swaps, _ = s.wideEffects(func(int, int) puzzle.Cost { return 0 })
	bytes := uint64(unsafe.Sizeof(*c)) + uint64(unsafe.Sizeof(*c.swaps)) + sliceBytes(c.moves)
	for i, side := range sides {
		for j := range side.Views {
			p := side.Views[j].Table.Placer()
			if p == nil {
				return nil, 0
			}
			c.placers = append(c.placers, p)
			c.views = append(c.views, &side.Views[j])
			if !slices.Contains(c.placers[:len(c.placers)-1], p) {
				bytes += p.Bytes()
			}
		}
		for to := range uint8(len(s.tree.goal)) {
			for _, step := range s.tree.graph.Steps(to) {
				from := step.To
				for tile := 1; tile < len(s.tree.goal); tile++ {
					view := side.ViewOf[tile]
					cell, manhattan := side.Views[view].Cell, side.Manhattan[tile*len(s.tree.goal):]
					rise := int8(manhattan[to]) - int8(manhattan[from])
					effect := patternEffect{uint8(c.words) + view, cell[from], cell[to], rise}
					c.effects[i][32*stepNumber(to, step)+tile] = effect
				}
			}
		}
		c.words += len(side.Views)
		bytes += uint64(unsafe.Sizeof(c.effects[i]))
	}
	return c, bytes
}

func (k *patternKernel) bytes() uint64 {
	return uint64(unsafe.Sizeof(*k)) + 8*uint64(len(k.placed)+len(k.placedBlock))
}

func (k *patternKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, tables := k.wide.start(prefix, bound), k.tables
	k.bound = int(bound)
	sides := len(tables.effects)
	for side := range sides {
		k.placed[side] = uint64(tables.sum.On(side, tiles))
	}
	for i, v := range tables.views {
		k.placed[sides+i] = uint64(v.Place(tiles))
	}
	return k.wide.blocks.search(k.expand, bound, poll)
}

// expand lists the successors, cuts them off by one side after the other, and puts those that
// are left on the stack. A child has its parent's placements, but for one on each side.
func (k *patternKernel) expand(top, n uint) uint {
	words := uint(k.tables.words)
	copy(k.wide.highBlock[:n], k.wide.high[top:top+n])
	copy(k.placedBlock, k.placed[top*words:(top+n)*words])
	alive := k.generate(n)
	for side := range k.tables.effects {
		alive = k.cut(side, alive)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		parent, swap := uint(child.parent), &k.tables.swaps[child.effect%maxWideEffects].board
		k.wide.blocks.boards[top%stackNodes] = k.wide.blocks.block[parent%blockNodes].board ^ swap.low
		k.wide.high[top%stackNodes] = k.wide.highBlock[parent%blockNodes] ^ swap.high
		k.wide.blocks.labels[top%stackNodes] = child.label + int64(child.room-child.most)<<slackShift
		placed := k.placed[top%stackNodes*words:][:words]
		copy(placed, k.placedBlock[parent*words:][:words])
		for side := range k.tables.effects {
			placed[side] = uint64(child.estimate[side%maxSides])
			placed[k.tables.effects[side][child.effect%maxWideEffects].word] = uint64(child.placement[side%maxSides])
		}
		top++
	}
	return top
}

// generate lists the successors of the n nodes in the block and returns how
// many there are.
func (k *patternKernel) generate(n uint) int {
	alive := 0
	for i := range n {
		node, high := &k.wide.blocks.block[i%blockNodes], k.wide.highBlock[i%blockNodes]
		low, label := node.board, node.label
		if low == k.wide.goal.low && high == k.wide.goal.high {
			k.wide.blocks.found = true
		}
		moves := &k.tables.moves[label&stateMask]
		depth := label & (1<<slackShift - 1<<depthShift)
		for j := range uint64(label) >> degreeShift & degreeMask {
			move := &moves[j%3]
			child := &k.children[alive%len(k.children)]
			child.effect = move.effect + uint16(move.tile(low, high))
			child.label = depth + 1<<depthShift + int64(move.label)
			child.room = int32(k.bound - int(depth>>depthShift) - 1)
			child.most = 0
			child.parent = uint16(i)
			k.alive[alive%len(k.alive)] = uint16(alive)
			alive++
		}
	}
	return alive
}

// cut estimates the first successors that are alive on one side and returns how
// many are left, which become the first. Each step of a look-up is a loop over all successors:
// move the tile, fetch the set, find the entry, fetch the entry, add it up. The estimate is
// the Manhattan distance plus twice the excess of each pattern, of which one changes.
func (k *patternKernel) cut(side, alive int) int {
	words, sides, effects := uint(k.tables.words), len(k.tables.effects), &k.tables.effects[side]
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		effect := &effects[child.effect%maxWideEffects]
		now := pdb.Placement(k.placedBlock[uint(child.parent)*words+uint(effect.word)])
		child.placer = k.tables.placers[int(effect.word)-sides]
		child.placement[side%maxSides], child.set = child.placer.Move(now, effect.from, effect.to)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		k.prefetched |= child.placer.TouchSet(child.set)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		from := effects[child.effect%maxWideEffects].from
		child.entry = child.placer.Entry(child.placement[side%maxSides], child.set, from)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		k.prefetched |= uint32(child.placer.Touch(child.entry))
	}
	left := 0
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		effect := &effects[child.effect%maxWideEffects]
		before := child.placement[side%maxSides]
		after := before.With(child.placer.Excess(child.entry))
		child.placement[side%maxSides] = after
		estimate := int32(k.placedBlock[uint(child.parent)*words+uint(side)]) + int32(effect.rise) +
			2*int32(after.Excess()) - 2*int32(before.Excess())
		child.estimate[side%maxSides] = estimate
		child.most = max(child.most, estimate)
		k.alive[left] = i
		left += 1 - int(uint32(child.room-estimate)>>31)
	}
	return left
}
