package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Values keep what is written through growth from any length to any other, and
// what is added is zero.
func TestGrow(t *testing.T) {
	lengths := []int{1, 1<<15 - 1, 1 << 15, 1 << 17, 1<<20 + 1, 3 << 20}
	values := Alloc[uint64](0)
	for _, length := range lengths {
		before := len(values)
		values = Grow(values, length)
		require.Len(t, values, length)
		assert.GreaterOrEqual(t, SliceBytes[uint64](length), 8*length)
		assert.Zero(t, values[before])
		assert.Zero(t, values[length-1])
		values[length-1] = uint64(length)
	}
	for _, length := range lengths {
		assert.Equal(t, uint64(length), values[length-1])
	}
	Free(values)
}

func TestAllocIsZero(t *testing.T) {
	for _, length := range []int{0, 10, 1 << 18, 1 << 21} {
		values := Alloc[uint16](length)
		require.Len(t, values, length)
		for i := range values {
			if values[i] != 0 {
				require.Zero(t, values[i])
			}
		}
		Free(values)
	}
}
