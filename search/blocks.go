package search

import (
	"math"
	"unsafe"

	"npuzzle/puzzle"
)

// blocks is what the kernels for boards of up to 16 cells under unit costs
// have in common.
//
// A board is one word, four bits a cell. A node is that word and another, its
// label: the state of the move machine together with the blank's cell, the
// depth, and the slack, which is the bound minus f. A move takes its rise of f
// off the slack; below 0 it is cut off.
//
// Nodes are taken off a stack in blocks and their children put back without
// any branch that depends on them: every child is written to the top of the
// stack, and the top moves on only past those that are not cut off. The
// processor then works on many nodes at a time, where the plain search waits
// for a mispredicted branch at almost every one. Within an iteration every
// node is searched in whatever order, so the counts do not change.
type blocks struct {
	*wordTables
	boards [stackNodes]uint64
	labels [stackNodes]int64
	block  [blockNodes]node

	expanded, generated uint64
	deepest             uint64 // the greatest depth of a node, with its degree, as in a label
	found               bool

	// measureCuts, if there is one, finds among the successors of the n nodes in
	// the block the closest of those that are cut off: the one with the greatest
	// label below 0. Where f always rises by 0 or 2 none is needed, since the
	// next bound is the next but one.
	measureCuts func(n uint)
	closest     int64
}

const (
	blockNodes = 256     // nodes taken off the stack at a time
	stackNodes = 1 << 16 // a power of two, so that an index needs no check
)

// node is a board and its label, which is
// slack<<slackShift | depth<<depthShift | degree<<degreeShift | state.
type node struct {
	board uint64
	label int64
}

const (
	degreeShift = 22
	degreeMask  = 3
	depthShift  = 24
	slackShift  = 40
	stateMask   = 1<<degreeShift - 1
	// cutOff takes the slack of any child below 0, and far below the slack of
	// children that are cut off by their estimate.
	cutOff = -1 << 60
)

// wordTables are what all kernels of one problem look up.
type wordTables struct {
	*tree
	goalWord uint64
	states   []stateMoves                // as many as a power of two, so that masking makes an index
	steps    [puzzle.WordCells][4]uint16 // by cell and move: where the step's effects begin
	numbers  map[machineCell]uint32      // of each state: its part of the label
}

// machineCell is a state of the move machine with the blank in a cell.
type machineCell struct {
	state int16
	cell  uint8
}

// stateMoves are the moves from a state, filled up with moves that are always
// cut off. Only the start can have a fourth, and it is never on the stack.
type stateMoves [3]stateMove

type stateMove struct {
	label  uint32 // of the state that the move leads to
	effect uint16 // where the step's effects begin; 0 is always cut off
	shift  uint8  // of the moving tile's cell in the board
}

// maxEffects is the number of steps on a board, at most 48, and of one that is
// always cut off, times 16 tiles, rounded up to a power of two.
const maxEffects = 1024

// newWordTables returns nil for problems that the kernels are not for.
func newWordTables(t *tree) *wordTables {
	if len(t.goal) > puzzle.WordCells || !t.problem.Costs.Unit() || len(t.machine.next)*len(t.goal) > stateMask {
		return nil
	}
	w := &wordTables{tree: t, goalWord: puzzle.PackWord(t.goal)}
	effects := uint16(0)
	for cell := range uint8(len(t.goal)) {
		for _, step := range t.graph.Steps(cell) {
			effects += 16
			w.steps[cell][step.Move] = effects
		}
	}
	w.fillStates()
	return w
}

// fillStates numbers the pairs of machine state and blank's cell that can be
// reached from a first move, and lists their moves.
func (w *wordTables) fillStates() {
	var queue []machineCell
	w.numbers = map[machineCell]uint32{}
	visit := func(at machineCell) {
		if _, known := w.numbers[at]; !known {
			w.numbers[at] = uint32(len(queue) | len(w.legal(at))<<degreeShift)
			queue = append(queue, at)
		}
	}
	start := machineCell{0, uint8(w.problem.Start.Blank())}
	for _, step := range w.legal(start) {
		visit(w.after(start, step))
	}
	for i := 0; i < len(queue); i++ {
		for _, step := range w.legal(queue[i]) {
			visit(w.after(queue[i], step))
		}
	}
	w.states = make([]stateMoves, 1)
	for len(w.states) < len(queue) {
		w.states = make([]stateMoves, 2*len(w.states))
	}
	for number, at := range queue {
		for i, step := range w.legal(at) {
			w.states[number][i] = stateMove{w.numbers[w.after(at, step)], w.steps[at.cell][step.Move], 4 * step.To}
		}
	}
}

