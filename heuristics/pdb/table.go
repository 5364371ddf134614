package pdb

import (
	"errors"
	"runtime/debug"
	"sync"
)

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

// ErrUnreadable means that a mapped file could not be read, because it was truncated
// while it was in use or because its disk failed.
var ErrUnreadable = errors.New("pdb: a file of a pattern database can no longer be read")

// Guard calls read, which reads mapped tables, and returns its error. If a file can no
// longer be read, the operating system reports a memory fault, which would end the
// program. Guard returns ErrUnreadable instead. It covers only the goroutine that calls
// it. If read starts other goroutines, they must call debug.SetPanicOnFault and recover,
// and read must then panic with what they recovered.
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
