//go:build !linux

package machine

import "unsafe"

// SliceBytes returns the memory that n values take.
func SliceBytes[T any](n int) int {
	var value T
	return n * int(unsafe.Sizeof(value))
}

// GrowsInPlace tells whether Grow needs no memory but what it adds.
func GrowsInPlace[T any]([]T) bool { return false }

// Alloc returns n zero values of a type without pointers. They last until Free.
func Alloc[T any](n int) []T { return make([]T, n) }

// Free leaves the values to the collector.
func Free[T any]([]T) {}

// Grow returns n values, of which the first are the given ones, which must not
// be used any more, and the others zero.
func Grow[T any](values []T, n int) []T { return append(make([]T, 0, n), values...)[:n] }
