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
// The tables are far larger than any cache, so single look-ups would spend nearly
// all the time waiting for memory. Therefore the kernel first finds the table
// entries of all successors of a block, and then reads all of them in one loop.
// The processor waits for many entries at the same time. A successor that is cut
// off by the estimate of the board is not looked up on the reflected board.
type patternKernel struct {
	blocks      blocks[[2]uint64]
	tables      *patternTables
	placed      []pdb.Placement // words of each node on the stack: see patternTables
	placedBlock []pdb.Placement // words of each node in the block
	children    [3 * blockNodes]patternChild
	alive       [3 * blockNodes]uint16 // indices of the children that are not cut off yet
	// uses the results of prefetching, so that the compiler keeps the reads
	prefetched uint32
	bound      int
}

// patternTables are the tables that the workers share. A node has one word for each side,
// the estimate, followed by one word for each view of each side, the placement.
type patternTables struct {
	sides   []pdb.Side
	placers []*pdb.Placer                  // one for each view
	words   int                            // number of words of a node
	moves   [][3]wideMove                  // by state
	swaps   *[maxEffects]effect[[2]uint64] // changes of the board, by step and tile
	effects [][maxEffects]patternEffect    // by side, step and tile
}

// patternEffect has the changes on one side by a step when a given tile moves.
type patternEffect struct {
	word     uint8 // index of the node's word with the placement that changes
	from, to uint8 // cells of the tile before and after, as numbered by the view's table
	rise     int8  // change of the Manhattan distance
}

// patternChild is a successor that is not on the stack yet.
type patternChild struct {
	label     int64                   // without slack
	entry     uint64                  // index of the table entry on the current side
	placer    *pdb.Placer             // of the table
	set       uint32                  // number of the set of cells that the pattern's tiles occupy
	placement [maxSides]pdb.Placement // the placement that the move changes, by side
	estimate  [maxSides]int32         // by side
	room      int32                   // largest estimate that is within the bound
	most      int32                   // largest estimate so far
	parent    uint16                  // index of the parent in the block
	effect    uint16                  // index of the effect, by step and tile
}

// maxSides is the maximum number of sides of a sum: a board and its reflection.
const maxSides = 2

func patternKernels(s *stepTables) (func() kernel, uint64) {
	sum, ok := s.tree.estimator.(*pdb.Sum)
	if !ok || !sum.Complete() {
		return nil, 0
	}
	tables, bytes := newPatternTables(s, sum)
	if tables == nil {
		return nil, 0
	}
	newKernel := func() kernel {
		return &patternKernel{
			blocks:      blocks[[2]uint64]{tables: s, goal: pack[[2]uint64](s.tree.goal)},
			tables:      tables,
			placed:      make([]pdb.Placement, stackNodes*tables.words),
			placedBlock: make([]pdb.Placement, blockNodes*tables.words),
		}
	}
	return newKernel, bytes
}

// newPatternTables makes the tables and returns them and their memory. It returns
// nil if a pattern database has no Placer.
func newPatternTables(s *stepTables, sum *pdb.Sum) (*patternTables, uint64) {
	sides := sum.Sides()
	c := &patternTables{sides: sides, moves: s.wideMoves(), words: len(sides)}
	c.effects = make([][maxEffects]patternEffect, len(sides))
	c.swaps, _ = effectsOf[[2]uint64](s)
	bytes := uint64(unsafe.Sizeof(*c)) + uint64(unsafe.Sizeof(*c.swaps)) + sliceBytes(c.moves)
	for i, side := range sides {
		for j := range side.Views {
			p := side.Views[j].Table.Placer()
			if p == nil {
				return nil, 0
			}
			c.placers = append(c.placers, p)
			if !slices.Contains(c.placers[:len(c.placers)-1], p) {
				bytes += p.Bytes()
			}
		}
		s.eachStep(func(to uint8, step puzzle.Step, tile int) {
			view := side.ViewOf[tile]
			cell := side.Views[view].Cell
			manhattan := side.Manhattan[tile*len(s.tree.goal):]
			rise := int8(manhattan[to]) - int8(manhattan[step.To])
			effect := patternEffect{
				word: uint8(c.words) + view,
				from: cell[step.To],
				to:   cell[to],
				rise: rise,
			}
			c.effects[i][effectAt[[2]uint64](stepNumber(to, step), tile)] = effect
		})
		c.words += len(side.Views)
		bytes += uint64(unsafe.Sizeof(c.effects[i]))
	}
	return c, bytes
}

