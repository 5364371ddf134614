//go:build !unix

package machine

// Alloc returns n zero values of a type without pointers. They last until Free.
func Alloc[T any](n int) []T { return make([]T, n) }

// Free leaves the values to the collector.
func Free[T any]([]T) {}
