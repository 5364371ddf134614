package idastar

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumKernel searches boards of up to 16 cells, packed in one word, under a
// heuristic that is a sum over tiles. One look-up by cell, move and tile gives all
// changes by a move: those of the board and of the label.
type sumKernel struct {
	blocks  blocks
	moves   [][3]wordMove           // by state
	effects *[maxEffects]wordEffect // at 16·step + tile
}

// maxEffects is the number of steps, at most 64, times 16 tiles.
const maxEffects = 1024

// wordMove is a move from a state.
type wordMove struct {
	label  uint32 // number and degree of the next state
	effect uint16 // index of its first effect; a move with 0 is always cut off
	shift  uint8  // position of the moving tile's first bit in the board
}

// wordEffect has the changes by a step when a given tile moves.
type wordEffect struct {
	board uint64 // exclusive or with the board; exchanges tile and blank
	label int64  // change of depth and slack
}

func sumKernels(s *stepTables) (func() kernel, uint64) {
	sum, ok := s.tree.estimator.(*heuristics.TileSum)
	if !ok || sum.Lines() != nil || len(s.tree.goal) > puzzle.WordCells {
		return nil, 0
	}
	moves := s.wordMoves()
	effects, mixed := s.wordEffects(sum.At)
	newKernel := func() kernel {
		return &sumKernel{blocks{tables: s, goal: puzzle.PackWord(s.tree.goal), mixed: mixed}, moves, effects}
	}
	return newKernel, uint64(unsafe.Sizeof(*effects)) + sliceBytes(moves)
}

func (s *stepTables) wordMoves() [][3]wordMove {
	return movesByState(s, func(step puzzle.Step, number int, label uint32) wordMove {
		return wordMove{label, uint16(16 * number), 4 * step.To}
	})
}

// wordEffects returns the effects under a sum of values, at index 16·step + tile, and
// whether f can rise by numbers other than 0 and 2.
func (s *stepTables) wordEffects(value func(tile, cell int) puzzle.Cost) (effects *[maxEffects]wordEffect, mixed bool) {
	effects = new([maxEffects]wordEffect)
	mixed = s.eachEffect(value, 16, func(at, tile int, from, to uint8, label int64) {
		effects[at] = wordEffect{uint64(tile)<<(4*from) ^ uint64(tile)<<(4*to), label}
	})
	return effects, mixed
}

func (k *sumKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *sumKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles := k.blocks.start(prefix, bound)
	k.blocks.boards[0] = puzzle.PackWord(tiles)
	return k.blocks.search(k.expand, bound, poll)
}

// expand makes each child with two look-ups: the move by state, and the effect by step and
// tile. The top rises by 1 minus the sign bit of the child's label, so the next child
// overwrites a child that is cut off. Masks of indices make bounds checks unnecessary. The
// three moves are written out, because a loop over them would take a fifth of the speed.
func (k *sumKernel) expand(top, n uint) uint {
	b := &k.blocks
	if b.mixed {
		k.closestCut(n)
	}
	states, effects := k.moves, k.effects
	for i := range n {
		board, label := b.block[i&(blockNodes-1)].board, b.block[i&(blockNodes-1)].label
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1 // room for the child's state and degree

		move := &moves[0]
		effect := &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child := label + effect.label + int64(move.label)
		b.boards[top%stackNodes], b.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[1]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		b.boards[top%stackNodes], b.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[2]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		b.boards[top%stackNodes], b.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)
	}
	return top
}

// closestCut updates blocks.closest for the successors of the block. It ignores the state and degree
// in their labels.
func (k *sumKernel) closestCut(n uint) {
	for _, node := range k.blocks.block[:n] {
		for _, move := range k.moves[node.label&stateMask] {
			label := node.label + k.effects[uint64(move.effect)+node.board>>move.shift&15].label
			if label &^= 1<<depthShift - 1; label < 0 {
				k.blocks.closest = max(k.blocks.closest, label)
			}
		}
	}
}
