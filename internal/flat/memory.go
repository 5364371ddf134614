package flat

import "npuzzle/internal/machine"

// memory counts the bytes of the slices of a table.
type memory struct{ bytes, peak uint64 }

// Bytes returns the memory of the table, in bytes.
func (m *memory) Bytes() uint64 { return m.bytes }

// PeakBytes returns the maximum of Bytes so far, plus the old memory of a slice while the slice was
// copied to larger memory.
func (m *memory) PeakBytes() uint64 { return m.peak }

// lengthen returns a slice of n values: the given ones, then zeros.
func lengthen[T any](m *memory, values []T, n int) []T {
	old := uint64(machine.SliceBytes[T](len(values)))
	m.bytes += uint64(machine.SliceBytes[T](n)) - old
	m.peak = max(m.peak, m.bytes)
	if !machine.GrowsInPlace(values) {
		m.peak = max(m.peak, m.bytes+old)
	}
	return machine.Grow(values, n)
}
