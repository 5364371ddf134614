package idastar

import (
	"sync"

	"npuzzle/puzzle"
)

// A pruning machine forbids a sequence of moves if another sequence leads to the
// same board, is legal wherever the first one is, and is shorter or, if as long,
// comes earlier in the order of successors (Taylor and Korf 1993).
//
// With an admissible heuristic the search returns the same plan as without the
// machine. That plan is the earliest of all optimal plans in the order of
// successors. If it held a forbidden sequence, the other sequence in its place
// would make a plan that is shorter, or as long and earlier. With another
// heuristic the search still finds a plan.

// pruneLength returns the maximum length of the sequences that are compared. On
// boards too large for the fast kernels fewer sequences run into an edge, and
// finding the longer ones takes more time than they save.
func pruneLength(size puzzle.Size) int {
	if size.Cells() <= wideCells {
		return 12
	}
	return 8
}

// word is a sequence of up to 32 moves, two bits each, the first highest.
type word struct {
	moves  uint64
	length int
}

func (w word) then(m puzzle.Move) word { return word{w.moves<<2 | uint64(m), w.length + 1} }

func (w word) at(i int) puzzle.Move { return puzzle.Move(w.moves >> (2 * (w.length - 1 - i)) & 3) }

// machineKey is what a pruning machine depends on.
type machineKey struct {
	size  puzzle.Size
	order puzzle.Order
}

var machines sync.Map // from machineKey to func() *machine

// pruning returns the pruning machine of a size and an order of successors. It
// is built once in a process.
func pruning(size puzzle.Size, order puzzle.Order) *machine {
	build, _ := machines.LoadOrStore(machineKey{size, order}, sync.OnceValue(func() *machine {
		return buildPruning(size, order, pruneLength(size))
	}))
	return build.(func() *machine)()
}

// buildPruning compares all sequences of up to length moves, shorter before longer
// and earlier before later, and forbids those that duplicate an earlier one.
func buildPruning(size puzzle.Size, order puzzle.Order, length int) *machine {
	e := &enumeration{size: size, order: order, trail: newTrail(length), last: map[uint64]int32{}}
	for e.length = 0; e.length <= length; e.length++ {
		e.machine = forbidding(e.forbidden)
		e.extend(word{}, 0)
	}
	return forbidding(e.forbidden)
}

// enumeration is the listing of all sequences of one length.
type enumeration struct {
	size      puzzle.Size
	order     puzzle.Order
	length    int
	machine   *machine // forbids all that was found at shorter lengths
	trail     *trail
	met       []metWord
	last      map[uint64]int32 // by the hash of what a sequence does: the number, from 1, of the last met
	forbidden []word
}

// metWord is a sequence that duplicates none, and the number of the one before
// it with the same hash, 0 for none.
type metWord struct {
	word
	box    box
	before int32
}

// extend goes through the sequences that begin with w and fit the board, in the order of the
// search. The trail has taken w, which led the machine to the state.
func (e *enumeration) extend(w word, state int16) {
	if w.length == e.length {
		e.meet(w)
		return
	}
	for _, m := range e.order {
		next := e.machine.next[state][m]
		if next == forbidden {
			continue
		}
		e.trail.move(m)
		if b := e.trail.box(); b.rows() <= e.size.Rows && b.cols() <= e.size.Cols {
			e.extend(w.then(m), next)
		}
		e.trail.undo()
	}
}

// meet forbids a sequence or, if it duplicates none, remembers it.
func (e *enumeration) meet(w word) {
	b := e.trail.box()
	last := e.last[e.trail.hash]
	for n := last; n > 0; n = e.met[n-1].before {
		if other := &e.met[n-1]; b.holds(other.box) && e.trail.same(w, other.word) {
			e.forbidden = append(e.forbidden, w)
			return
		}
	}
	e.met = append(e.met, metWord{w, b, last})
	e.last[e.trail.hash] = int32(len(e.met))
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

// trail is the path of a blank over an endless board, and what it does to it.
type trail struct {
	side  int
	tiles []int32  // by cell: the cell that its tile came from
	path  []int    // cells, the last is the blank's
	boxes []box    // around each beginning of the path
	keys  []uint64 // of the hash, by cell
	hash  uint64
}

// newTrail returns the trail of no moves, with the blank in the middle of a board that two
// sequences of so many moves cannot leave.
func newTrail(length int) *trail {
	side := 4*length + 1 // same follows a second sequence behind the first
	t := &trail{side: side, tiles: make([]int32, side*side), keys: make([]uint64, side*side)}
	rng := puzzle.NewRand(1993, 0)
	for cell := range t.tiles {
		t.tiles[cell] = int32(cell)
		t.keys[cell] = rng.Uint64()
	}
	t.path = []int{2*length*side + 2*length}
	middle := int32(2 * length)
	t.boxes = []box{{middle, middle, middle, middle}}
	return t
}

// place is what a tile on a cell contributes to the hash: nothing at home.
func (t *trail) place(cell int) uint64 {
	if from := int(t.tiles[cell]); from != cell {
		return (t.keys[from] ^ t.keys[cell]<<1) * 0x9e3779b97f4a7c15
	}
	return 0
}

func (t *trail) box() box { return t.boxes[len(t.boxes)-1] }

func (t *trail) move(m puzzle.Move) {
	blank := t.path[len(t.path)-1]
	to := blank + [...]int{-t.side, t.side, -1, 1}[m]
	t.swap(blank, to)
	t.path = append(t.path, to)
	t.boxes = append(t.boxes, t.box().with(to, t.side))
}

func (t *trail) undo() {
	last := len(t.path) - 1
	t.swap(t.path[last], t.path[last-1])
	t.path, t.boxes = t.path[:last], t.boxes[:last]
}

func (t *trail) swap(a, b int) {
	t.hash ^= t.place(a) ^ t.place(b)
	t.tiles[a], t.tiles[b] = t.tiles[b], t.tiles[a]
	t.hash ^= t.place(a) ^ t.place(b)
}

// same tells whether the sequence w, which the trail has just taken, and
// another have the same effect: w and then the other backwards have none.
// Sequences with the same effect have the same hash, but not the other way round.
func (t *trail) same(w, other word) bool {
	for i := other.length - 1; i >= 0; i-- {
		t.move(other.at(i).Opposite())
	}
	// Only tiles on the path have moved.
	none := t.path[len(t.path)-1] == t.path[0]
	for _, cell := range t.path {
		none = none && t.tiles[cell] == int32(cell)
	}
	for range other.length {
		t.undo()
	}
	return none
}

// box is a rectangle of cells, its sides included.
type box struct{ top, left, bottom, right int32 }

func (b box) rows() int { return int(b.bottom - b.top + 1) }
func (b box) cols() int { return int(b.right - b.left + 1) }

func (b box) with(cell, side int) box {
	row, col := int32(cell/side), int32(cell%side)
	return box{min(b.top, row), min(b.left, col), max(b.bottom, row), max(b.right, col)}
}

// holds tells whether another box lies within b.
func (b box) holds(other box) bool {
	return b.top <= other.top && b.left <= other.left && b.bottom >= other.bottom && b.right >= other.right
}
