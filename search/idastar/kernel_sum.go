package idastar

import (
	"sync"
	"unsafe"

	"npuzzle/puzzle"
)

// sumKernel searches under a heuristic that is a sum over tiles, or under linear conflict, which
// also adds the costs of lines. One look-up by cell, move and tile gives all changes by a move:
// those of the board and of the label.
type sumKernel[W words, M, E any] struct {
	blocks blocks[W]
	tables *sumTables[W, M, E]
}

// sumTables are the tables that the workers share. M is the type of a move from a state, and E that
// of the effect of a step.
type sumTables[W words, M, E any] struct {
	steps   *stepTables
	moves   [][3]M        // by state
	effects [maxEffects]E // by step and tile
	costs   []uint8       // costs of lines by content; the length is a power of two
	lanes   *lanes        // nil for a sum over tiles
	mixed   bool          // f can rise by numbers other than 0 and 2
	expand  func(k *sumKernel[W, M, E], top, n uint) uint
}

// These are the kernels for boards of up to 16 and of up to 25 cells.
type (
	wordKernel = sumKernel[[1]uint64, wordMove, effect[[1]uint64]]
	wideKernel = sumKernel[[2]uint64, wideMove, effect[[2]uint64]]
)

// wordMove is a move on a board of up to 16 cells.
type wordMove struct {
	label  uint32 // number and degree of the next state
	effect uint16 // index of its first effect; a move with 0 is always cut off
	shift  uint8  // position of the moving tile's first bit in the board
}

// wideMove is a move on a board of two words. To get the moving tile, both words of the board
// are shifted and masked, and combined by a bitwise or.
type wideMove struct {
	label               uint32 // number and degree of the next state
	effect              uint16 // index of its first effect; a move with 0 is always cut off
	lowShift, highShift uint8
	lowMask, highMask   uint8
}

// sumKernels supports sums over tiles on boards of up to 16 cells.
func sumKernels(s *stepTables) (func() kernel, uint64) {
	if s.table == nil || len(s.table.Costs) > 1 || len(s.tree.goal) > puzzle.WordCells {
		return nil, 0
	}
	effects, mixed := effectsOf[[1]uint64](s)
	t := &sumTables[[1]uint64, wordMove, effect[[1]uint64]]{
		steps: s, moves: s.wordMoves(), effects: *effects, mixed: mixed, expand: expandWord}
	return t.newKernel, t.bytes()
}

// wideKernels supports Manhattan distance and other sums under which f rises by 0 or 2.
func wideKernels(s *stepTables) (func() kernel, uint64) {
	if s.table == nil || len(s.table.Costs) > 1 {
		return nil, 0
	}
	effects, mixed := effectsOf[[2]uint64](s)
	if mixed {
		return nil, 0
	}
	t := &sumTables[[2]uint64, wideMove, effect[[2]uint64]]{
		steps: s, moves: s.wideMoves(), effects: *effects, expand: expandWide}
	return t.newKernel, t.bytes()
}

func (s *stepTables) wordMoves() [][3]wordMove {
	return movesByState(s, func(step puzzle.Step, number int, label uint32) wordMove {
		return wordMove{
			label:  label,
			effect: uint16(effectAt[[1]uint64](number, 0)),
			shift:  4 * step.To,
		}
	})
}

// wideMoves lists the moves of each state. If a word has no bit of the moving tile's cell, its
// mask is 0. Only the last cell has bits in both words. Its top bit is bit 60 of the second
// word, so a shift by 56 gives it the value 16.
func (s *stepTables) wideMoves() [][3]wideMove {
	return movesByState(s, func(step puzzle.Step, number int, label uint32) wideMove {
		m := wideMove{label: label, effect: uint16(effectAt[[2]uint64](number, 0))}
		cell := step.To
		switch {
		case cell < 12:
			m.lowShift = 5 * cell
			m.lowMask = 31
		case cell < 24:
			m.highShift = 5 * (cell - 12)
			m.highMask = 31
		default: // cell 24 has four bits of the low word, and one of the high word
			m.lowShift = 60
			m.lowMask = 15
			m.highShift = 56
			m.highMask = 16
		}
		return m
	})
}

