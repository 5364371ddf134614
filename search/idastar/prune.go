package idastar

import (
	"slices"
	"sync"
	"unsafe"

	"npuzzle/puzzle"
)

// machine is a finite-state machine (Taylor and Korf 1993). It follows the moves
// of a path, and its state determines which moves are allowed next. The state of
// the empty path is 0.
//
// The machine forbids a sequence of moves if another sequence leads to the same
// board, is legal wherever the first one is legal, and is shorter, or of the same
// length and earlier in the order of successors. A machine that compares sequences
// of up to two moves only forbids the move that undoes the last one.
//
// With an admissible heuristic, the search returns the same plan with every
// machine: the first optimal plan in the order of successors. This plan contains no
// forbidden sequence. Otherwise, replacing the sequence by the other one would give
// a plan that is shorter, or of the same length and earlier. With other heuristics,
// the search still finds a plan.
type machine struct {
	next [][4]int16 // next state by [state][move], or forbidden
}

const forbidden = -1

func (m *machine) bytes() uint64 { return uint64(len(m.next)) * uint64(unsafe.Sizeof(m.next[0])) }

// pruneLength returns the maximum length of the sequences that are compared. On
// boards too large for the fast kernels, more sequences fit onto the board, and
// comparing long ones takes more time than pruning them saves.
func pruneLength(size puzzle.Size, prune bool) int {
	switch {
	case !prune:
		return 2
	case size.Cells() <= wideCells:
		return 12
	}
	return 8
}

// machineKey identifies a machine.
type machineKey struct {
	size   puzzle.Size
	order  puzzle.Order
	length int
}

var machines sync.Map // from machineKey to func() *machine

// machineFor returns the machine for a size and an order of successors. Each machine is
// built once in a process.
func machineFor(size puzzle.Size, order puzzle.Order, prune bool) *machine {
	length := pruneLength(size, prune)
	key := machineKey{size: size, order: order, length: length}
	once := sync.OnceValue(func() *machine { return buildMachine(size, order, length) })
	build, _ := machines.LoadOrStore(key, once)
	return build.(func() *machine)()
}

// buildMachine goes through all sequences of up to length moves, by length and then in
// the order of successors. The machine forbids the sequences that duplicate an earlier
// one.
func buildMachine(size puzzle.Size, order puzzle.Order, length int) *machine {
	e := newEnumeration(size, order, length)
	middle := length
	start := box{top: middle, left: middle, bottom: middle, right: middle}
	for n := range length + 1 {
		e.length = n
		e.machine = forbidding(e.forbidden)
		e.extend(0, middle*e.side+middle, start, 0)
	}
	return forbidding(e.forbidden)
}

// enumeration goes through all sequences of one length. It makes their moves on a board
// that is so large that no sequence leaves it.
type enumeration struct {
	size      puzzle.Size
	order     puzzle.Order
	length    int
	machine   *machine         // forbids the sequences found at shorter lengths
	moves     []puzzle.Move    // the current sequence
	side      int              // number of rows and of columns of the large board
	tiles     []int32          // by cell: the cell that the tile on it came from
	keys      []uint64         // random words of the hash, by cell
	met       map[uint64][]box // boxes of the sequences that are no duplicates, by hash
	forbidden [][]puzzle.Move  // sequences found to be duplicates
}

// box is a rectangle of cells: the rows top to bottom and the columns left to right.
type box struct{ top, left, bottom, right int }

// newEnumeration makes a board with room for sequences of a length. The blank starts in the middle.
func newEnumeration(size puzzle.Size, order puzzle.Order, length int) *enumeration {
	e := &enumeration{size: size, order: order, side: 2*length + 1, met: map[uint64][]box{}}
	rng := puzzle.NewRand(1993, 0)
	for cell := range e.side * e.side {
		e.tiles = append(e.tiles, int32(cell))
		e.keys = append(e.keys, rng.Uint64())
	}
	return e
}

