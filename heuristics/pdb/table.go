package pdb

import (
	"errors"
	"runtime/debug"
	"sync"
)

// Table has an entry for every placement of a pattern's tiles and every region of
// the blank. The entry holds the excess; see the package documentation. A Table is read-only and safe for
// concurrent use.
type Table struct {
	pattern Pattern
	index   *index
	packed  []byte    // two entries a byte
	placing sync.Once // makes the placer
	placer  *Placer
}

// mostExcess is the largest excess that the four bits of an entry hold.
const mostExcess = 15

// excess returns the excess in the entry with an index: half of the moves needed
// beyond the Manhattan distance, at most 15. The value 15 also stands for placements from which the
// goal cannot be reached.
func (t *Table) excess(entry uint64) uint8 {
	return t.packed[entry>>1] >> (entry & 1 << 2) & mostExcess
}

// ErrUnreadable says that a mapped file could not be read, because it was
// shortened while it was in use or because its disk failed.
var ErrUnreadable = errors.New("pdb: a file of a pattern database can no longer be read")

// Guard runs a function that reads mapped tables, and returns its error. It
// returns ErrUnreadable if a file can no longer be read: the operating system
// reports that as a memory fault, which would otherwise end the program. Guard
// covers the goroutine that calls it. A goroutine that the function starts must
// hand its fault over as a panic.
func Guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // implemented by the runtime's memory faults only
			err = ErrUnreadable
		default:
			panic(fault)
		}
	}()
	return read()
}
