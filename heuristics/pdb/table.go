package pdb

import (
	"math"
	"sync"
	"sync/atomic"
)

// Table holds what a pattern's tiles need: for every placement of theirs and
// every region of the blank the least number of moves that these tiles make
// until all are in their goal cells, with the blank in the region of its own.
//
// Tiles need at least their Manhattan distance, and any more in pairs. An entry
// is the number of these pairs, up to 15, and has four bits. The cap leaves
// estimates consistent; of the partitions of 3x3, 4x4 and 5x5 that have names
// none reaches it.
//
// The blank's region is told apart, which the minimum over regions that Korf and
// Felner (2002) keep does not. It makes estimates consistent and larger: on the
// hundred boards of Korf (1985) IDA* with 7-8 and its reflection generates 22,209
// states a board instead of 40,712. In four bits 7-8 takes 783 MB instead of 577
// MB, 6-6-6-6 on 5x5, two tables, 181 MB instead of 255 MB.
//
// A Table is read-only and safe for concurrent use.
type Table struct {
	pattern Pattern
	index   *Index
	packed  []byte
	sound   []atomic.Uint32 // a bit for each block of packed bytes whose checksum was found right
	bad     []atomic.Uint32 // or wrong
	source  *source         // nil if the table was built in memory
	damage  atomic.Pointer[DamageError]
	placing sync.Once // makes the placer
	placer  *Placer
}

// A block of packed bytes is what one checksum is for.
const (
	blockShift = 16
	blockBytes = 1 << blockShift
)

// newTable returns a table whose bytes need no check.
func newTable(p Pattern, x *Index, packed []byte) *Table {
	t := &Table{pattern: p, index: x, packed: packed}
	t.sound = make([]atomic.Uint32, (t.blocks()+31)/32)
	t.bad = make([]atomic.Uint32, len(t.sound))
	for i := range t.sound {
		t.sound[i].Store(math.MaxUint32)
	}
	return t
}

// Pattern returns the pattern whose table it is.
func (t *Table) Pattern() Pattern { return t.pattern }

// Index returns the numbering of the entries.
func (t *Table) Index() *Index { return t.index }

// Bytes returns the size of all entries.
func (t *Table) Bytes() uint64 { return uint64(len(t.packed)) }

// blocks returns how many blocks the packed bytes have.
func (t *Table) blocks() uint64 { return (t.Bytes() + blockBytes - 1) / blockBytes }

// Excess returns an entry: half of the moves that are needed besides the
// Manhattan distance, at most 15, which also stands for what cannot reach the
// goal. It is 0 where the entry's block is damaged; then Err says so.
func (t *Table) Excess(entry uint64) uint8 {
	at := entry >> 1
	if !t.isSound(at>>blockShift) && !t.check(at>>blockShift) {
		return 0
	}
	return t.packed[at] >> (entry & 1 << 2) & mostExcess
}

// isSound tells whether a block is known to be sound.
func (t *Table) isSound(block uint64) bool {
	return t.sound[block>>5].Load()>>(block&31)&1 != 0
}

// Err returns a *DamageError if any block that has been looked at is damaged.
// A search whose tables have an error must not be trusted, though 0 instead of
// an entry keeps its estimates admissible.
func (t *Table) Err() error {
	if damage := t.damage.Load(); damage != nil {
		return damage
	}
	return nil
}
