package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// smallest is the size in bytes from which memory is mapped directly from the system.
	// With a quarter of this size, runs of a few milliseconds took a tenth longer.
	smallest = 256 << 10

	largePage = 2 << 20

	// movable is the size in bytes from which memory grows by moving pages instead of
	// copying their contents. At this size, rounding up to large pages adds little.
	movable = 8 << 20
)

// SliceBytes returns the memory that n values take, in bytes. From size movable on, it is
// a multiple of the size of a large page, so that the system can move whole pages.
func SliceBytes[T any](n int) int {
	bytes := sizeOf[T](n)
	if bytes >= movable {
		bytes = (bytes + largePage - 1) &^ (largePage - 1)
	}
	return bytes
}

// GrowsInPlace reports whether Grow needs memory only for the added values.
func GrowsInPlace[T any](values []T) bool { return sizeOf[T](len(values)) >= movable }

// largePages is the size in bytes from which Alloc asks for large pages. Freeing a
// gigabyte of small pages takes the system a tenth of a second, which would delay an
// interrupt.
const largePages = 1 << 26

// Alloc returns n zero values of a type without pointers. The caller releases them with
// Free.
func Alloc[T any](n int) []T {
	if sizeOf[T](n) < smallest {
		return make([]T, n)
	}
	const protection = unix.PROT_READ | unix.PROT_WRITE
	const flags = unix.MAP_ANON | unix.MAP_PRIVATE
	bytes, err := unix.Mmap(-1, 0, SliceBytes[T](n), protection, flags)
	if err != nil {
		return make([]T, SliceBytes[T](n)/sizeOf[T](1))[:n]
	}
	values := valuesOf[T](bytes, n)
	if sizeOf[T](n) >= largePages {
		adviseLarge(values)
	}
	return values
}

// Free releases values that Alloc or Grow returned. The values must not be used
// afterwards.
func Free[T any](values []T) {
	if sizeOf[T](len(values)) < smallest {
		return
	}
	// Alloc may have used make if mmap failed. Munmap then returns an error, and the
	// garbage collector frees the memory.
	_ = unix.Munmap(bytesOf(values))
}

// Grow returns n values: a copy of the given values, then zeros. The given values must
// not be used afterwards. Grow asks for large pages, and for all pages at once.
func Grow[T any](values []T, n int) []T {
	if GrowsInPlace(values) {
		old := SliceBytes[T](len(values))
		bytes, err := unix.Mremap(bytesOf(values), SliceBytes[T](n), unix.MREMAP_MAYMOVE)
		if err == nil {
			populate(bytes[old:])
			return valuesOf[T](bytes, n)
		}
	}
	longer := Alloc[T](n)
	if sizeOf[T](n) >= smallest {
		adviseLarge(longer) // before the first pages are touched
		populate(bytesOf(longer))
	}
	copy(longer, values)
	if sizeOf[T](n) < smallest {
		clear(longer[len(values):]) // so that pages of the Go heap are there, too
	}
	Free(values)
	return longer
}

// adviseLarge asks for large pages. With small pages, almost every random access would
// also miss the page table cache of the processor. An error is ignored, because the
// request is only a hint.
func adviseLarge[T any](values []T) {
	if sizeOf[T](len(values)) >= smallest {
		_ = unix.Madvise(bytesOf(values), unix.MADV_HUGEPAGE)
	}
}

// populate makes the system provide pages of zeros that can be written. Otherwise, a program that
// reads a page before it writes it causes two page faults, and the second one interrupts all other
// threads of the process. An error is ignored, because the system then provides the pages when they
// are used.
func populate(bytes []byte) {
	_ = unix.Madvise(bytes, unix.MADV_POPULATE_WRITE)
}

// valuesOf returns the first n values in mapped memory.
func valuesOf[T any](bytes []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

// bytesOf returns the memory of values, the inverse of valuesOf.
func bytesOf[T any](values []T) []byte {
	first := unsafe.Pointer(unsafe.SliceData(values))
	return unsafe.Slice((*byte)(first), SliceBytes[T](len(values)))
}
