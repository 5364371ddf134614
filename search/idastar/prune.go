package idastar

import (
	"sync"
	"unsafe"

	"npuzzle/puzzle"
)

// machine is a finite-state machine over moves (Taylor and Korf 1993): it
// follows a path and says which moves may come next. State 0 is the start's.
//
// It forbids a sequence of moves if another sequence leads to the same board, is
// legal wherever the first one is, and is shorter or, if as long, comes earlier
// in the order of successors. A machine that compares sequences of up to two
// moves forbids the move that undoes the last one, and no other.
//
// With an admissible heuristic the search returns the same plan under every
// machine. That plan is the earliest of all optimal plans in the order of
// successors. If it held a forbidden sequence, the other sequence in its place
// would make a plan that is shorter, or as long and earlier. With another
// heuristic the search still finds a plan.
type machine struct {
	next [][4]int16 // [state][move]; forbidden where the move must not come
}

const forbidden = -1

func (m *machine) bytes() uint64 { return uint64(len(m.next)) * uint64(unsafe.Sizeof(m.next[0])) }

// pruneLength returns the maximum length of the sequences that are compared. On
// boards too large for the fast kernels fewer sequences run into an edge, and
// finding the longer ones takes more time than they save.
func pruneLength(size puzzle.Size, prune bool) int {
	switch {
	case !prune:
		return 2
	case size.Cells() <= wideCells:
		return 12
	}
	return 8
}

// machineKey is what a machine depends on.
type machineKey struct {
	size   puzzle.Size
	order  puzzle.Order
	length int
}

var machines sync.Map // from machineKey to func() *machine

// machineFor returns the machine of a size and an order of successors. It is built
// once in a process.
func machineFor(size puzzle.Size, order puzzle.Order, prune bool) *machine {
	length := pruneLength(size, prune)
	build, _ := machines.LoadOrStore(machineKey{size, order, length}, sync.OnceValue(func() *machine {
		return buildMachine(size, order, length)
	}))
	return build.(func() *machine)()
}

// buildMachine compares all sequences of up to length moves, shorter before longer
// and earlier before later, and forbids those that duplicate an earlier one.
func buildMachine(size puzzle.Size, order puzzle.Order, length int) *machine {
	e := newEnumeration(size, order, length)
	for n := range length + 1 {
		e.length, e.machine = n, forbidding(e.forbidden)
		e.extend(e.start(), 0)
	}
	return forbidding(e.forbidden)
}

// enumeration is the listing of all sequences of one length, played on a board that
// no sequence can leave.
type enumeration struct {
	size      puzzle.Size
	order     puzzle.Order
	length    int
	machine   *machine         // forbids all that was found at shorter lengths
	side      int              // of the board
	tiles     []int32          // by cell of the board: the cell that its tile came from
	keys      []uint64         // of the hash, by cell
	met       map[uint64][]box // of the sequences that duplicate none, by the hash of what they do
	forbidden []word
}

// word is a sequence of up to 32 moves, two bits each, the first highest.
type word struct {
	moves  uint64
	length int
}

func (w word) at(i int) puzzle.Move { return puzzle.Move(w.moves >> (2 * (w.length - 1 - i)) & 3) }

// played is a sequence that was played on the board.
type played struct {
	word  word
	blank int    // the cell to which it leads the blank
	box   box    // around the blank's way
	hash  uint64 // of what the sequence does to the board
}

// box is a rectangle of cells, its sides included.
type box struct{ top, left, bottom, right int }

func newEnumeration(size puzzle.Size, order puzzle.Order, length int) *enumeration {
	e := &enumeration{size: size, order: order, side: 2*length + 1, met: map[uint64][]box{}}
	rng := puzzle.NewRand(1993, 0)
	for cell := range e.side * e.side {
		e.tiles = append(e.tiles, int32(cell))
		e.keys = append(e.keys, rng.Uint64())
	}
	return e
}

// start is the sequence of no moves, with the blank in the middle of the board.
func (e *enumeration) start() played {
	middle := e.side / 2
	return played{blank: middle*e.side + middle, box: box{middle, middle, middle, middle}}
}

// move plays one more move.
func (e *enumeration) move(p played, m puzzle.Move) played {
	to := p.blank + [...]int{-e.side, e.side, -1, 1}[m]
	row, col := to/e.side, to%e.side
	hash := p.hash ^ e.place(p.blank) ^ e.place(to)
	e.swap(p.blank, to)
	return played{
		word:  word{p.word.moves<<2 | uint64(m), p.word.length + 1},
		blank: to,
		box:   box{min(p.box.top, row), min(p.box.left, col), max(p.box.bottom, row), max(p.box.right, col)},
		hash:  hash ^ e.place(p.blank) ^ e.place(to),
	}
}

func (e *enumeration) swap(a, b int) { e.tiles[a], e.tiles[b] = e.tiles[b], e.tiles[a] }

// place is what the tile on a cell contributes to the hash: nothing at home. A test shows
// that the hash tells all sequences apart that do not have the same effect.
func (e *enumeration) place(cell int) uint64 {
	if from := int(e.tiles[cell]); from != cell {
		return (e.keys[from] ^ e.keys[cell]<<1) * 0x9e3779b97f4a7c15
	}
	return 0
}

// extend goes through the sequences that begin with p and fit the size, in the order of
// the search. The machine is in the state to which p leads.
func (e *enumeration) extend(p played, state int16) {
	if p.word.length == e.length {
		e.meet(p)
		return
	}
	for _, m := range e.order {
		after := e.machine.next[state][m]
		if after == forbidden {
			continue
		}
		next := e.move(p, m)
		if b := next.box; b.bottom-b.top < e.size.Rows && b.right-b.left < e.size.Cols {
			e.extend(next, after)
		}
		e.swap(p.blank, next.blank)
	}
}

// meet forbids a sequence or, if it duplicates none, remembers it. A sequence is legal
// wherever another one is if its box lies within the other's.
func (e *enumeration) meet(p played) {
	for _, b := range e.met[p.hash] {
		if p.box.top <= b.top && p.box.left <= b.left && p.box.bottom >= b.bottom && p.box.right >= b.right {
			e.forbidden = append(e.forbidden, p.word)
			return
		}
	}
	e.met[p.hash] = append(e.met[p.hash], p.box)
}

// forbidding returns the machine that forbids all sequences that contain one of
// the words (Aho and Corasick 1975). Its states are the prefixes of words, and
// the state of a path is the longest prefix that the path ends in.
func forbidding(words []word) *machine {
	m := &machine{next: [][4]int16{{}}}
	const unset = 0
	// The tree of the words' beginnings; the end of a word is no state.
	for _, w := range words {
		state := int16(0)
		for i := range w.length - 1 {
			next := m.next[state][w.at(i)]
			if next == unset {
				next = int16(len(m.next))
				m.next = append(m.next, [4]int16{})
				m.next[state][w.at(i)] = next
			}
			state = next
		}
		m.next[state][w.at(w.length-1)] = forbidden
	}
	// Breadth first: where the tree ends, the path goes on from the longest
	// beginning that it also ends in, which is shorter and so complete.
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
