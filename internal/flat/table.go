package flat

import (
	"iter"
	"math/bits"
	"unsafe"

	"npuzzle/internal/machine"
)

// Table is a map of boards packed in words. For each board it has the smallest cost
// at which the board was reached, the last move of this path, and whether the board
// is closed. The table is an open-addressing hash table with linear probing over
// cache lines: a look-up reads one line, rarely two. A board of one word takes 13 to 19 bytes,
// and one of n words about 9n to 13n bytes once the table is large.
//
// The table consists of shards. A full shard grows, independently of the other
// shards and in place if the system supports it. So growing takes little additional
// memory, and a search can stay within a memory limit.
type Table[B Board] struct {
	shards [shards]shard[B]
	len    int
	memory
}

const (
	shardBits = 4
	shards    = 1 << shardBits
	lineSlots = 6
	// A shard grows when maxLoad/64 of its slots are in use, or maxLoadLarge/64 for boards of
	// several words.
	maxLoad      = 54
	maxLoadLarge = 58
)

// line holds the boards with neighbouring hashes. A line of boards of one word is a cache line.
type line[B Board] struct {
	slots [lineSlots]B // key of each board, with its last move and closed flag in the first word
	costs [lineSlots]uint16
	used  uint8 // number of slots in use
}

type shard[B Board] struct {
	lines []line[B]
	taken int
}

const (
	moveShift = KeyBits
	moveMask  = 3 << moveShift
	closedBit = 1 << 62
)

// MaxCost is the largest cost that a table holds.
const MaxCost = 1<<16 - 1

// NewTable returns an empty table.
func NewTable[B Board]() *Table[B] {
	t := &Table[B]{}
	var board B
	lines := max(64/float64(len(board)), 8) // large enough for the shards to get different sizes
	for i := range t.shards {
		// The shards have different sizes, so they do not grow at the same time.
		t.shards[i].lines = lengthen(&t.memory, []line[B](nil), int(lines))
		lines *= 1.02567 // the sixteenth root of 1.5, the factor by which large shards grow
	}
	return t
}

// Release frees the memory. The table must not be used afterwards.
func (t *Table[B]) Release() {
	t.bytes = 0
	for i := range t.shards {
		machine.Free(t.shards[i].lines)
		t.shards[i].lines = nil
	}
}

// Len returns the number of boards.
func (t *Table[B]) Len() int { return t.len }