// tile returns the tile that moves.
func (m *wideMove) tile(low, high uint64) uint64 {
	return low>>(m.lowShift&63)&uint64(m.lowMask) | high>>(m.highShift&63)&uint64(m.highMask)
}

// idleKernels keeps kernels of sums for later searches. A kernel has a stack of 1 to 2 MiB. With a
// new one in each search, searches of 10 ms spent a tenth of the processor time on collecting
// garbage.
var idleKernels sync.Pool

func (t *sumTables[W, M, E]) newKernel() kernel {
	k, ok := idleKernels.Get().(*sumKernel[W, M, E])
	if !ok {
		k = new(sumKernel[W, M, E])
	}
	k.tables = t
	k.blocks.tables = t.steps
	k.blocks.goal = pack[W](t.steps.tree.goal)
	k.blocks.mixed = t.mixed
	return k
}

func (k *sumKernel[W, M, E]) release() {
	k.tables = nil
	k.blocks.tables = nil
	idleKernels.Put(k)
}

func (t *sumTables[W, M, E]) bytes() uint64 {
	return uint64(unsafe.Sizeof(*t)) + sliceBytes(t.moves) + sliceBytes(t.costs)
}

func (k *sumKernel[W, M, E]) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *sumKernel[W, M, E]) count(
	prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool,
) tally {
	tiles := k.blocks.start(prefix, bound)
	if k.tables.lanes != nil {
		contents := k.tables.lanes.contents(tiles)
		for i := range len(k.blocks.boards[0]) {
			k.blocks.boards[0][i] += contents[i]
		}
	}
	expand := func(top, n uint) uint { return k.tables.expand(k, top, n) }
	return k.blocks.search(expand, bound, poll)
}

// expandWord makes each child with two look-ups: the move by state, and the effect by step and
// tile. The top rises by 1 minus the sign bit of the child's label, so the next child
// overwrites a child that is cut off. Masks of indices make bounds checks unnecessary. The
// three moves are written out, because a loop over them would take a fifth of the speed.
func expandWord(k *wordKernel, top, n uint) uint {
	b := &k.blocks
	if b.mixed {
		closestCut(k, n)
	}
	states, effects := k.tables.moves, &k.tables.effects
	for i := range n {
		board, label := b.block[i&(blockNodes-1)][0], b.blockLabels[i&(blockNodes-1)]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1 // room for the child's state and degree

		move := &moves[0]
		effect := &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child := label + effect.label + int64(move.label)
		b.boards[top%stackNodes][0], b.labels[top%stackNodes] = board+effect.board[0], child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[1]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		b.boards[top%stackNodes][0], b.labels[top%stackNodes] = board+effect.board[0], child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[2]
		effect = &effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
		child = label + effect.label + int64(move.label)
		b.boards[top%stackNodes][0], b.labels[top%stackNodes] = board+effect.board[0], child
		top += 1 - uint(uint64(child)>>63)
	}
	return top
}

// closestCut updates blocks.closest for the successors of the block. It ignores the state and
// degree in their labels.
func closestCut(k *wordKernel, n uint) {
	for i, board := range k.blocks.block[:n] {
		for _, move := range k.tables.moves[k.blocks.blockLabels[i]&stateMask] {
			label := k.blocks.blockLabels[i] +
				k.tables.effects[uint64(move.effect)+board[0]>>move.shift&15].label
			if label &^= 1<<depthShift - 1; label < 0 {
				k.blocks.closest = max(k.blocks.closest, label)
			}
		}
	}
}

// expandWide is like expandWord, for two words. Here a loop over the moves takes no more time.
func expandWide(k *wideKernel, top, n uint) uint {
	b := &k.blocks
	states, effects := k.tables.moves, &k.tables.effects
	for i := range n {
		low, high := b.block[i&(blockNodes-1)][0], b.block[i&(blockNodes-1)][1]
		label := b.blockLabels[i&(blockNodes-1)]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1

		for j := range moves {
			move := &moves[j]
			effect := &effects[(uint64(move.effect)+move.tile(low, high))%maxEffects]
			child := label + effect.label + int64(move.label)
			next := &b.boards[top%stackNodes]
			next[0], next[1], b.labels[top%stackNodes] = low+effect.board[0], high+effect.board[1],
				child
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}
