//go:build !linux

package machine

import "time"

// SliceBytes returns the memory that n values take, in bytes.
func SliceBytes[T any](n int) int { return sizeOf[T](n) }

// GrowsInPlace reports whether Grow needs memory only for the added values.
func GrowsInPlace[T any]([]T) bool { return false }

// Alloc returns n zero values of a type without pointers. The caller releases them with
// Free.
func Alloc[T any](n int) []T { return make([]T, n) }

// Free does nothing, because the garbage collector frees the values.
func Free[T any]([]T) {}

// Grow returns n values: a copy of the given values, then zeros. The given values must
// not be used afterwards.
func Grow[T any](values []T, n int) []T { return append(make([]T, 0, n), values...)[:n] }

// MeasuresThreads is false: on this system, the program does not measure single threads.
const MeasuresThreads = false

// Thread is a thread of this process.
type Thread struct{}

// CurrentThread returns the thread of the calling goroutine.
func CurrentThread() Thread { return Thread{} }

// CPUTime returns 0, because the program cannot measure the thread.
func (t Thread) CPUTime() time.Duration { return 0 }