// move makes a move on the board, and returns the blank's new cell and the new hash.
func (e *enumeration) move(blank int, m puzzle.Move, hash uint64) (int, uint64) {
	to := blank + [...]int{-e.side, e.side, -1, 1}[m]
	hash ^= e.place(blank) ^ e.place(to)
	e.swap(blank, to)
	return to, hash ^ e.place(blank) ^ e.place(to)
}

func (e *enumeration) swap(a, b int) { e.tiles[a], e.tiles[b] = e.tiles[b], e.tiles[a] }

// place returns the contribution of the tile on a cell to the hash: 0 if the tile has not
// moved. A test shows that sequences with different effects have different hashes.
func (e *enumeration) place(cell int) uint64 {
	if from := int(e.tiles[cell]); from != cell {
		return (e.keys[from] ^ e.keys[cell]<<1) * 0x9e3779b97f4a7c15
	}
	return 0
}

// extend goes through the sequences that begin with the current one and fit onto a board of the
// size, in the order of successors. The parameters describe the current sequence: the machine's
// state after it, the blank's cell, the smallest rectangle that contains the blank's path, and the
// hash of the positions of all tiles.
func (e *enumeration) extend(state int16, blank int, path box, hash uint64) {
	if len(e.moves) == e.length {
		e.meet(path, hash)
		return
	}
	for _, m := range e.order {
		after := e.machine.next[state][m]
		if after == forbidden {
			continue
		}
		to, hash := e.move(blank, m, hash)
		row := to / e.side
		col := to % e.side
		b := box{
			top:    min(path.top, row),
			left:   min(path.left, col),
			bottom: max(path.bottom, row),
			right:  max(path.right, col),
		}
		if b.bottom-b.top < e.size.Rows && b.right-b.left < e.size.Cols {
			e.moves = append(e.moves, m)
			e.extend(after, to, b, hash)
			e.moves = e.moves[:len(e.moves)-1]
		}
		e.swap(blank, to)
	}
}

// meet adds the current sequence to the forbidden ones if it duplicates another one, and otherwise
// to met. A sequence is legal wherever another one is legal if its box lies within that of the
// other.
func (e *enumeration) meet(path box, hash uint64) {
	for _, b := range e.met[hash] {
		if path.top <= b.top && path.left <= b.left && path.bottom >= b.bottom &&
			path.right >= b.right {
			e.forbidden = append(e.forbidden, slices.Clone(e.moves))
			return
		}
	}
	e.met[hash] = append(e.met[hash], path)
}

// forbidding returns the machine that forbids all sequences that contain one of
// the words (Aho and Corasick 1975). Its states are the prefixes of words, and
// the state of a path is the longest prefix that the path ends in.
func forbidding(words [][]puzzle.Move) *machine {
	m := &machine{next: [][4]int16{{}}}
	const unset = 0
	// Build the tree of the words' prefixes. A whole word is not a state.
	for _, w := range words {
		state := int16(0)
		last := len(w) - 1
		for _, move := range w[:last] {
			next := m.next[state][move]
			if next == unset {
				next = int16(len(m.next))
				m.next = append(m.next, [4]int16{})
				m.next[state][move] = next
			}
			state = next
		}
		m.next[state][w[last]] = forbidden
	}
	// Complete the states breadth first. A move that leaves the tree leads to the
	// same state as from the fallback, the longest shorter prefix of a word that the
	// path ends in. The fallback is shorter, so its moves are already complete.
	fallback := make([]int16, len(m.next))
	queue := []int16{0}
	for i := 0; i < len(queue); i++ {
		state := queue[i]
		for move := range puzzle.Move(4) {
			next := m.next[state][move]
			other := int16(0)
			if state != 0 {
				other = m.next[fallback[state]][move]
			}
			switch {
			case next == forbidden:
			case next == unset || other == forbidden:
				m.next[state][move] = other
			default:
				fallback[next] = other
				queue = append(queue, next)
			}
		}
	}
	return m
}
