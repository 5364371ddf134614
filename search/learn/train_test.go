package learn

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// train trains a table for 3x3 boards.
func train(t *testing.T, seed uint64, boards, workers int) *pairs.Table {
	t.Helper()
	rounds := 0
	table, err := Train(t.Context(), Config{
		Size: puzzle.Size{Rows: 3, Cols: 3}, Seed: seed, Workers: workers,
		More: func(solved int) bool { return solved < boards },
		Observe: func(p Progress) {
			rounds++
			assert.Equal(t, rounds, p.Round)
			assert.Equal(t, rounds*roundBoards, p.Boards)
			assert.Positive(t, p.Samples)
			assert.Positive(t, p.Length)
		},
	})
	require.NoError(t, err)
	return table
}

// The same seed gives the same table on any number of workers, and another seed another table.
func TestTrainIsRepeatable(t *testing.T) {
	one := train(t, 1, 2*roundBoards, 1)
	two := train(t, 1, 2*roundBoards, 3)
	assert.Equal(t, one, two)
	if testing.Short() {
		return
	}
	assert.NotEqual(t, one, train(t, 2, 2*roundBoards, 1))
}

// A table pays: plans become shorter.
func TestTrainedTablesPay(t *testing.T) {
	slow.NotShort(t)
	table := train(t, 1, 5*roundBoards, 0)
	goal, err := puzzle.Goal(puzzle.BlankLast, table.Size)
	require.NoError(t, err)
	const width, boards = 3, 200
	learned, lengths := Validate(t.Context(), pairs.With(table), goal, width, boards, 1)
	plain, _ := Validate(t.Context(), heuristics.Convex, goal, width, boards, 1)
	assert.Len(t, lengths, boards)
	assert.NotContains(t, lengths, 0)
	assert.Less(t, learned, plain-1, "moves")
}

// A training that is interrupted returns the table so far.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	table, err := Train(ctx, Config{
		Size: puzzle.Size{Rows: 3, Cols: 4}, Workers: 2, More: func(int) bool { return true },
		Observe: func(p Progress) {
			if p.Round == 2 {
				cancel()
			}
		},
	})
	require.NoError(t, err)
	assert.Equal(t, 2*roundBoards, table.Boards)
	assert.Positive(t, slices.Max(table.Values()))
}

// A training that is interrupted before its first table has none.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	table, err := Train(ctx, Config{Size: puzzle.Size{Rows: 3, Cols: 4}, Workers: 1})
	require.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, table)
}

// A training that begins with the table of a smaller board has better values after one round than
// another one.
func TestTrainBeginsWithSmaller(t *testing.T) {
	if testing.Short() {
		t.Skip("the other trainings run the same code")
	}
	small := train(t, 1, 5*roundBoards, 0)
	size := puzzle.Size{Rows: 4, Cols: 4}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	lengths := map[string]float64{}
	for _, smaller := range []*pairs.Table{nil, small} {
		table, err := Train(t.Context(), Config{Size: size, Smaller: smaller, More: func(int) bool {
			return false
		}})
		require.NoError(t, err)
		lengths[table.Smaller], _ = Validate(t.Context(), pairs.With(table), goal, 10, 200, 0)
	}
	require.Contains(t, lengths, small.Checksum())
	assert.Less(t, lengths[small.Checksum()], lengths[""]-1, "moves")
}
