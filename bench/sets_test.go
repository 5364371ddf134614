package bench_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
)

// Every set has solvable boards of its size, each once, and the published lengths where there are
// any.
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
	assert.Equal(t, "19 11 4 14 7/23 21 12 5 24/22 15 20 8 2/0 1 17 3 18/9 6 10 16 13",
		set.Boards[0].String())
	set, err = bench.Set("uniform-16x16")
	require.NoError(t, err)
	assert.Regexp(t, "^162 230 71 ", set.Boards[49].String())
}

// The plans of docs/uniform.csv solve their boards, and no lower bound is above the length.
func TestUniformPlans(t *testing.T) {
	file, err := os.Open("../docs/uniform.csv")
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"set", "number", "length", "lower_bound", "plan"}, lines[0])
	require.Len(t, lines, 1+220)
	for _, line := range lines[1:] {
		set, err := bench.Set(line[0])
		require.NoError(t, err)
		var numbers [3]int
		for i := range numbers {
			numbers[i], err = strconv.Atoi(line[1+i])
			require.NoError(t, err)
		}
		plan, err := puzzle.ParseMoves(line[4], puzzle.BlankNotation)
		require.NoError(t, err)
		end, err := set.Boards[numbers[0]-1].Replay(plan)
		require.NoError(t, err, "%s %d", line[0], numbers[0])
		assert.Equal(t, set.Goal, end, "%s %d", line[0], numbers[0])
		assert.Len(t, plan, numbers[1])
		assert.LessOrEqual(t, numbers[2], numbers[1])
	}
}
