package astar

import (
	"unsafe"

	"npuzzle/puzzle"
	"npuzzle/search/flat"
)

// openHeap keeps the entries in a heap of four children a node, which takes
// half the levels of one of two: O(log n) a push and a pop, whatever the costs.
type openHeap struct {
	entries []heapEntry // the children of entry i are entries 4i+1 to 4i+4
	peak    uint64      // most bytes ever held: the old and the new place, while the heap moved
}

// heapEntry is an entry and its priority, least first: f, and below it what g
// lacks of the largest cost that a table holds. f has 48 bits: g times at most
// a thousand, h times at most a million.
type heapEntry struct {
	priority, word uint64
}

const (
	heapFanout = 4
	gBits      = 16
	entryBytes = uint64(unsafe.Sizeof(heapEntry{}))
)

func (o *openHeap) push(f, g puzzle.Cost, word uint64) {
	if len(o.entries) == cap(o.entries) {
		larger := make([]heapEntry, len(o.entries), o.larger())
		o.peak = max(o.peak, uint64(cap(o.entries)+cap(larger))*entryBytes)
		copy(larger, o.entries)
		o.entries = larger
	}
	e := heapEntry{uint64(f)<<gBits | uint64(flat.MaxCost-g), word}
	at := len(o.entries)
	o.entries = append(o.entries, e)
	for at > 0 {
		parent := (at - 1) / heapFanout
		if o.entries[parent].priority <= e.priority {
			break
		}
		o.entries[at] = o.entries[parent]
		at = parent
	}
	o.entries[at] = e
}

func (o *openHeap) pop(words []uint64) (f, g puzzle.Cost, n int) {
	if len(o.entries) == 0 {
		return 0, 0, 0
	}
	priority := o.entries[0].priority
	for n < len(words) && len(o.entries) > 0 && o.entries[0].priority == priority {
		words[n] = o.entries[0].word
		n++
		o.dropFirst()
	}
	return puzzle.Cost(priority >> gBits), flat.MaxCost - puzzle.Cost(priority&flat.MaxCost), n
}

// dropFirst removes the first entry. The last entry takes its place and sinks until no child
// is smaller. Children move up into the gap, so that each level costs one copy.
func (o *openHeap) dropFirst() {
	last := len(o.entries) - 1
	e := o.entries[last]
	o.entries = o.entries[:last]
	at := 0
	for first := 1; first < last; first = at*heapFanout + 1 {
		least := first
		for i := first + 1; i < min(first+heapFanout, last); i++ {
			if o.entries[i].priority < o.entries[least].priority {
				least = i
			}
		}
		if e.priority <= o.entries[least].priority {
			break
		}
		o.entries[at] = o.entries[least]
		at = least
	}
	if last > 0 {
		o.entries[at] = e
	}
}

// larger is the capacity that the heap grows to: half as much again.
func (o *openHeap) larger() int { return max(1024, cap(o.entries)*3/2) }

func (o *openHeap) bytes() uint64 { return max(o.peak, uint64(cap(o.entries))*entryBytes) }

// growth counts the place that the heap moves to. The one that it leaves is
// counted too until the collector has it.
func (o *openHeap) growth(pushes int) uint64 {
	if len(o.entries)+pushes <= cap(o.entries) {
		return 0
	}
	return uint64(o.larger()) * entryBytes
}