// All yields the keys of the boards and their slots in an unspecified order.
func (t *Table[B]) All() iter.Seq2[B, Slot[B]] {
	return func(yield func(B, Slot[B]) bool) {
		for i := range t.shards {
			for j := range t.shards[i].lines {
				line := &t.shards[i].lines[j]
				for at, board := range line.slots[:line.used] {
					board[0] &= KeyMask
					if !yield(board, Slot[B]{line: line, at: at}) {
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
func HashOf[B Board](board *B) Hash {
	x := (*board)[0] & KeyMask
	for i := 1; i < len(*board); i++ {
		high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd1342543de82ef95)
		x = high ^ low ^ (*board)[i]
	}
	// Multiplication changes higher bits by each bit of the board. Shard and line are
	// taken from the top bits.
	return Hash((x ^ x>>29) * 0x9e3779b97f4a7c15)
}

// Prefetch reads the line in which Find begins, so that Find finds the line in the
// cache. If Prefetch is called for many boards in a row, the processor fetches their
// lines at the same time. The result has no meaning, but the caller must use it, so
// that the compiler does not remove the read.
func (t *Table[B]) Prefetch(h Hash) uint8 {
	s := &t.shards[h>>(64-shardBits)]
	line := &s.lines[s.home(h)]
	if unsafe.Sizeof(*line) == 64 {
		return line.used
	}
	return line.used | uint8(line.slots[0][0])
}

// Slot is the position of a board in a table. It is valid until the next Insert.
type Slot[B Board] struct {
	line *line[B]
	at   int
}

// Find returns the slot of a board and true if the board is in the table. Otherwise
// it returns the free slot for Insert, and false.
func (t *Table[B]) Find(h Hash, board *B) (Slot[B], bool) {
	s := &t.shards[h>>(64-shardBits)]
	for i := s.home(h); ; {
		line := &s.lines[i]
		if at := line.find(board); at < int(line.used) {
			return Slot[B]{line: line, at: at}, true
		}
		if line.used < lineSlots {
			return Slot[B]{line: line, at: int(line.used)}, false
		}
		if i++; i == len(s.lines) {
			i = 0
		}
	}
}

// find returns the index of the slot of the line that contains a board, or lineSlots if there is
// none. It compares the first words of all slots, free ones included, because the processor would
// mispredict a branch for each slot too often.
func (l *line[B]) find(board *B) int {
	const above = 64 - KeyBits
	word := (*board)[0]
	slot := lineSlots
	if (l.slots[5][0]^word)<<above == 0 {
		slot = 5
	}
	if (l.slots[4][0]^word)<<above == 0 {
		slot = 4
	}
	if (l.slots[3][0]^word)<<above == 0 {
		slot = 3
	}
	if (l.slots[2][0]^word)<<above == 0 {
		slot = 2
	}
	if (l.slots[1][0]^word)<<above == 0 {
		slot = 1
	}
	if (l.slots[0][0]^word)<<above == 0 {
		slot = 0
	}
	if len(*board) == 1 {
		return slot
	}
	for ; slot < int(l.used); slot++ {
		if Same(&l.slots[slot], board) {
			return slot
		}
	}
	return lineSlots
}

// Same reports whether two boards are the same.
func Same[B Board](a, b *B) bool {
	differ := ((*a)[0] ^ (*b)[0]) & KeyMask
	for i := 1; i < len(*a); i++ {
		differ |= (*a)[i] ^ (*b)[i]
	}
	return differ == 0
}

// Insert adds a board that Find did not find, given the slot that Find returned.
// It returns the slot of the board, which is a different one if the table had to grow.
func (t *Table[B]) Insert(h Hash, slot Slot[B], board *B, cost uint16, move uint8) Slot[B] {
	s := &t.shards[h>>(64-shardBits)]
	load := maxLoad
	if len(*board) > 1 {
		load = maxLoadLarge
	}
	if s.taken*64 >= len(s.lines)*lineSlots*load {
		t.grow(s)
		slot, _ = t.Find(h, board)
	}
	entry := *board
	entry[0] = entry[0]&KeyMask | uint64(move)<<moveShift
	slot.line.put(&entry, cost)
	s.taken++
	t.len++
	return slot
}

func (l *line[B]) put(slot *B, cost uint16) {
	l.slots[l.used] = *slot
	l.costs[l.used] = cost
	l.used++
}

// Cost returns the smallest cost at which the board was reached.
func (s Slot[B]) Cost() uint16 { return s.line.costs[s.at] }

// Move returns the move that led to the board.
func (s Slot[B]) Move() uint8 { return uint8(s.line.slots[s.at][0] & moveMask >> moveShift) }

// Closed reports whether the board is closed.
func (s Slot[B]) Closed() bool { return s.line.slots[s.at][0]&closedBit != 0 }

// Close marks the board as closed.
func (s Slot[B]) Close() { s.line.slots[s.at][0] |= closedBit }

// Open marks the board as not closed, and sets its cost and move.
func (s Slot[B]) Open(cost uint16, move uint8) {
	word := &s.line.slots[s.at][0]
	*word = *word&KeyMask | uint64(move)<<moveShift
	s.line.costs[s.at] = cost
}

// home returns the line in which the search for a board begins: the bits of the
// hash below the shard's, scaled to the number of lines (Lemire 2019).
func (s *shard[B]) home(h Hash) int {
	i, _ := bits.Mul64(uint64(h)<<shardBits, uint64(len(s.lines)))
	return int(i)
}

// longer returns the number of lines that a shard grows to. A small shard doubles. A large shard of
// large boards grows by a quarter only, because their lines take so much more memory than the time
// of moving them.
func longer[B Board](n int) int {
	var board B
	switch {
	case n < 1<<10:
		return 2 * n
	case n < 1<<12 || len(board) == 1:
		return n + (n+1)/2
	}
	return n + n/4
}

// Growth returns the maximum number of bytes that a few insertions can need beyond
// Bytes. Two shards may grow one after the other. Then the table has the new lines of
// the first shard, and needs the memory to grow the second one.
func (t *Table[B]) Growth() uint64 {
	var adds, needs uint64 // maximum bytes that a shard adds, and that it needs while it grows
	for i := range t.shards {
		lines := t.shards[i].lines
		bytes := uint64(machine.SliceBytes[line[B]](longer[B](len(lines))))
		added := bytes - uint64(machine.SliceBytes[line[B]](len(lines)))
		adds = max(adds, added)
		if machine.GrowsInPlace(lines) {
			bytes = added
		}
		needs = max(needs, bytes)
	}
	return adds + needs
}

// grow makes a shard longer, and moves its boards to their new home lines. The
// new home of a board has a higher index than the old one. So grow begins with the last
// line, and almost every new home has already been emptied. The few other boards are
// inserted at the end.
func (t *Table[B]) grow(s *shard[B]) {
	last := len(s.lines) - 1
	s.lines = lengthen(&t.memory, s.lines, longer[B](len(s.lines)))
	var waiting []line[B]
	for i := last; i >= 0; i-- {
		old := s.lines[i]
		left := line[B]{}
		s.lines[i] = line[B]{}
		for j := range int(old.used) {
			slot := &old.slots[j]
			target := s.home(HashOf(slot))
			ready := target >= i
			for ready && s.lines[target].used == lineSlots {
				target++
				ready = target < len(s.lines)
			}
			if ready {
				s.lines[target].put(slot, old.costs[j])
			} else {
				left.put(slot, old.costs[j])
			}
		}
		if left.used > 0 {
			waiting = append(waiting, left)
		}
	}
	for i := range waiting {
		for j := range waiting[i].used {
			slot := &waiting[i].slots[j]
			free, _ := t.Find(HashOf(slot), slot)
			free.line.put(slot, waiting[i].costs[j])
		}
	}
}

// memory counts the bytes of the slices of a table.
type memory struct{ bytes, peak uint64 }

// Bytes returns the memory of the table, in bytes.
func (m *memory) Bytes() uint64 { return m.bytes }

// PeakBytes returns the maximum of Bytes so far, plus the old memory of a slice while the slice was
// copied to larger memory.
func (m *memory) PeakBytes() uint64 { return m.peak }

// lengthen returns a slice of n values: the given ones, then zeros.
func lengthen[T any](m *memory, values []T, n int) []T {
	old := uint64(machine.SliceBytes[T](len(values)))
	m.bytes += uint64(machine.SliceBytes[T](n)) - old
	m.peak = max(m.peak, m.bytes)
	if !machine.GrowsInPlace(values) {
		m.peak = max(m.peak, m.bytes+old)
	}
	return machine.Grow(values, n)
}
