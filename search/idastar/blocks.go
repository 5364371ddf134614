package idastar

import (
	"math"
	"unsafe"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// blocks is the common part of all kernels for packed boards under unit costs.
//
// A node is the first word of a packed board and its label. The label holds the
// state of the move machine together with the blank's cell, the depth, and the
// slack, which is the bound minus f. A move subtracts the rise of f from the
// slack. A child with a slack below 0 is cut off.
//
// A kernel takes blocks of nodes from a stack and puts their children on the stack,
// without any branch that depends on a node. Every child is written to the top of
// the stack, but the top only moves if the child is not cut off. So the processor
// works on many nodes at the same time, while dfs waits for a mispredicted branch at
// almost every node. An iteration that does not find the goal expands the same nodes
// in any order, so the counts do not change.
type blocks struct {
	tables *stepTables
	goal   uint64
	boards [stackNodes]uint64 // the stack, together with labels
	labels [stackNodes]int64
	block  [blockNodes]node // nodes taken from the stack to be expanded

	expanded, generated uint64
	deepest             uint64 // depth and degree of the deepest node, as in a label
	found               bool

	// mixed is set if f may rise by numbers other than 0 and 2. Then expand has to
	// update closest, the largest negative label of a child, which gives the next
	// bound. Otherwise the next bound is known, since f keeps its parity.
	mixed   bool
	closest int64
}

const (
	blockNodes = 256     // maximum number of nodes of a block
	stackNodes = 1 << 16 // a power of two, so that an index needs no check
	// stackReserve is the part of the stack in which blocks have one node. It suffices
	// for a depth-first search of 4096 levels.
	stackReserve = 1 << 13
)

// node is a board and its label, which has four fields:
//
//	bits 0-21   state: the number of a machineCell, an index of stepTables.states
//	bits 22-23  degree: the number of moves from the state
//	bits 24-39  depth: the number of moves from the start
//	bits 40-63  slack: the bound minus f, with a sign
//
// The label of a child is the sum of three numbers: the slack and depth of its parent, their
// change (the effect's label), and the state and degree of the child (the move's label). The
// slack has the highest bits, so a child is cut off if its label is negative.
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
	// cutOff is a label's change that makes the slack of every child negative. The slack
	// is far lower than that of children that are cut off by their estimates.
	cutOff = -1 << 60
)

// stepTables numbers the states of the move machine, together with the blank's cell. All kernels
// of a problem share it.
type stepTables struct {
	tree    *tree
	states  []machineCell          // by number
	numbers map[machineCell]uint32 // number and degree of each state, as in a label
}

// machineCell is a state of the move machine together with the blank's cell.
type machineCell struct {
	state int16
	cell  uint8
}

// newStepTables numbers the states that can be reached, beginning with that of the
// start. It returns nil if the kernels do not support the problem.
func newStepTables(t *tree) *stepTables {
	if !t.problem.Costs.Unit() || len(t.goal) > wideCells || len(t.machine.next)*len(t.goal) > stateMask {
		return nil
	}
	s := &stepTables{tree: t, numbers: map[machineCell]uint32{}}
	visit := func(at machineCell) {
		if _, known := s.numbers[at]; !known {
			s.numbers[at] = uint32(len(s.states) | len(s.legal(at))<<degreeShift)
			s.states = append(s.states, at)
		}
	}
	visit(machineCell{0, uint8(t.problem.Start.Blank())})
	for i := 0; i < len(s.states); i++ {
		for _, step := range s.legal(s.states[i]) {
			visit(s.after(s.states[i], step))
		}
	}
	return s
}

// movesByState lists the moves of each state, as values of the kernel's type M. A
// state has at most three moves; missing ones are the zero M. The start may have four
// moves, but is never on the stack. The length of the list is a power of two, so that
// a mask can replace the check of an index.
func movesByState[M any](s *stepTables, move func(step puzzle.Step, number int, label uint32) M) [][3]M {
	moves := make([][3]M, 1)
	for len(moves) < len(s.states) {
		moves = make([][3]M, 2*len(moves))
	}
	for n, at := range s.states[1:] {
		for i, step := range s.legal(at) {
			moves[n+1][i] = move(step, stepNumber(at.cell, step), s.numbers[s.after(at, step)])
		}
	}
	return moves
}

// stepNumber returns the number of a step. No step has number 0, which would be the step up
// from the first cell.
func stepNumber(cell uint8, step puzzle.Step) int { return 4*int(cell) + int(step.Move) }

// legal returns the steps that the board and the machine allow.
func (s *stepTables) legal(at machineCell) []puzzle.Step {
	var steps []puzzle.Step
	for _, step := range s.tree.graph.Steps(at.cell) {
		if s.tree.machine.next[at.state][step.Move] != forbidden {
			steps = append(steps, step)
		}
	}
	return steps
}

func (s *stepTables) after(at machineCell, step puzzle.Step) machineCell {
	return machineCell{s.tree.machine.next[at.state][step.Move], step.To}
}

