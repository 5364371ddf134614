package idastar

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumKernel searches boards of up to 16 cells, packed in one word, under a
// heuristic that is a sum over tiles: a look-up by cell, move and tile gives
// all that a move changes, the cells of the board and the label.
type sumKernel struct {
	blocks
	moves   [][3]wordMove // by state
	effects *[maxEffects]wordEffect
}

// maxEffects is the number of steps on a board, at most 48, and of one that is
// always cut off, times 16 tiles, rounded up to a power of two.
const maxEffects = 1024

// wordMove is a move from a state.
type wordMove struct {
	label  uint32 // of the state that it leads to
	effect uint16 // where its effects begin; 0 is always cut off
	shift  uint8  // of the moving tile's cell in the board
}

// wordEffect is what a step changes when a certain tile moves.
type wordEffect struct {
	board uint64 // exchanges tile and blank
	label int64  // one deeper, less slack
}

// sumKernels returns nil where the problem is of another kind.
func sumKernels(t *tree, workers int) ([]kernel, uint64) {
	sum, ok := t.estimator.(*heuristics.TileSum)
	if !ok || len(t.goal) > puzzle.WordCells {
		return nil, 0
	}
	s := newStepTables(t)
	if s == nil {
		return nil, 0
	}
	effects, mixed := s.wordEffects(sum.At)
	moves := s.wordMoves()
	kernels := make([]kernel, workers)
	for i := range kernels {
		kernels[i] = &sumKernel{blocks{stepTables: s, goalWord: puzzle.PackWord(t.goal), mixed: mixed}, moves, effects}
	}
	return kernels, s.bytes() + uint64(unsafe.Sizeof(*effects)) + uint64(len(moves))*uint64(unsafe.Sizeof(moves[0]))
}

func (s *stepTables) wordMoves() [][3]wordMove {
	return movesByState(s, func(step puzzle.Step, number int, label uint32) wordMove {
		return wordMove{label, uint16(16 * number), 4 * step.To}
	})
}

// wordEffects lists what steps change under a sum of values, at 16·step + tile,
// and tells whether f can rise by other than 0 or 2.
func (s *stepTables) wordEffects(value func(tile, cell int) puzzle.Cost) (effects *[maxEffects]wordEffect, mixed bool) {
	effects = new([maxEffects]wordEffect)
	for tile := range 16 {
		effects[tile].label = cutOff
	}
	mixed = s.eachRise(value, func(step, tile int, from, to uint8, label int64) {
		effects[16*step+tile] = wordEffect{uint64(tile)<<(4*from) ^ uint64(tile)<<(4*to), label}
	})
	return effects, mixed
}

// eachRise calls effect for every step and tile with the cells between which
// the tile moves and the change of the label: one deeper, and as much less
// slack as f rises. It tells whether f can rise by other than 0 or 2.
func (s *stepTables) eachRise(value func(tile, cell int) puzzle.Cost, effect func(step, tile int, from, to uint8, label int64)) (mixed bool) {
	for cell := range uint8(len(s.goal)) {
		for _, step := range s.graph.Steps(cell) {
			for tile := 1; tile < len(s.goal); tile++ {
				rise := 1 + value(tile, int(cell)) - value(tile, int(step.To))
				mixed = mixed || rise != 0 && rise != 2
				effect(s.step(cell, step), tile, step.To, cell, 1<<depthShift-int64(rise)<<slackShift)
			}
		}
	}
	return mixed
}

func (k *sumKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *sumKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, label := k.root(prefix, bound)
	k.boards[0], k.labels[0] = puzzle.PackWord(tiles), label
	return k.search(k.expand, bound, poll)
}

// expand writes the three moves out: a loop over them costs a fifth of the
// speed.
func (k *sumKernel) expand(top, n uint) uint {
	if k.mixed {
		k.closestCut(n)
	}
	states, effects := k.moves, k.effects
	for i := range n {
		board, label := k.block[i&(blockNodes-1)].board, k.block[i&(blockNodes-1)].label
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1 // the state and its degree give way to the child's

		move := &moves[0]
		effect := &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child := label + effect.label + int64(move.label)
		k.boards[top%stackNodes], k.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[1]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		k.boards[top%stackNodes], k.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[2]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		k.boards[top%stackNodes], k.labels[top%stackNodes] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)
	}
	return top
}

// closestCut keeps the closest cut among the successors of the block.
func (k *sumKernel) closestCut(n uint) {
	for _, node := range k.block[:n] {
		for _, move := range k.moves[node.label&stateMask] {
			effect := &k.effects[uint64(move.effect)+node.board>>move.shift&15]
			if child := node.label&^(1<<depthShift-1) + effect.label; child < 0 {
				k.closest = max(k.closest, child)
			}
		}
	}
}
