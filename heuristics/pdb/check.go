package pdb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// remedy tells what to do about a file at fault.
const remedy = "remove it and build it again (npuzzle pdb verify, remove, build)"

// DamageError says that a block of a file does not have its checksum.
type DamageError struct {
	Path   string
	Offset uint64 // of the block in the file
	Bytes  int    // of the block
}

// Error returns one line with what to do.
func (e *DamageError) Error() string {
	return fmt.Sprintf("pdb: %s: %s; %s", e.Path, e.fault(), remedy)
}

func (e *DamageError) fault() string {
	return fmt.Sprintf("bytes %d to %d are damaged", e.Offset, e.Offset+uint64(e.Bytes)-1)
}

// Fault says what is wrong with a file as shortly as can be, without its name.
func Fault(err error) string {
	if e, ok := errors.AsType[*DamageError](err); ok {
		return e.fault()
	}
	if e, ok := errors.AsType[*FileError](err); ok {
		return e.Fault.Error()
	}
	return strings.TrimPrefix(err.Error(), "pdb: ")
}

// check tells whether a block is sound, and finds it out if nobody has. Several
// goroutines may do so at a time.
func (t *Table) check(block uint64) bool {
	bit := uint32(1) << (block & 31)
	switch {
	case t.isSound(block):
		return true
	case t.bad[block>>5].Load()&bit != 0:
		return false
	case t.matches(block):
		t.sound[block>>5].Or(bit)
		return true
	}
	offset := pageBytes + uint64(len(t.source.sums)) + block*blockBytes
	t.damage.CompareAndSwap(nil, &DamageError{t.source.path, offset, len(t.block(block))})
	t.bad[block>>5].Or(bit)
	return false
}

// block returns the bytes of a block.
func (t *Table) block(block uint64) []byte {
	return t.packed[block*blockBytes : min((block+1)*blockBytes, t.Bytes())]
}

// matches tells whether a block has its checksum. A mapped page that cannot be
// read, or no longer exists, faults: then it has not.
func (t *Table) matches(block uint64) (matches bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			matches = false
		}
	}()
	return checksum(t.block(block)) == binary.LittleEndian.Uint32(t.source.sums[block*sumBytes:])
}

// Verify checks all blocks and returns a *DamageError if one is damaged, or the
// context's error. It takes a second for ten gigabytes in memory.
func (t *Table) Verify(ctx context.Context) error {
	for block := range t.blocks() {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.check(block)
	}
	return t.Err()
}
