//go:build unix

package flat

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largeLines is from how many lines on memory is taken from the system itself:
// it is given back at once, and the collector never counts it.
const largeLines = 1 << 12

func allocLines(n int) []Line {
	if n < largeLines {
		return make([]Line, n)
	}
	bytes, err := unix.Mmap(-1, 0, memoryOf(n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]Line, n)
	}
	AdviseHuge(bytes)
	return linesOf(bytes, n)
}

func freeLines(lines []Line) {
	if len(lines) < largeLines {
		return
	}
	// Memory that came from make is not known to Munmap, which then returns an
	// error and leaves it to the collector.
	_ = unix.Munmap(bytesOf(lines))
}

// linesOf returns the first n lines in mapped memory, bytesOf the memory of
// lines.
func linesOf(bytes []byte, n int) []Line {
	return unsafe.Slice((*Line)(unsafe.Pointer(unsafe.SliceData(bytes))), n)
}

func bytesOf(lines []Line) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(lines))), memoryOf(len(lines)))
}
