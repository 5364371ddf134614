//go:build unix

package ga

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"npuzzle/search/flat"
)

// largeSlab is from how many bytes on a slab is taken from the system itself. The
// collector, which never counts it, would let as much garbage pile up as it counts.
// From 64 kB on short runs took a tenth longer.
const largeSlab = 1 << 18

// hugeSlab is from how many bytes on large pages are asked for: a gigabyte in
// small ones takes the system a tenth of a second to take back, which an interrupt
// would wait for.
const hugeSlab = 1 << 26

// slab returns n values without pointers, which last until the run releases its
// slabs.
func slab[T any](r *run, n int) []T {
	var value T
	size := n * int(unsafe.Sizeof(value))
	if size < largeSlab {
		return make([]T, n)
	}
	bytes, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]T, n)
	}
	if size >= hugeSlab {
		flat.AdviseHuge(bytes)
	}
	r.slabs = append(r.slabs, bytes)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

// release gives the slabs back. Nothing of the evolutions may be used any more.
func (r *run) release() {
	for _, bytes := range r.slabs {
		_ = unix.Munmap(bytes) // it was mapped
	}
}
