package search

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumKernel searches under a heuristic that is a sum over tiles: a look-up by
// cell, move and tile gives all that a move changes, the cells of the board and
// the label.
type sumKernel struct {
	blocks
	effects *[maxEffects]tileEffect // by step and tile
}

// tileEffect is what a step changes when a certain tile moves.
type tileEffect struct {
	board uint64 // exchanges tile and blank
	label int64  // one deeper, less slack
}

// sumKernels returns nil where the problem is of another kind.
func sumKernels(t *tree, workers int) []kernel {
	sum, ok := t.estimator.(*heuristics.TileSum)
	if !ok {
		return nil
	}
	w := newWordTables(t)
	if w == nil {
		return nil
	}
	effects, mixed := w.tileEffects(sum)
	kernels := make([]kernel, workers)
	for i := range kernels {
		k := &sumKernel{blocks{wordTables: w}, effects}
		if mixed {
			k.measureCuts = k.closestCut
		}
		kernels[i] = k
	}
	return kernels
}

// tileEffects lists what steps change under a sum, and tells whether f can rise
// by other than 0 or 2.
func (w *wordTables) tileEffects(sum *heuristics.TileSum) (effects *[maxEffects]tileEffect, mixed bool) {
	effects = new([maxEffects]tileEffect)
	for tile := range 16 {
		effects[tile].label = cutOff
	}
	for cell := range uint8(len(w.goal)) {
		for _, step := range w.graph.Steps(cell) {
			for tile := 1; tile < len(w.goal); tile++ {
				rise := 1 + sum.At(tile, int(cell)) - sum.At(tile, int(step.To))
				mixed = mixed || rise != 0 && rise != 2
				effects[int(w.steps[cell][step.Move])+tile] = tileEffect{
					board: uint64(tile)<<(4*step.To) ^ uint64(tile)<<(4*cell),
					label: 1<<depthShift - int64(rise)<<slackShift,
				}
			}
		}
	}
	return effects, mixed
}

func (k *sumKernel) bytes() uint64 {
	return uint64(unsafe.Sizeof(*k)) + uint64(unsafe.Sizeof(*k.effects)) + k.wordTables.bytes()
}

func (k *sumKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, label := k.root(prefix, bound)
	k.boards[0], k.labels[0] = puzzle.PackWord(tiles), label
	return k.search(k.expand, bound, poll)
}

// expand writes the three moves out: a loop over them costs a fifth of the
// speed.
func (k *sumKernel) expand(top, n uint) uint {
	states, effects := k.states, k.effects
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

func (k *sumKernel) closestCut(n uint) {
	for _, node := range k.block[:n] {
		for _, move := range k.states[node.label&stateMask] {
			effect := &k.effects[uint64(move.effect)+node.board>>move.shift&15]
			if child := node.label&^(1<<depthShift-1) + effect.label; child < 0 {
				k.closest = max(k.closest, child)
			}
		}
	}
}