// legal lists the steps that board and machine allow.
func (w *wordTables) legal(at machineCell) []puzzle.Step {
	var steps []puzzle.Step
	for _, step := range w.graph.Steps(at.cell) {
		if w.machine.next[at.state][step.Move] != forbidden {
			steps = append(steps, step)
		}
	}
	return steps
}

func (w *wordTables) after(at machineCell, step puzzle.Step) machineCell {
	return machineCell{w.machine.next[at.state][step.Move], step.To}
}

// bytes is the memory of the tables, which the workers share.
func (w *wordTables) bytes() uint64 {
	const perNumber = uint64(unsafe.Sizeof(machineCell{})) + 4
	return uint64(len(w.states))*uint64(unsafe.Sizeof(stateMoves{})) + uint64(len(w.numbers))*perNumber*16/7
}

// root returns the tiles and the label at the end of a prefix.
func (w *wordTables) root(prefix []puzzle.Move, bound puzzle.Cost) ([]uint8, int64) {
	tiles, at := w.problem.Start.Tiles(), machineCell{0, uint8(w.problem.Start.Blank())}
	for _, m := range prefix {
		step := puzzle.Step{Move: m, To: w.graph.To(at.cell, m)}
		tiles[at.cell], tiles[step.To] = tiles[step.To], 0
		at = w.after(at, step)
	}
	depth := puzzle.Cost(len(prefix))
	slack := bound - depth - w.estimator.Estimate(tiles)
	return tiles, int64(slack)<<slackShift | int64(depth)<<depthShift | int64(w.numbers[at])
}

// search empties the stack, which holds the root. expand puts the successors of
// the n nodes in the block on the stack and returns its new top.
func (b *blocks) search(expand func(top, n uint) uint, bound puzzle.Cost, poll func(uint64) bool) tally {
	slack := puzzle.Cost(b.labels[0] >> slackShift)
	b.expanded, b.generated, b.deepest, b.closest, b.found = 0, 0, 0, math.MinInt64, false
	t := tally{next: noNext}
	pause := uint64(pollEvery)
	for top := uint(1); top > 0; {
		if b.expanded >= pause {
			if t.stopped = poll(b.expanded); t.stopped {
				break
			}
			pause = b.expanded + pollEvery
		}
		// A node leaves one place and may take three. Near the top blocks
		// shrink, to one node in the end: a depth-first search.
		n := min(top, blockNodes, (stackNodes-top)/8)
		top -= n
		b.take(top, n)
		if b.measureCuts != nil {
			b.measureCuts(n)
		}
		top = expand(top, n)
	}
	t.expanded, t.generated, t.found = b.expanded, b.generated, b.found
	t.deepest = puzzle.Cost(b.deepest >> depthShift)
	if b.deepest>>degreeShift&degreeMask > 0 {
		t.deepest++
	}
	// Every node but the root was put on the stack as a child.
	switch cut := b.generated - (b.expanded - 1); {
	case cut == 0:
	case b.measureCuts != nil:
		t.next = bound - puzzle.Cost(b.closest>>slackShift)
	default:
		t.next = bound + 2 - slack&1
	}
	return t
}

// take moves the n nodes above top from the stack into the block and keeps the
// accounts, which need no more than board and label.
func (b *blocks) take(top, n uint) {
	boards, labels := b.boards[top:top+n], b.labels[top:top+n]
	generated, deepest := b.generated, b.deepest
	for i, label := range labels {
		board := boards[i]
		if board == b.goalWord {
			b.found = true
		}
		generated += uint64(label) >> degreeShift & degreeMask
		deepest = max(deepest, uint64(label)&(1<<slackShift-1<<degreeShift))
		b.block[i&(blockNodes-1)] = node{board, label}
	}
	b.expanded += uint64(n)
	b.generated, b.deepest = generated, deepest
}
