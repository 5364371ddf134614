package machine

import "golang.org/x/sys/unix"

const (
	largePage = 2 << 20

	// movable is from how many bytes on memory grows by moving pages, not what
	// stands in them. Of so many, rounding up to large pages is little.
	movable = 8 << 20
)

// Bytes returns the memory that n values take. Where they can be moved it is a
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

// Grow returns n values, of which the first are the given ones, which must not
// be used any more, and the others zero. It asks for large pages.
func Grow[T any](values []T, n int) []T {
	if GrowsInPlace(values) {
		if bytes, err := unix.Mremap(bytesOf(values), SliceBytes[T](n), unix.MREMAP_MAYMOVE); err == nil {
			return valuesOf[T](bytes, n)
		}
	}
	return copied(values, n)
}

// AdviseLarge asks for large pages: with small ones almost every access at random
// would miss the processor's page table cache, too. It is advice only, so its
// failure is none.
func AdviseLarge[T any](values []T) {
	if sizeOf[T](len(values)) >= smallest {
		_ = unix.Madvise(bytesOf(values), unix.MADV_HUGEPAGE)
	}
}
