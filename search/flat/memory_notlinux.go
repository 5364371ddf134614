//go:build !linux

package flat

// memoryOf returns the bytes that lines take.
func memoryOf(lines int) int { return lines * int(lineBytes) }

// growsInPlace tells whether lengthen needs no memory but what it adds.
func growsInPlace([]Line) bool { return false }

// lengthen returns n lines, of which the first are the given ones and the
// others empty. The given ones must not be used any more.
func lengthen(lines []Line, n int) []Line { return copied(lines, n) }

// AdviseHuge asks for large pages where the system can be asked for them.
func AdviseHuge([]byte) {}
