package idastar

import (
	"math"
	"math/bits"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// blocks is the common part of all kernels for packed boards under unit costs.
//
// A node is a packed board and its label. The label holds the
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
type blocks[W words] struct {
	tables *stepTables
	goal   W
	boards [stackNodes]W // the stack, together with labels
	labels [stackNodes]int64

	// boards taken from the stack to be expanded, together with blockLabels
	block       [blockNodes]W
	blockLabels [blockNodes]int64

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

// words are the words of a packed board:
//
//	[1]uint64  a board of up to 16 cells, with four bits for each cell
//	[2]uint64  a board of up to 25 cells, with five bits for each cell: cells 0 to 11 and the
//	           low four bits of cell 24, then cells 12 to 23 and the top bit of cell 24
//	[3]uint64  a board of up to 16 cells, the contents of its rows, and those of its columns
//
// A move adds numbers to these words. A number that would add a negative one wraps around.
type words interface {
	[1]uint64 | [2]uint64 | [3]uint64
}

const wideCells = 25

// placed returns the words of a board with one tile only.
func placed[W words](tile int, cell uint8) (board W) {
	t := uint64(tile)
	switch {
	case len(board) != 2:
		board[0] = t << (4 * cell)
	case cell < 12:
		board[0] = t << (5 * cell)
	case cell < 24:
		board[len(board)-1] = t << (5 * (cell - 12))
	default:
		board[0] = t << 60
		board[len(board)-1] = t >> 4 << 60
	}
	return board
}

// pack returns the words of a board, without the contents of lines.
func pack[W words](tiles []uint8) (board W) {
	for cell, tile := range tiles {
		words := placed[W](int(tile), uint8(cell))
		for i := range len(words) {
			board[i] += words[i]
		}
	}
	return board
}

// A label has four fields:
//
//	bits 0-21   state: the number of a machineCell, an index of stepTables.states
//	bits 22-23  degree: the number of moves from the state
//	bits 24-39  depth: the number of moves from the start
//	bits 40-63  slack: the bound minus f, with a sign
//
// The label of a child is the sum of three numbers: the slack and depth of its parent, their
// change (the effect's label), and the state and degree of the child (the move's label). The
// slack has the highest bits, so a child is cut off if its label is negative.
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

// effect has the changes by a step when a given tile moves.
type effect[W words] struct {
	board W     // added to the board
	label int64 // change of depth and slack
}

// maxEffects is the number of steps, at most 100, times 32 tiles, rounded up to a power of two.
const maxEffects = 4096

// effectAt returns the index of the effect when a step moves a tile.
func effectAt[W words](step, tile int) int {
	var board W
	if len(board) == 2 {
		return 32*step + tile
	}
	return 16*step + tile
}

// stepTables numbers the states of the move machine, together with the blank's cell. All kernels
// of a problem share it.
type stepTables struct {
	tree    *tree
	table   *heuristics.MoveTable  // of the heuristic; nil if it has none
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
	if !t.problem.Costs.Unit() || len(t.goal) > wideCells ||
		len(t.machine.next)*len(t.goal) > stateMask {
		return nil
	}
	s := &stepTables{
		tree:    t,
		table:   heuristics.TabulateMoves(t.estimator),
		numbers: map[machineCell]uint32{},
	}
	visit := func(at machineCell) {
		if _, known := s.numbers[at]; !known {
			s.numbers[at] = uint32(len(s.states) | len(s.legal(at))<<degreeShift)
			s.states = append(s.states, at)
		}
	}
	visit(machineCell{state: 0, cell: uint8(t.problem.Start.Blank())})
	for i := 0; i < len(s.states); i++ {
		for _, step := range s.legal(s.states[i]) {
			visit(s.after(s.states[i], step))
		}
	}
	return s
}

// movesByState lists the moves of each state, as values of the kernel's type M. The arguments of
// the function move are a step, its number, and the label of the next state. A state has at most
// three moves; missing ones are the zero M. The start may have four moves, but is never on the
// stack. The length of the list is a power of two, so that a mask can replace the check of an
// index.
func movesByState[M any](
	s *stepTables, move func(step puzzle.Step, number int, label uint32) M,
) [][3]M {
	moves := make([][3]M, 1<<bits.Len(uint(len(s.states)-1)))
	for n, place := range s.states[1:] {
		for i, step := range s.legal(place) {
			moves[n+1][i] = move(step, stepNumber(place.cell, step), s.numbers[s.after(place, step)])
		}
	}
	return moves
}

// stepNumber returns the number of a step. No step has number 0, which would be the step up
// from the first cell.
func stepNumber(cell uint8, step puzzle.Step) int { return 4*int(cell) + int(step.Move) }

// legal returns the steps that the board and the machine allow.
func (s *stepTables) legal(from machineCell) (steps []puzzle.Step) {
	for _, step := range s.tree.graph.Steps(from.cell) {
		if s.tree.machine.next[from.state][step.Move] != forbidden {
			steps = append(steps, step)
		}
	}
	return steps
}

func (s *stepTables) after(from machineCell, step puzzle.Step) machineCell {
	return machineCell{state: s.tree.machine.next[from.state][step.Move], cell: step.To}
}

// bytes returns the memory of the tables, which the workers share.
func (s *stepTables) bytes() uint64 {
	const perState = uint64(unsafe.Sizeof(machineCell{})) * 3 * 16 / 7
	return uint64(len(s.states)) * perState
}

// effectsOf returns the effects of each step and tile. An effect adds 1 to the depth, and subtracts
// from the slack the rise of f under the sum over tiles of the heuristic's table. The effects of
// step number 0, which is no step, change no board and are always cut off. effectsOf reports
// whether f can rise by numbers other than 0 and 2.
func effectsOf[W words](s *stepTables) (effects *[maxEffects]effect[W], mixed bool) {
	effects = new([maxEffects]effect[W])
	for tile := range s.tree.goal {
		effects[tile].label = cutOff
	}
	s.eachStep(func(cell uint8, step puzzle.Step, tile int) {
		e := &effects[effectAt[W](stepNumber(cell, step), tile)]
		after, before := placed[W](tile, cell), placed[W](tile, step.To)
		for i := range len(after) {
			e.board[i] = after[i] - before[i]
		}
		rise := 1
		if s.table != nil {
			rise += int(s.table.Change(step, tile).Estimate)
		}
		mixed = mixed || rise != 0 && rise != 2
		e.label = 1<<depthShift - int64(rise)<<slackShift
	})
	return effects, mixed
}

// eachStep calls visit for every step from every cell and every tile that it may move.
func (s *stepTables) eachStep(visit func(cell uint8, step puzzle.Step, tile int)) {
	for cell := range uint8(len(s.tree.goal)) {
		for _, step := range s.tree.graph.Steps(cell) {
			for tile := 1; tile < len(s.tree.goal); tile++ {
				visit(cell, step, tile)
			}
		}
	}
}

func sliceBytes[T any](list []T) uint64 {
	var item T
	return uint64(len(list)) * uint64(unsafe.Sizeof(item))
}

// start puts the board at the end of a prefix on the stack, without the contents of lines, and
// returns its tiles.
func (b *blocks[W]) start(prefix []puzzle.Move, bound puzzle.Cost) []uint8 {
	t := b.tables.tree
	tiles := t.problem.Start.Tiles()
	place := machineCell{state: 0, cell: uint8(t.problem.Start.Blank())}
	for _, m := range prefix {
		step := puzzle.Step{Move: m, To: t.graph.To(place.cell, m)}
		tiles[place.cell], tiles[step.To] = tiles[step.To], 0
		place = b.tables.after(place, step)
	}
	depth := puzzle.Cost(len(prefix))
	slack := bound - depth - t.estimator.Estimate(tiles)
	b.boards[0] = pack[W](tiles)
	b.labels[0] = int64(slack)<<slackShift | int64(depth)<<depthShift | int64(b.tables.numbers[place])
	return tiles
}

// search searches the subtree below the node on the stack. The function expand puts
// the successors of the n nodes in the block on the stack, and returns its new top.
func (b *blocks[W]) search(
	expand func(top, n uint) uint, bound puzzle.Cost, poll func(uint64) bool,
) tally {
	slack := puzzle.Cost(b.labels[0] >> slackShift)
	b.expanded = 0
	b.generated = 0
	b.deepest = 0
	b.closest = math.MinInt64
	b.found = false
	t := tally{next: noNext}
	pause := uint64(search.PollInterval)
	for top := uint(1); top > 0 && !b.found; {
		if b.expanded >= pause {
			t.stopped = poll(b.expanded)
			if t.stopped {
				break
			}
			pause = b.expanded + search.PollInterval
		}
		// A node is replaced by up to three nodes. As the stack fills up, blocks
		// shrink, down to one node. A search with blocks of one node is depth-first,
		// and the reserve suffices for it.
		n := min(top, blockNodes)
		if top > stackNodes/2 {
			const usable = stackNodes - stackReserve
			free := usable - min(top, usable)
			n = min(n, max(1, free/8))
		}
		top -= n
		b.take(top, n)
		top = expand(top, n)
	}
	t.expanded = b.expanded
	t.generated = b.generated
	t.found = b.found
	t.deepest = puzzle.Cost(b.deepest >> depthShift)
	// Children of the deepest node count as generated even if all are cut off.
	if b.deepest>>degreeShift&degreeMask > 0 {
		t.deepest++
	}
	// Every expanded node except the root is a child that was not cut off.
	cut := b.generated - (b.expanded - 1)
	switch {
	case cut == 0: // no f is larger than the bound
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
func (b *blocks[W]) take(top, n uint) {
	copy(b.block[:n], b.boards[top:top+n])
	copy(b.blockLabels[:n], b.labels[top:top+n])
	generated, deepest := b.generated, b.deepest
	for i, label := range b.blockLabels[:n] {
		board, last := &b.block[i&(blockNodes-1)], len(b.goal)-1
		if (*board)[0] == b.goal[0] && (last != 1 || (*board)[last] == b.goal[last]) {
			b.found = true
		}
		generated += uint64(label) >> degreeShift & degreeMask
		deepest = max(deepest, uint64(label)&(1<<slackShift-1<<degreeShift))
	}
	b.expanded += uint64(n)
	b.generated, b.deepest = generated, deepest
}
