package pdb

import "sync"

// Table has an entry for every placement of a pattern's tiles and every region of the
// blank. An entry holds the excess (see the package documentation). A Table is read-only
// and safe for concurrent use.
type Table struct {
	pattern Pattern
	index   *index
	packed  []byte    // two entries in each byte
	placing sync.Once // of the placer
	placer  *Placer
}

// mostExcess is the largest excess that fits in the four bits of an entry.
const mostExcess = 15

// excess returns the excess in the entry with the given index. For placements from which
// the goal cannot be reached, it is mostExcess.
func (t *Table) excess(entry uint64) uint8 {
	return t.packed[entry>>1] >> (entry & 1 << 2) & mostExcess
}
