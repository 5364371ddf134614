package studies

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// Counted from the corner, the boards nearer than a distance are those of the
// census.
func TestBoardsWithinAgreeWithTheCensus(t *testing.T) {
	size := puzzle.Size{Rows: 3, Cols: 3}
	counts, err := exact.Census{Goal: goalOf(puzzle.BlankLast, size)}.Run(t.Context())
	require.NoError(t, err)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	total := 0
	for distance := range 20 {
		nearer, successors := boardsWithin(graph, 8, distance)
		assert.Equal(t, total, nearer, distance)
		total += int(counts[distance])
		assert.Greater(t, successors, total, distance)
		assert.LessOrEqual(t, successors, 4*total, distance)
	}
}

// What uniform-cost search takes lies within the bounds, wherever the blank
// starts.
func TestTakenLiesWithinTheBounds(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4}} {
		goal := goalOf(puzzle.BlankLast, size)
		for n := range uint64(60) {
			from := puzzle.Walk(puzzle.NewRand(2, n), goal, int(4+n%10))
			got := bestFirst{Estimate: nothing, Closed: true, MoveBack: true}.search(from, goal, expansions)
			require.True(t, got.Solved)
			least, most := takenBounds(goal, len(got.Moves))
			assert.GreaterOrEqual(t, int(got.Expanded), least, from)
			assert.LessOrEqual(t, int(got.Taken), most, from)
		}
	}
}

// The study of the shuffles printed a path of length 12 on 3x3 in 108
// iterations; at least 1,102 boards lie within 11 moves of any such start.
func TestTheImpossibleFigure(t *testing.T) {
	least, _ := takenBounds(goalOf(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3}), 12)
	assert.Equal(t, 1102, least)
}

// On vectors A* does what it does on a heap and a map.
func TestVectorsChangeNothing(t *testing.T) {
	goal := goalOf(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	guess, err := estimateOf(heuristics.Manhattan, goal)
	require.NoError(t, err)
	for n := range uint64(20) {
		from := puzzle.Walk(puzzle.NewRand(3, n), goal, 40)
		want := bestFirst{Estimate: guess, Closed: true}.search(from, goal, unlimited)
		assert.Equal(t, want, onVectors(from, goal, guess), from)
	}
}
