package flat

import (
	"iter"
	"math/bits"

	"npuzzle/internal/machine"
)

// Table is a map of boards packed in words. For each board it has the smallest cost
// at which the board was reached, the last move of this path, and whether the board
// is closed. The table is an open-addressing hash table with linear probing over
// cache lines: a look-up reads one line, rarely two. A board takes 13 to 19 bytes.
//
// The table consists of shards. A full shard grows by half, independently of the other
// shards and in place if the system supports it. So growing takes little additional
// memory, and a search can stay within a memory limit.
type Table struct {
	shards [shards]shard
	len    int
	bytes  uint64
	peak   uint64
}

const (
	shardBits = 4
	shards    = 1 << shardBits
	lineSlots = 6
	// A shard grows when maxLoad/64 of its slots are in use.
	maxLoad = 54
)

// Line is a cache line of a table.
type Line struct {
	slots [lineSlots]uint64 // key, move and closed flag of each board
	costs [lineSlots]uint16
	used  uint8 // number of slots in use
	_     [3]uint8
}

type shard struct {
	lines []Line
	taken int
}

const (
	// KeyBits is the number of bits of the key, the part of a word that identifies
	// the board. The key of a board of 16 cells leaves out the last cell, which
	// follows from the others.
	KeyBits = 60
	// KeyMask selects the key.
	KeyMask   = 1<<KeyBits - 1
	moveShift = KeyBits
	moveMask  = 3 << moveShift
	closedBit = 1 << 62
)

// WithLastCell returns the word of a board with the key in word, and ignores the other
// bits of word. On boards of 16 cells, the tile on the last cell is the exclusive or of
// the other tiles, since the exclusive or of all sixteen tiles is 0.
func WithLastCell(word uint64, cells int) uint64 {
	word &= KeyMask
	if cells*4 <= KeyBits {
		return word
	}
	x := word ^ word>>32
	x ^= x >> 16
	x ^= x >> 8
	x ^= x >> 4
	return word | x<<KeyBits
}

// MaxCost is the largest cost that a table holds.
const MaxCost = 1<<16 - 1

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{}
	lines := 64.0 // large enough for all shards to get different sizes
	for i := range t.shards {
		// The shards have different sizes, so they do not grow at the same time.
		t.shards[i].lines = make([]Line, int(lines))
		t.bytes += uint64(machine.SliceBytes[Line](int(lines)))
		lines *= 1.02567 // the sixteenth root of 1.5
	}
	t.peak = t.bytes
	return t
}

// Release frees the memory. The table must not be used afterwards.
func (t *Table) Release() {
	t.bytes = 0
	for i := range t.shards {
		machine.Free(t.shards[i].lines)
		t.shards[i].lines = nil
	}
}

// Len returns the number of boards.
func (t *Table) Len() int { return t.len }

// Bytes returns the memory of the table, in bytes.
func (t *Table) Bytes() uint64 { return t.bytes }

// PeakBytes returns the maximum of Bytes so far, plus the old memory of a shard
// while the shard was copied to larger memory.
func (t *Table) PeakBytes() uint64 { return t.peak }

// All yields the keys of the boards and their costs in an unspecified order.
func (t *Table) All() iter.Seq2[uint64, uint16] {
	return func(yield func(uint64, uint16) bool) {
		for i := range t.shards {
			for j := range t.shards[i].lines {
				line := &t.shards[i].lines[j]
				for k, slot := range line.slots[:line.used] {
					if !yield(slot&KeyMask, line.costs[k]) {
						return
					}
				}
			}
		}
	}
}

// Hash is the hash of a board. It stays valid while the table grows.
type Hash uint64

// HashOf returns the hash of a board.
func HashOf(board uint64) Hash {
	// Multiplication changes higher bits by each bit of the board. Shard and line are
	// taken from the top bits.
	x := board & KeyMask
	return Hash((x ^ x>>29) * 0x9e3779b97f4a7c15)
}

// Prefetch reads the line in which Find begins, so that Find finds the line in the
// cache. If Prefetch is called for many boards in a row, the processor fetches their
// lines at the same time. The result has no meaning, but the caller must use it, so
// that the compiler does not remove the read.
func (t *Table) Prefetch(h Hash) uint8 {
	s := &t.shards[h>>(64-shardBits)]
	return s.lines[s.home(h)].used
}

// Slot is the position of a board in a table. It is valid until the next Insert.
type Slot struct {
	line *Line
	at   int
}

// Find returns the slot of a board and true if the board is in the table. Otherwise
// it returns the free slot for Insert, and false.
func (t *Table) Find(h Hash, board uint64) (Slot, bool) {
	s := &t.shards[h>>(64-shardBits)]
	for i := s.home(h); ; {
		line := &s.lines[i]
		if at := line.find(board); at < int(line.used) {
			return Slot{line, at}, true
		}
		if line.used < lineSlots {
			return Slot{line, int(line.used)}, false
		}
		if i++; i == len(s.lines) {
			i = 0
		}
	}
}

