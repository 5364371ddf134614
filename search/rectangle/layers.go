package rectangle

import (
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// entry is an open state. It is obsolete once a cheaper path to its board is found.
type entry[B flat.Board] struct {
	board  B
	g      puzzle.Cost
	h      estimates
	number uint64 // of the entry, in the order in which entries were made
}

// estimates are those of a board.
type estimates struct {
	guide puzzle.Cost // of the heuristic that orders states
	lower puzzle.Cost // never more than the cost left
}

// f is a lower bound of the cost of a plan through the state.
func (e *entry[B]) f() puzzle.Cost { return e.g + e.h.lower }

// before reports whether an entry is expanded before another one of its layer: the one with the
// smaller g + h or, if these are equal, the newer one.
func (e *entry[B]) before(other *entry[B]) bool {
	expected := e.g + e.h.guide
	expectedOther := other.g + other.h.guide
	if expected != expectedOther {
		return expected < expectedOther
	}
	return e.number > other.number
}

// layers has a heap of open states for each depth.
type layers[B flat.Board] struct {
	heaps   [][]entry[B]
	made    uint64 // number of entries that were ever pushed
	held    uint64 // capacity of all heaps, in entries
	largest int    // maximum capacity of a heap
}

// push adds an entry to the layer of a depth.
func (l *layers[B]) push(depth int, e entry[B]) {
	for depth >= len(l.heaps) {
		l.heaps = append(l.heaps, nil)
	}
	l.made++
	e.number = l.made
	before := cap(l.heaps[depth])
	heap := append(l.heaps[depth], e)
	l.heaps[depth] = heap
	l.held += uint64(cap(heap) - before)
	l.largest = max(l.largest, cap(heap))
	child := len(heap) - 1
	for child > 0 {
		parent := (child - 1) / 2
		if heap[parent].before(&e) {
			break
		}
		heap[child] = heap[parent]
		child = parent
	}
	heap[child] = e
}

// pop removes the best entry of the layer of a depth. It reports false if there is none.
func (l *layers[B]) pop(depth int) (entry[B], bool) {
	if depth >= len(l.heaps) || len(l.heaps[depth]) == 0 {
		return entry[B]{}, false
	}
	heap := l.heaps[depth]
	first := heap[0]
	last := len(heap) - 1
	moved := heap[last]
	heap = heap[:last]
	l.heaps[depth] = heap
	if last == 0 {
		return first, true
	}
	parent := 0
	for {
		child := 2*parent + 1
		if child >= last {
			break
		}
		if child+1 < last && heap[child+1].before(&heap[child]) {
			child++
		}
		if moved.before(&heap[child]) {
			break
		}
		heap[parent] = heap[child]
		parent = child
	}
	heap[parent] = moved
	return first, true
}
