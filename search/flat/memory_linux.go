package flat

import "golang.org/x/sys/unix"

const (
	largePage = 2 << 20

	// remapLines is from how many lines on memory grows by moving pages, not
	// what stands in them: 8 megabytes, of which rounding up to large pages is
	// little.
	remapLines = 8 << 20 / int(lineBytes)
)

// memoryOf returns the bytes that lines take. Where they will be moved it is a
// number of large pages, so that the system can move each as a whole.
func memoryOf(lines int) int {
	bytes := lines * int(lineBytes)
	if lines >= remapLines {
		bytes = (bytes + largePage - 1) &^ (largePage - 1)
	}
	return bytes
}

// growsInPlace tells whether lengthen needs no memory but what it adds.
func growsInPlace(lines []Line) bool { return len(lines) >= remapLines }

// lengthen returns n lines, of which the first are the given ones and the
// others empty. The given ones must not be used any more.
func lengthen(lines []Line, n int) []Line {
	if growsInPlace(lines) {
		if bytes, err := unix.Mremap(bytesOf(lines), memoryOf(n), unix.MREMAP_MAYMOVE); err == nil {
			return linesOf(bytes, n)
		}
	}
	return copied(lines, n)
}

// AdviseHuge asks for large pages in mapped memory: a table is read at random, and
// with small ones almost every look-up would miss the processor's page table
// cache, too. It is advice only, so its failure is none.
func AdviseHuge(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }
