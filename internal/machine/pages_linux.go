package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// smallest is the size in bytes above which memory is mapped directly from the
	// system. Runs of a few milliseconds took a tenth longer with a quarter of that.
	smallest = 256 << 10

	largePage = 2 << 20

	// movable is the size in bytes above which memory grows by moving pages, not
	// their contents. Rounding up to large pages adds little to it.
	movable = 8 << 20
)

// SliceBytes returns the memory that n values take. Where they can be moved it is a
// number of large pages, so that the system moves each as a whole.
func SliceBytes[T any](n int) int {
	bytes := sizeOf[T](n)
	if bytes >= movable {
		bytes = (bytes + largePage - 1) &^ (largePage - 1)
	}
	return bytes
}

// GrowsInPlace tells whether Grow needs no memory but what it adds.
func GrowsInPlace[T any](values []T) bool { return sizeOf[T](len(values)) >= movable }

// largePages is the size in bytes above which Alloc asks for large pages: the system takes a
// tenth of a second to free a gigabyte of small ones, which would delay an interrupt.
const largePages = 1 << 26

// Alloc returns n zero values of a type without pointers. They last until Free.
func Alloc[T any](n int) []T {
	if sizeOf[T](n) < smallest {
		return make([]T, n)
	}
	bytes, err := unix.Mmap(-1, 0, SliceBytes[T](n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]T, SliceBytes[T](n)/sizeOf[T](1))[:n]
	}
	values := valuesOf[T](bytes, n)
	if sizeOf[T](n) >= largePages {
		adviseLarge(values)
	}
	return values
}

// Free gives the memory of values back that Alloc or Grow returned. They must
// not be used any more.
func Free[T any](values []T) {
	if sizeOf[T](len(values)) < smallest {
		return
	}
	// Memory that came from make is not known to Munmap, which then returns an
	// error and leaves it to the collector.
	_ = unix.Munmap(bytesOf(values))
}

// Grow returns n values, of which the first are the given ones, which must not
// be used any more, and the others zero. It asks for large pages.
func Grow[T any](values []T, n int) []T {
	if GrowsInPlace(values) {
		if bytes, err := unix.Mremap(bytesOf(values), SliceBytes[T](n), unix.MREMAP_MAYMOVE); err == nil {
			return valuesOf[T](bytes, n)
		}
	}
	longer := Alloc[T](n)
	adviseLarge(longer) // before the first pages are touched
	copy(longer, values)
	Free(values)
	return longer
}

// adviseLarge asks for large pages: with small ones almost every access at random
// would miss the processor's page table cache, too. It is advice only, so its
// failure is none.
func adviseLarge[T any](values []T) {
	if sizeOf[T](len(values)) >= smallest {
		_ = unix.Madvise(bytesOf(values), unix.MADV_HUGEPAGE)
	}
}

func sizeOf[T any](n int) int {
	var value T
	return n * int(unsafe.Sizeof(value))
}

// valuesOf returns the first n values in mapped memory, bytesOf the memory of
// values.
func valuesOf[T any](bytes []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

func bytesOf[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), SliceBytes[T](len(values)))
}
