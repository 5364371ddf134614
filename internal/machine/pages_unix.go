//go:build unix

package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Alloc returns n zero values of a type without pointers. They last until Free.
func Alloc[T any](n int) []T {
	if sizeOf[T](n) < smallest {
		return make([]T, n)
	}
	bytes, err := unix.Mmap(-1, 0, SliceBytes[T](n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]T, sizeOfPages[T](n))[:n]
	}
	return valuesOf[T](bytes, n)
}

// sizeOfPages returns how many values fill the memory that n values take.
func sizeOfPages[T any](n int) int { return SliceBytes[T](n) / sizeOf[T](1) }

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

// valuesOf returns the first n values in mapped memory, bytesOf the memory of
// values.
func valuesOf[T any](bytes []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

func bytesOf[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), SliceBytes[T](len(values)))
}
