package pdb

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Division by multiplying is division, for all numbers below 2²⁹ and all
// divisors that a rotation has.
func TestDivisor(t *testing.T) {
	const limit = 1<<29 - 1
	check := func(t require.TestingT, n, d int) {
		if got := newDivisor(d).quotient(uint32(n)); int(got) != n/d {
			require.Equal(t, n/d, int(got), "%d by %d", n, d)
		}
	}
	for d := 1; d < 50_000; d++ {
		for _, n := range []int{0, 1, d - 1, d, d + 1, limit - limit%d - 1, limit - limit%d,
			limit - 1, limit} {
			check(t, n, d)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.IntRange(0, limit).Draw(t, "n"), rapid.IntRange(1, limit).Draw(t, "d"))
	})
}
