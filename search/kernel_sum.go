package search

import (
	"math"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumKernel searches boards of up to 16 cells under unit costs and a heuristic
// that is a sum over tiles.
//
// A board is one word, four bits a cell. A node is that word and another, its
// label: the state of the move machine together with the blank's cell, the
// depth, and the slack, which is the bound minus f. A move takes its rise of f
// off the slack; below 0 it is cut off. So a look-up by cell, move and tile
// gives all that a move changes: the cells of the word and the label.
//
// Nodes are taken off the stack in blocks and their children put back without
// any branch that depends on them: every child is written to the top of the
// stack, and the top moves on only past those that are not cut off. The
// processor then works on many nodes at a time, where the plain search waits
// for a mispredicted branch at almost every one. Within an iteration every
// node is searched in whatever order, so the counts do not change.
type sumKernel struct {
	sumTables
	boardStack [stackNodes]uint64
	labelStack [stackNodes]int64
	block      [blockNodes]node

	expanded, generated uint64
	deepest             uint64 // the greatest depth of a node, with its degree, as in a label
	closest             int64  // the greatest label below 0 of a child
	found               bool
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
	degreeShift = 16
	degreeMask  = 3
	depthShift  = 18
	slackShift  = 32
	stateMask   = 1<<degreeShift - 1
	// cutOff takes the slack of any child below 0, and far below the slack of
	// children that are cut off by their estimate.
	cutOff = -1 << 60
)

// sumTables are what a sumKernel looks up, made once a problem.
type sumTables struct {
	*tree
	start, goalWord uint64
	startEstimate   puzzle.Cost
	states          []stateMoves            // as many as a power of two, so that masking makes an index
	effects         [1024]tileEffect        // by step*16 + tile; step 0 is the move that is always cut off
	steps           [16][4]wordStep         // by cell and move
	labels          map[automatonCell]int64 // of each state: its number and its degree
	mixed           bool                    // f may rise by 1
}

// wordStep is a legal move of the blank from a certain cell.
type wordStep struct {
	effects int // where its effects begin
	to      uint8
}

// automatonCell is a state of the move machine with the blank in a cell.
type automatonCell struct {
	state int16
	cell  uint8
}

// stateMoves are the moves from a state, filled up with moves that are always
// cut off. Only the start can have a fourth, and it is never on the stack.
type stateMoves [3]stateMove

type stateMove struct {
	shift  uint32 // of the moving tile's cell in the board
	effect uint32 // where the step's effects begin
	label  int64  // of the state that the move leads to
}

// tileEffect is what a step changes when a certain tile moves.
type tileEffect struct {
	board uint64 // exchanges tile and blank
	label int64  // one deeper, less slack
}

// newSumKernel returns nil where the problem is of another kind.
func newSumKernel(t *tree) kernel {
	sum, ok := t.estimator.(*heuristics.TileSum)
	if !ok || len(t.goal) > puzzle.WordCells || !t.problem.Costs.Unit() {
		return nil
	}
	k := &sumKernel{}
	k.tree = t
	k.start, k.goalWord = puzzle.PackWord(t.problem.Start.Tiles()), puzzle.PackWord(t.goal)
	k.startEstimate = sum.Estimate(t.problem.Start.Tiles())
	k.fillEffects(sum)
	k.fillStates()
	return k
}

func (k *sumTables) fillEffects(sum *heuristics.TileSum) {
	for tile := range 16 {
		k.effects[tile].label = cutOff
	}
	effects := 0
	for cell := range uint8(len(k.goal)) {
		for _, step := range k.graph.Steps(cell) {
			effects += 16
			k.steps[cell][step.Move] = wordStep{effects, step.To}
			for tile := 1; tile < len(k.goal); tile++ {
				rise := 1 + sum.At(tile, int(cell)) - sum.At(tile, int(step.To))
				k.mixed = k.mixed || rise != 0 && rise != 2
				k.effects[effects+tile] = tileEffect{
					board: uint64(tile)<<(4*step.To) ^ uint64(tile)<<(4*cell),
					label: 1<<depthShift - int64(rise)<<slackShift,
				}
			}
		}
	}
}

// fillStates numbers the pairs of machine state and blank's cell that can be
// reached from a first move, and lists their moves.
func (k *sumTables) fillStates() {
	var queue []automatonCell
	k.labels = map[automatonCell]int64{}
	visit := func(at automatonCell) {
		if _, known := k.labels[at]; !known {
			k.labels[at] = int64(len(queue)) | int64(len(k.legal(at)))<<degreeShift
			queue = append(queue, at)
		}
	}
	start := automatonCell{0, uint8(k.problem.Start.Blank())}
	for _, step := range k.legal(start) {
		visit(k.after(start, step))
	}
	for i := 0; i < len(queue); i++ {
		for _, step := range k.legal(queue[i]) {
			visit(k.after(queue[i], step))
		}
	}
	for _, at := range queue {
		var moves stateMoves
		for i, step := range k.legal(at) {
			moves[i] = stateMove{uint32(4 * step.To), uint32(k.steps[at.cell][step.Move].effects), k.labels[k.after(at, step)]}
		}
		k.states = append(k.states, moves)
	}
	for len(k.states)&(len(k.states)-1) != 0 {
		k.states = append(k.states, stateMoves{})
	}
}

// legal lists the steps that board and machine allow.
func (k *sumTables) legal(at automatonCell) []puzzle.Step {
	var steps []puzzle.Step
	for _, step := range k.graph.Steps(at.cell) {
		if k.machine.next[at.state][step.Move] != forbidden {
			steps = append(steps, step)
		}
	}
	return steps
}

func (k *sumTables) after(at automatonCell, step puzzle.Step) automatonCell {
	return automatonCell{k.machine.next[at.state][step.Move], step.To}
}

func (k *sumKernel) bytes() uint64 {
	return uint64(unsafe.Sizeof(*k)) + uint64(len(k.states))*uint64(unsafe.Sizeof(k.states[0]))
}

func (k *sumKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	root := k.root(prefix, bound)
	k.boardStack[0], k.labelStack[0] = root.board, root.label
	k.expanded, k.generated, k.deepest, k.closest, k.found = 0, 0, 0, math.MinInt64, false
	t := tally{next: noNext}
	pause := uint64(pollEvery)
	for top := uint(1); top > 0; {
		if k.expanded >= pause {
			if t.stopped = poll(k.expanded); t.stopped {
				break
			}
			pause = k.expanded + pollEvery
		}
		// A node leaves one place and may take three. Near the top blocks
		// shrink, to one node in the end: a depth-first search.
		n := min(top, blockNodes, (stackNodes-top)/8)
		top -= n
		k.take(top, n)
		if k.mixed {
			k.measureCuts(n)
		}
		top = k.expand(top, n)
	}
	t.expanded, t.generated, t.found = k.expanded, k.generated, k.found
	t.deepest = puzzle.Cost(k.deepest >> depthShift)
	if k.deepest>>degreeShift&degreeMask > 0 {
		t.deepest++
	}
	switch cut := k.generated - (k.expanded - 1); {
	case cut == 0:
	case k.mixed:
		t.next = bound - puzzle.Cost(k.closest>>slackShift)
	default:
		t.next = bound + 2 - (bound-k.startEstimate)&1
	}
	return t
}

// take moves the n nodes above top from the stack into the block and does the
// accounts, which need no more than board and label.
func (k *sumKernel) take(top, n uint) {
	boards, labels := k.boardStack[top:top+n], k.labelStack[top:top+n]
	generated, deepest := k.generated, k.deepest
	for i, label := range labels {
		board := boards[i]
		if board == k.goalWord {
			k.found = true
		}
		generated += uint64(label) >> degreeShift & degreeMask
		deepest = max(deepest, uint64(label)&(1<<slackShift-1<<degreeShift))
		k.block[i&(blockNodes-1)] = node{board, label}
	}
	k.expanded += uint64(n)
	k.generated, k.deepest = generated, deepest
}

// expand puts the successors of the n nodes in the block on the stack and
// returns its new top. The three moves are written out: a loop over them costs
// a fifth of the speed.
func (k *sumKernel) expand(top, n uint) uint {
	states := k.states
	for i := range n {
		board, label := k.block[i&(blockNodes-1)].board, k.block[i&(blockNodes-1)].label
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1 // the state and its degree give way to the child's

		move := &moves[0]
		effect := &k.effects[(uint64(move.effect)+board>>(move.shift&63)&15)&1023]
		child := label + effect.label + move.label
		k.boardStack[top&(stackNodes-1)], k.labelStack[top&(stackNodes-1)] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[1]
		effect = &k.effects[(uint64(move.effect)+board>>(move.shift&63)&15)&1023]
		child = label + effect.label + move.label
		k.boardStack[top&(stackNodes-1)], k.labelStack[top&(stackNodes-1)] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)

		move = &moves[2]
		effect = &k.effects[(uint64(move.effect)+board>>(move.shift&63)&15)&1023]
		child = label + effect.label + move.label
		k.boardStack[top&(stackNodes-1)], k.labelStack[top&(stackNodes-1)] = board^effect.board, child
		top += 1 - uint(uint64(child)>>63)
	}
	return top
}

// measureCuts finds the child closest below the bound's slack among those that
// are cut off. Only estimates that change by even and by odd steps need it:
// where f always rises by 0 or 2, the next bound is the next but one.
func (k *sumKernel) measureCuts(n uint) {
	for _, node := range k.block[:n] {
		moves := &k.states[uint64(node.label)&stateMask]
		for _, move := range moves {
			child := node.label&^(1<<depthShift-1) + k.effects[uint64(move.effect)+node.board>>move.shift&15].label
			if child < 0 {
				k.closest = max(k.closest, child)
			}
		}
	}
}

// root follows a prefix, of one move or more, from the start to its node.
func (k *sumTables) root(prefix []puzzle.Move, bound puzzle.Cost) node {
	n := node{k.start, int64(bound-k.startEstimate) << slackShift}
	at := automatonCell{0, uint8(k.problem.Start.Blank())}
	for _, m := range prefix {
		step := k.steps[at.cell][m]
		effect := k.effects[step.effects+int(n.board>>(4*step.to)&15)]
		at = k.after(at, puzzle.Step{Move: m, To: step.to})
		n.board ^= effect.board
		n.label = n.label&^(1<<depthShift-1) + effect.label + k.labels[at]
	}
	return n
}
