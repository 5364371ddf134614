package idastar

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// wideKernel is like sumKernel, for boards of 17 to 25 cells, packed in two words. It
// supports Manhattan distance and other sums under which f rises by 0 or 2.
type wideKernel struct {
	wide    wideBlocks
	moves   [][3]wideMove // by state
	effects *[maxWideEffects]wideEffect
}

// wideBlocks are blocks of boards of up to 25 cells. The field blocks has the first
// words of the boards, and high and highBlock have the second words.
type wideBlocks struct {
	blocks    blocks
	high      [stackNodes]uint64 // by position on the stack, as blocks.boards
	highBlock [blockNodes]uint64 // by position in the block
	goal      wideWord
}

const (
	wideCells = 25
	// maxWideEffects is the number of steps, at most 100, times 32 tiles, rounded up to a
	// power of two.
	maxWideEffects = 4096
)

// wideWord is a board of up to 25 cells, with five bits for each cell:
//
//	low   bits 0-59   cells 0 to 11
//	      bits 60-63  the low four bits of cell 24
//	high  bits 0-59   cells 12 to 23
//	      bit 60      the top bit of cell 24
type wideWord struct{ low, high uint64 }

// put returns the words with a tile put into an empty cell, or removed from its cell.
func (w wideWord) put(tile int, cell uint8) wideWord {
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
		w = w.put(int(tile), uint8(cell))
	}
	return w
}

// wideMove is a move from a state. To get the moving tile, both words of the board
// are shifted and masked, and combined by a bitwise or.
type wideMove struct {
	label               uint32 // number and degree of the next state
	effect              uint16 // index of its first effect; a move with 0 is always cut off
	lowShift, highShift uint8
	lowMask, highMask   uint8
}

// wideEffect has the changes by a step when a given tile moves.
type wideEffect struct {
	board wideWord // exclusive or with the board; exchanges tile and blank
	label int64    // change of depth and slack
}

func wideKernels(s *stepTables) (func() kernel, uint64) {
	sum, ok := s.tree.estimator.(*heuristics.TileSum)
	if !ok || sum.Lines() != nil {
		return nil, 0
	}
	moves := s.wideMoves()
	effects, mixed := s.wideEffects(sum.At)
	if mixed {
		return nil, 0
	}
	newKernel := func() kernel { return &wideKernel{newWideBlocks(s), moves, effects} }
	return newKernel, uint64(unsafe.Sizeof(*effects)) + sliceBytes(moves)
}

// newWideBlocks makes blocks for boards of two words. The first word alone does not
// identify the goal, so blocks.goal is a word that no board has, and expand tests for
// the goal.
func newWideBlocks(s *stepTables) wideBlocks {
	return wideBlocks{blocks: blocks{tables: s, goal: ^uint64(0)}, goal: packWide(s.tree.goal)}
}

// wideMoves lists the moves of each state. If a word has no bit of the moving tile's cell, its
// mask is 0. Only the last cell has bits in both words. Its top bit is bit 60 of the second
// word, so a shift by 56 gives it the value 16.
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

// wideEffects is like wordEffects, for two words. The index of an effect is 32·step + tile.
func (s *stepTables) wideEffects(value func(tile, cell int) puzzle.Cost) (*[maxWideEffects]wideEffect, bool) {
	effects := new([maxWideEffects]wideEffect)
	mixed := s.eachEffect(value, 32, func(at, tile int, from, to uint8, label int64) {
		effects[at] = wideEffect{wideWord{}.put(tile, from).put(tile, to), label}
	})
	return effects, mixed
}

// start puts the board at the end of a prefix on the stack and returns its
// tiles.
func (w *wideBlocks) start(prefix []puzzle.Move, bound puzzle.Cost) []uint8 {
	tiles := w.blocks.start(prefix, bound)
	board := packWide(tiles)
	w.blocks.boards[0], w.high[0] = board.low, board.high
	return tiles
}

func (k *wideKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *wideKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	k.wide.start(prefix, bound)
	return k.wide.blocks.search(k.expand, bound, poll)
}

// expand is like sumKernel.expand, for two words. It also tests for the goal.
func (k *wideKernel) expand(top, n uint) uint {
	w, b := &k.wide, &k.wide.blocks
	copy(w.highBlock[:n], w.high[top:top+n])
	states, effects := k.moves, k.effects
	for i := range n {
		low, label := b.block[i&(blockNodes-1)].board, b.block[i&(blockNodes-1)].label
		high := w.highBlock[i&(blockNodes-1)]
		if low == w.goal.low && high == w.goal.high {
			b.found = true
		}
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			effect := &effects[(uint64(move.effect)+move.tile(low, high))%maxWideEffects]
			child := label + effect.label + int64(move.label)
			b.boards[top%stackNodes], b.labels[top%stackNodes] = low^effect.board.low, child
			w.high[top%stackNodes] = high ^ effect.board.high
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}

// tile returns the tile that moves.
func (m *wideMove) tile(low, high uint64) uint64 {
	return low>>(m.lowShift&63)&uint64(m.lowMask) | high>>(m.highShift&63)&uint64(m.highMask)
}
