package bidirectional

import (
	"container/heap"
	"unsafe"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// entry is an element of an open list: a board, and its estimate to the end of the direction. An
// entry is obsolete once its board is closed, or a cheaper path to its board is found.
type entry[B flat.Board] struct {
	board B
	h     puzzle.Cost
}

// rank is the place of an entry in the order of an open list. Entries with smaller priorities come
// first, and among them those with larger path costs.
type rank struct {
	priority puzzle.Cost
	g        puzzle.Cost
}

// before reports whether the entries of a rank come before those of another one.
func (r rank) before(s rank) bool {
	if r.priority != s.priority {
		return r.priority < s.priority
	}
	return r.g > s.g
}

// openList holds the entries of one direction. The entries of each rank form a stack, and a heap
// orders the ranks. There are far fewer ranks than entries, so most operations take O(1) time.
type openList[B flat.Board] struct {
	ranks  rankHeap           // of the stacks that are not empty
	stacks map[rank]*chunk[B] // the top chunk of each stack that is not empty
	spare  *chunk[B]          // chunks that are not in use
	chunks int                // number of all chunks, which are never freed
	most   int                // maximum number of ranks
}

// chunk is a part of a stack, whose chunks are full but for the top one.
type chunk[B flat.Board] struct {
	below   *chunk[B]
	entries []entry[B]
}

const (
	// entriesBytes is the memory of the entries of a chunk.
	entriesBytes = 1 << 10

	// rankBytes is the memory of a rank. A heap may be half empty, and each group of eight slots of
	// a map is between 7/16 and 7/8 full.
	rankBytes = 2*uint64(unsafe.Sizeof(rank{})) + (uint64(unsafe.Sizeof(rank{}))+9)*16/7

	// maxSuccessors is the maximum number of successors of a board.
	maxSuccessors = 4
)

func newOpenList[B flat.Board]() *openList[B] {
	return &openList[B]{stacks: map[rank]*chunk[B]{}}
}

// perChunk returns the number of entries of a chunk.
func (o *openList[B]) perChunk() int {
	return max(1, entriesBytes/int(unsafe.Sizeof(entry[B]{})))
}

// chunkBytes returns the memory of a chunk.
func (o *openList[B]) chunkBytes() uint64 {
	entries := uint64(o.perChunk()) * uint64(unsafe.Sizeof(entry[B]{}))
	return uint64(unsafe.Sizeof(chunk[B]{})) + entries
}

// bytes returns the memory of the list.
func (o *openList[B]) bytes() uint64 {
	return uint64(o.chunks)*o.chunkBytes() + uint64(o.most)*rankBytes
}

// growth returns the maximum number of bytes that the successors of a board need beyond bytes.
func (o *openList[B]) growth() uint64 { return maxSuccessors * (o.chunkBytes() + rankBytes) }

// push adds an entry.
func (o *openList[B]) push(at rank, e entry[B]) {
	top, known := o.stacks[at]
	if !known {
		heap.Push(&o.ranks, at)
		o.most = max(o.most, len(o.ranks))
	}
	if !known || len(top.entries) == cap(top.entries) {
		top = o.emptyChunk(top)
		o.stacks[at] = top
	}
	top.entries = append(top.entries, e)
}

// emptyChunk returns an empty chunk, which becomes the top of a stack.
func (o *openList[B]) emptyChunk(below *chunk[B]) *chunk[B] {
	c := o.spare
	if c == nil {
		c = &chunk[B]{entries: make([]entry[B], 0, o.perChunk())}
		o.chunks++
	} else {
		o.spare = c.below
	}
	c.below = below
	return c
}

// first returns the first rank. It returns false if the list is empty.
func (o *openList[B]) first() (rank, bool) {
	if len(o.ranks) == 0 {
		return rank{}, false
	}
	return o.ranks[0], true
}

// pop removes the newest entry of the first rank, and returns both. The list must not be empty.
func (o *openList[B]) pop() (rank, entry[B]) {
	least := o.ranks[0]
	top := o.stacks[least]
	last := len(top.entries) - 1
	e := top.entries[last]
	top.entries = top.entries[:last]
	if last > 0 {
		return least, e
	}
	below := top.below
	top.below = o.spare
	o.spare = top
	if below != nil {
		o.stacks[least] = below
		return least, e
	}
	delete(o.stacks, least)
	heap.Pop(&o.ranks)
	return least, e
}

// rankHeap is a heap of ranks.
type rankHeap []rank

func (h rankHeap) Len() int           { return len(h) }
func (h rankHeap) Less(i, j int) bool { return h[i].before(h[j]) }
func (h rankHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *rankHeap) Push(x any)        { *h = append(*h, x.(rank)) }

func (h *rankHeap) Pop() any {
	last := len(*h) - 1
	removed := (*h)[last]
	*h = (*h)[:last]
	return removed
}