// bytes returns the memory of the tables, which the workers share.
func (s *stepTables) bytes() uint64 {
	const perState = uint64(unsafe.Sizeof(machineCell{})) * 3 * 16 / 7
	return uint64(len(s.states)) * perState
}

// eachEffect calls effect for every step and tile. The arguments are the effect's index,
// stride·step + tile, the cells of the tile before and after, and the change of the label.
// This change adds 1 to the depth, and subtracts the rise of f under a sum of values from
// the slack. The effects of step number 0, which is no step, change no board and are always
// cut off. eachEffect reports whether f can rise by numbers other than 0 and 2.
func (s *stepTables) eachEffect(
	value func(tile, cell int) puzzle.Cost, stride int, effect func(at, tile int, from, to uint8, label int64),
) (mixed bool) {
	for tile := range stride {
		effect(tile, tile, 0, 0, cutOff)
	}
	for cell := range uint8(len(s.tree.goal)) {
		for _, step := range s.tree.graph.Steps(cell) {
			for tile := 1; tile < len(s.tree.goal); tile++ {
				rise := 1 + value(tile, int(cell)) - value(tile, int(step.To))
				mixed = mixed || rise != 0 && rise != 2
				label := int64(1<<depthShift) - int64(rise)<<slackShift
				effect(stride*stepNumber(cell, step)+tile, tile, step.To, cell, label)
			}
		}
	}
	return mixed
}

func sliceBytes[T any](list []T) uint64 {
	var item T
	return uint64(len(list)) * uint64(unsafe.Sizeof(item))
}

// start puts the label of the board at the end of a prefix on the stack, and returns
// the board's tiles.
func (b *blocks) start(prefix []puzzle.Move, bound puzzle.Cost) []uint8 {
	t := b.tables.tree
	tiles, at := t.problem.Start.Tiles(), machineCell{0, uint8(t.problem.Start.Blank())}
	for _, m := range prefix {
		step := puzzle.Step{Move: m, To: t.graph.To(at.cell, m)}
		tiles[at.cell], tiles[step.To] = tiles[step.To], 0
		at = b.tables.after(at, step)
	}
	depth := puzzle.Cost(len(prefix))
	slack := bound - depth - t.estimator.Estimate(tiles)
	b.labels[0] = int64(slack)<<slackShift | int64(depth)<<depthShift | int64(b.tables.numbers[at])
	return tiles
}

// search searches the subtree below the node on the stack. The function expand puts
// the successors of the n nodes in the block on the stack, and returns its new top.
func (b *blocks) search(expand func(top, n uint) uint, bound puzzle.Cost, poll func(uint64) bool) tally {
	slack := puzzle.Cost(b.labels[0] >> slackShift)
	b.expanded, b.generated, b.deepest, b.closest, b.found = 0, 0, 0, math.MinInt64, false
	t := tally{next: noNext}
	pause := uint64(search.PollInterval)
	for top := uint(1); top > 0 && !b.found; {
		if b.expanded >= pause {
			if t.stopped = poll(b.expanded); t.stopped {
				break
			}
			pause = b.expanded + search.PollInterval
		}
		// A node is replaced by up to three nodes. As the stack fills up, blocks
		// shrink, down to one node. A search with blocks of one node is depth-first,
		// and the reserve suffices for it.
		n := min(top, blockNodes)
		if top > stackNodes/2 {
			n = min(n, max(1, (stackNodes-stackReserve-min(top, stackNodes-stackReserve))/8))
		}
		top -= n
		b.take(top, n)
		top = expand(top, n)
	}
	t.expanded, t.generated, t.found = b.expanded, b.generated, b.found
	t.deepest = puzzle.Cost(b.deepest >> depthShift)
	// Children of the deepest node count as generated even if all are cut off.
	if b.deepest>>degreeShift&degreeMask > 0 {
		t.deepest++
	}
	// Every expanded node except the root is a child that was not cut off.
	switch cut := b.generated - (b.expanded - 1); {
	case cut == 0:
	case b.mixed:
		t.next = bound - puzzle.Cost(b.closest>>slackShift)
	default:
		// Every f in the subtree has the parity of the root's f, bound - slack. The f of a
		// child is at most 2 above that of its parent.
		t.next = bound + 2 - slack&1
	}
	return t
}

// take moves the n nodes above top from the stack into the block, counts them and
// their successors, and tests for the goal.
func (b *blocks) take(top, n uint) {
	boards, labels := b.boards[top:top+n], b.labels[top:top+n]
	generated, deepest := b.generated, b.deepest
	for i, label := range labels {
		board := boards[i]
		if board == b.goal {
			b.found = true
		}
		generated += uint64(label) >> degreeShift & degreeMask
		deepest = max(deepest, uint64(label)&(1<<slackShift-1<<degreeShift))
		b.block[i&(blockNodes-1)] = node{board, label}
	}
	b.expanded += uint64(n)
	b.generated, b.deepest = generated, deepest
}
