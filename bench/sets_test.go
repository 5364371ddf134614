package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
)

// Every set has solvable boards of its size, each once, and the published lengths where there are any.
func TestSets(t *testing.T) {
	for _, name := range bench.SetNames() {
		set, err := bench.Set(name)
		require.NoError(t, err, name)
		assert.Equal(t, name, set.Name)
		seen := map[puzzle.Board]bool{}
		for p, err := range set.Draw() {
			require.NoError(t, err, name)
			assert.True(t, puzzle.Solvable(p.Start, p.Goal), "%s %d", name, p.Number)
			seen[p.Start] = true
		}
		assert.GreaterOrEqual(t, len(seen), 50, name)
		assert.Len(t, set.Boards, len(seen), name)
		if set.Known != nil {
			assert.Len(t, set.Known, len(seen), name)
		}
	}
	_, err := bench.Set("uniform-17x17")
	assert.ErrorContains(t, err, "expected one of korf-15, korf-24, uniform-5x5")
}

// The boards of a set are published, so they must never change.
func TestUniformSetsStay(t *testing.T) {
	set, err := bench.Set("uniform-5x5")
	require.NoError(t, err)
	assert.Equal(t, "19 11 4 14 7/23 21 12 5 24/22 15 20 8 2/0 1 17 3 18/9 6 10 16 13", set.Boards[0].String())
	set, err = bench.Set("uniform-16x16")
	require.NoError(t, err)
	assert.Regexp(t, "^162 230 71 ", set.Boards[49].String())
}