func (k *patternKernel) release() {}

func (k *patternKernel) bytes() uint64 {
	return uint64(unsafe.Sizeof(*k)) + 8*uint64(len(k.placed)+len(k.placedBlock))
}

func (k *patternKernel) count(
	prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool,
) tally {
	tiles, tables := k.blocks.start(prefix, bound), k.tables
	k.bound = int(bound)
	placed := k.placed[len(tables.sides):]
	for i := range tables.sides {
		side := &tables.sides[i]
		k.placed[i] = pdb.Placement(side.Place(tiles, placed))
		placed = placed[len(side.Views):]
	}
	return k.blocks.search(k.expand, bound, poll)
}

// expand lists the successors of the block, cuts them off by the estimates of one side after
// the other, and puts the remaining ones on the stack. On each side, one placement of a child
// differs from its parent's.
func (k *patternKernel) expand(top, n uint) uint {
	words := uint(k.tables.words)
	copy(k.placedBlock, k.placed[top*words:(top+n)*words])
	alive := k.generate(n)
	for side := range k.tables.effects {
		alive = k.cut(side, alive)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		parent := uint(child.parent)
		board, swap := &k.blocks.block[parent%blockNodes],
			&k.tables.swaps[child.effect%maxEffects].board
		k.blocks.boards[top%stackNodes] = [2]uint64{board[0] + swap[0], board[1] + swap[1]}
		k.blocks.labels[top%stackNodes] = child.label + int64(child.room-child.most)<<slackShift
		placed := k.placed[top%stackNodes*words:][:words]
		copy(placed, k.placedBlock[parent*words:][:words])
		for side := range k.tables.effects {
			placed[side] = pdb.Placement(child.estimate[side%maxSides])
			placed[k.tables.effects[side][child.effect%maxEffects].word] = child.placement[side%maxSides]
		}
		top++
	}
	return top
}

// generate lists the successors of the n nodes in the block and returns their
// number.
func (k *patternKernel) generate(n uint) int {
	alive := 0
	for i := range n {
		board, label := &k.blocks.block[i%blockNodes], k.blocks.blockLabels[i%blockNodes]
		moves := &k.tables.moves[label&stateMask]
		depth := label & (1<<slackShift - 1<<depthShift)
		for j := range uint64(label) >> degreeShift & degreeMask {
			move := &moves[j%3]
			child := &k.children[alive%len(k.children)]
			child.effect = move.effect + uint16(move.tile(board[0], board[1]))
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

// cut estimates the successors in k.alive[:alive] on one side, and removes those that are cut
// off. It returns the number of successors left. Each step of a look-up is a loop over all
// successors: move the tile, prefetch the set, find the entry, prefetch the entry, compute the
// estimate. The estimate is the Manhattan distance plus twice the excess of each pattern. A
// move changes the excess of one pattern.
func (k *patternKernel) cut(side, alive int) int {
	words, sides, effects := uint(k.tables.words), len(k.tables.effects), &k.tables.effects[side]
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		effect := &effects[child.effect%maxEffects]
		now := k.placedBlock[uint(child.parent)*words+uint(effect.word)]
		child.placer = k.tables.placers[int(effect.word)-sides]
		child.placement[side%maxSides], child.set = child.placer.Move(now, effect.from, effect.to)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		k.prefetched |= child.placer.TouchSet(child.set)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		from := effects[child.effect%maxEffects].from
		child.entry = child.placer.Entry(child.placement[side%maxSides], child.set, from)
	}
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		k.prefetched |= uint32(child.placer.Touch(child.entry))
	}
	left := 0
	for _, i := range k.alive[:alive] {
		child := &k.children[i]
		effect := &effects[child.effect%maxEffects]
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
