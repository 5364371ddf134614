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
	counts, err := exact.Census{Goal: goalOf(t, puzzle.BlankLast, size)}.Run(t.Context())
	require.NoError(t, err)
	total := 0
	for distance := range 20 {
		nearer, successors := boardsWithin(size, 8, distance)
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
		goal := goalOf(t, puzzle.BlankLast, size)
		for n := range uint64(60) {
			from := puzzle.Walk(puzzle.NewRand(2, n), goal, int(4+n%10))
			got := solve(t, replica{Known: whenExpanded, MoveBack: true}, from, goal, 100_000)
			least, most := takenBounds(goal, len(got.Moves))
			assert.GreaterOrEqual(t, int(got.Expanded), least, from)
			assert.LessOrEqual(t, int(taken(got.Stats)), most, from)
		}
	}
}

// The study of the shuffles printed a path of length 12 on 3x3 in 108
// iterations; at least 1,102 boards lie within 11 moves of any such start.
func TestTheImpossibleFigure(t *testing.T) {
	least, _ := takenBounds(goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3}), 12)
	assert.Equal(t, 1102, least)
}

// On vectors A* does what it does on a heap and a map.
func TestVectorsChangeNothing(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	for n := range uint64(20) {
		from := puzzle.Walk(puzzle.NewRand(3, n), goal, 40)
		astar := replica{Heuristic: heuristics.Manhattan, Known: whenExpanded}
		want := solve(t, astar, from, goal, 0)
		astar.Vectors = true
		assert.Equal(t, want, solve(t, astar, from, goal, 0), from)
	}
}
