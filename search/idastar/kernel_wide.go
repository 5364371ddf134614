package idastar

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// wideKernel is sumKernel for boards of 17 to 25 cells, packed in two words,
// five bits a cell: twelve cells in the first word, twelve in the second, and
// the last one in the nine bits that are left, four above the first twelve and
// one above the others.
type wideKernel struct {
	blocks    // with the first words
	high      [stackNodes]uint64
	highBlock [blockNodes]uint64
	goal      wideWord
	moves     [][3]wideMove // by state
	effects   *[maxWideEffects]wideEffect
}

const (
	wideCells = 25
	// maxWideEffects is the number of steps on a board, at most 80, and of one
	// that is always cut off, times 32 tiles, rounded up to a power of two.
	maxWideEffects = 4096
)

// wideWord is a board of up to 25 cells.
type wideWord struct{ low, high uint64 }

// put returns the words with a tile put into an empty cell, or taken out of it.
func (w wideWord) put(tile, cell int) wideWord {
	switch {
	case cell < 12:
		w.low ^= uint64(tile) << (5 * cell)
	case cell < 24:
		w.high ^= uint64(tile) << (5 * (cell - 12))
	default:
		w.low ^= uint64(tile&15) << 60
		w.high ^= uint64(tile>>4) << 60
	}
	return w
}

func packWide(tiles []uint8) wideWord {
	var w wideWord
	for cell, tile := range tiles {
		w = w.put(int(tile), cell)
	}
	return w
}

// wideMove is a move from a state. The moving tile is what the two masks leave
// of the two words, once shifted.
type wideMove struct {
	label               uint32 // of the state that it leads to
	effect              uint16 // where its effects begin; 0 is always cut off
	lowShift, highShift uint8
	lowMask, highMask   uint8
}

// wideEffect is what a step changes when a certain tile moves.
type wideEffect struct {
	board wideWord // exchanges tile and blank
	label int64    // one deeper, less slack
}

// wideKernels returns nil where the problem is of another kind.
func wideKernels(t *tree, workers int) ([]kernel, uint64) {
	sum, ok := t.estimator.(*heuristics.TileSum)
	if !ok || len(t.goal) > wideCells {
		return nil, 0
	}
	s := newStepTables(t)
	if s == nil {
		return nil, 0
	}
	effects, mixed := s.wideEffects(sum.At)
	moves := s.wideMoves()
	kernels := make([]kernel, workers)
	for i := range kernels {
		// No first word can be all ones, so blocks never takes a board that
		// only begins like the goal for the goal.
		kernels[i] = &wideKernel{blocks: blocks{stepTables: s, goalWord: ^uint64(0), mixed: mixed}, goal: packWide(t.goal), moves: moves, effects: effects}
	}
	return kernels, s.bytes() + uint64(unsafe.Sizeof(*effects)) + uint64(len(moves))*uint64(unsafe.Sizeof(moves[0]))
}

func (s *stepTables) wideMoves() [][3]wideMove {
	return movesByState(s, func(step puzzle.Step, number int, label uint32) wideMove {
		m := wideMove{label: label, effect: uint16(32 * number)}
		switch cell := step.To; {
		case cell < 12:
			m.lowShift, m.lowMask = 5*cell, 31
		case cell < 24:
			m.highShift, m.highMask = 5*(cell-12), 31
		default:
			m.lowShift, m.lowMask, m.highShift, m.highMask = 60, 15, 56, 16
		}
		return m
	})
}

// wideEffects is wordEffects for two words, at 32·step + tile.
func (s *stepTables) wideEffects(value func(tile, cell int) puzzle.Cost) (effects *[maxWideEffects]wideEffect, mixed bool) {
	effects = new([maxWideEffects]wideEffect)
	for tile := range 32 {
		effects[tile].label = cutOff
	}
	mixed = s.eachRise(value, func(step, tile int, from, to uint8, label int64) {
		effects[32*step+tile] = wideEffect{wideWord{}.put(tile, int(from)).put(tile, int(to)), label}
	})
	return effects, mixed
}

func (k *wideKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *wideKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, label := k.root(prefix, bound)
	board := packWide(tiles)
	k.boards[0], k.high[0], k.labels[0] = board.low, board.high, label
	return k.search(k.expand, bound, poll)
}

func (k *wideKernel) expand(top, n uint) uint {
	copy(k.highBlock[:n], k.high[top:top+n])
	if k.mixed {
		k.closestCut(n)
	}
	states, effects := k.moves, k.effects
	for i := range n {
		low, label := k.block[i&(blockNodes-1)].board, k.block[i&(blockNodes-1)].label
		high := k.highBlock[i&(blockNodes-1)]
		if low == k.goal.low && high == k.goal.high {
			k.found = true
		}
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			effect := &effects[(uint64(move.effect)+move.tile(low, high))%maxWideEffects]
			child := label + effect.label + int64(move.label)
			k.boards[top%stackNodes], k.labels[top%stackNodes] = low^effect.board.low, child
			k.high[top%stackNodes] = high ^ effect.board.high
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}

// tile returns the tile that moves.
func (m *wideMove) tile(low, high uint64) uint64 {
	return low>>(m.lowShift&63)&uint64(m.lowMask) | high>>(m.highShift&63)&uint64(m.highMask)
}

// closestCut keeps the closest cut among the successors of the block.
func (k *wideKernel) closestCut(n uint) {
	for i, node := range k.block[:n] {
		moves := &k.moves[node.label&stateMask]
		for j := range moves {
			effect := &k.effects[uint64(moves[j].effect)+moves[j].tile(node.board, k.highBlock[i])]
			if child := node.label&^(1<<depthShift-1) + effect.label; child < 0 {
				k.closest = max(k.closest, child)
			}
		}
	}
}
