//go:build !linux

package machine

// Bytes returns the memory that n values take.
func SliceBytes[T any](n int) int { return sizeOf[T](n) }

// GrowsInPlace tells whether Grow needs no memory but what it adds.
func GrowsInPlace[T any]([]T) bool { return false }

// Grow returns n values, of which the first are the given ones, which must not
// be used any more, and the others zero. It asks for large pages.
func Grow[T any](values []T, n int) []T { return copied(values, n) }

// AdviseLarge asks for large pages where the system can be asked for them.
func AdviseLarge[T any]([]T) {}