// find returns the index of the first slot of the line that contains a board, or
// lineSlots if there is none. It compares all slots, free ones included, because the
// processor would mispredict a branch for each slot too often.
func (l *Line) find(board uint64) int {
	const above = 64 - KeyBits
	at := lineSlots
	if (l.slots[5]^board)<<above == 0 {
		at = 5
	}
	if (l.slots[4]^board)<<above == 0 {
		at = 4
	}
	if (l.slots[3]^board)<<above == 0 {
		at = 3
	}
	if (l.slots[2]^board)<<above == 0 {
		at = 2
	}
	if (l.slots[1]^board)<<above == 0 {
		at = 1
	}
	if (l.slots[0]^board)<<above == 0 {
		at = 0
	}
	return at
}

// Insert adds a board that Find did not find, given the slot that Find returned.
// It returns the slot of the board, which is a different one if the table had to grow.
func (t *Table) Insert(h Hash, slot Slot, board uint64, cost uint16, move uint8) Slot {
	s := &t.shards[h>>(64-shardBits)]
	if s.taken*64 >= len(s.lines)*lineSlots*maxLoad {
		t.grow(s)
		slot, _ = t.Find(h, board)
	}
	slot.line.put(board&KeyMask|uint64(move)<<moveShift, cost)
	s.taken++
	t.len++
	return slot
}

func (l *Line) put(slot uint64, cost uint16) {
	l.slots[l.used], l.costs[l.used] = slot, cost
	l.used++
}

// Cost returns the smallest cost at which the board was reached.
func (s Slot) Cost() uint16 { return s.line.costs[s.at] }

// Move returns the move that led to the board.
func (s Slot) Move() uint8 { return uint8(s.line.slots[s.at] & moveMask >> moveShift) }

// Closed reports whether the board is closed.
func (s Slot) Closed() bool { return s.line.slots[s.at]&closedBit != 0 }

// Close marks the board as closed.
func (s Slot) Close() { s.line.slots[s.at] |= closedBit }

// Open marks the board as not closed, and sets its cost and move.
func (s Slot) Open(cost uint16, move uint8) {
	s.line.slots[s.at] = s.line.slots[s.at]&KeyMask | uint64(move)<<moveShift
	s.line.costs[s.at] = cost
}

// home returns the line in which the search for a board begins: the bits of the
// hash below the shard's, scaled to the number of lines (Lemire 2019).
func (s *shard) home(h Hash) int {
	i, _ := bits.Mul64(uint64(h)<<shardBits, uint64(len(s.lines)))
	return int(i)
}

// larger returns the number of lines that the shard grows to.
func (s *shard) larger() int { return len(s.lines) + (len(s.lines)+1)/2 }

// Growth returns the maximum number of bytes that a few insertions can need beyond
// Bytes. Two shards may grow one after the other. Then the table has the new lines of
// the first shard, and needs the memory to grow the second one.
func (t *Table) Growth() uint64 {
	adds, needs := 0, 0 // maximum bytes that a shard adds, and that it needs while it grows
	for i := range t.shards {
		s := &t.shards[i]
		longer, old := machine.SliceBytes[Line](s.larger()), machine.SliceBytes[Line](len(s.lines))
		adds = max(adds, longer-old)
		if machine.GrowsInPlace(s.lines) {
			longer -= old
		}
		needs = max(needs, longer)
	}
	return uint64(adds + needs)
}

// grow makes a shard longer by half, and moves its boards to their new home lines. The
// new home of a board has a higher index than the old one. So grow begins with the last
// line, and almost every new home has already been emptied. The few other boards are
// inserted at the end.
func (t *Table) grow(s *shard) {
	last := len(s.lines) - 1
	t.lengthen(s)
	var waiting []Line
	for i := last; i >= 0; i-- {
		line, left := s.lines[i], Line{}
		s.lines[i] = Line{}
		for j := range int(line.used) {
			slot := line.slots[j]
			at := s.home(HashOf(slot))
			ready := at >= i
			for ready && s.lines[at].used == lineSlots {
				at++
				ready = at < len(s.lines)
			}
			if ready {
				s.lines[at].put(slot, line.costs[j])
			} else {
				left.put(slot, line.costs[j])
			}
		}
		if left.used > 0 {
			waiting = append(waiting, left)
		}
	}
	for i := range waiting {
		for j, slot := range waiting[i].slots[:waiting[i].used] {
			free, _ := t.Find(HashOf(slot), slot)
			free.line.put(slot, waiting[i].costs[j])
		}
	}
}

// lengthen adds empty lines to a shard, up to larger, and updates the memory of the table.
func (t *Table) lengthen(s *shard) {
	old, lines := uint64(machine.SliceBytes[Line](len(s.lines))), s.larger()
	t.bytes += uint64(machine.SliceBytes[Line](lines)) - old
	t.peak = max(t.peak, t.bytes)
	if !machine.GrowsInPlace(s.lines) {
		t.peak = max(t.peak, t.bytes+old)
	}
	s.lines = machine.Grow(s.lines, lines)
}
