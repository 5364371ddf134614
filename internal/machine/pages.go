package machine

import "unsafe"

// smallest is from how many bytes on memory comes from the system. Runs of a
// few milliseconds took a tenth longer with a quarter of that.
const smallest = 256 << 10

func sizeOf[T any](n int) int {
	var value T
	return n * int(unsafe.Sizeof(value))
}

// copied returns n values that begin with a copy of the given ones, which it
// frees.
func copied[T any](values []T, n int) []T {
	longer := Alloc[T](n)
	AdviseLarge(longer) // before the first pages are touched
	copy(longer, values)
	Free(values)
	return longer
}
