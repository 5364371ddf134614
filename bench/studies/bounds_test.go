package studies

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
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

// Of the published counts with the zero heuristic, only one can be that of uniform-cost search. The
// file of the study gives these bounds.
func TestImpossibleFigures(t *testing.T) {
	bounds := map[string][2]int{}
	for _, l := range readPublished("shuffles") {
		if l["heuristic"] == "zero" && l["iterations"] != tookTooLong {
			size, err := puzzle.ParseSize(l["size"])
			require.NoError(t, err)
			least, most := takenBounds(goalOf(t, puzzle.BlankLast, size),
				int(l.number("path_length")))
			bounds[l["size"]+" "+l["random moves"]] = [2]int{least, most}
			n := int(l.number("iterations"))
			assert.Equal(t, l["size"] == "3x3" && l["random moves"] == "30", least <= n &&
				n <= most)
		}
	}
	assert.Equal(t, map[string][2]int{"3x3 10": {15, 105}, "3x3 30": {420, 2433},
		"3x3 50": {1102, 6361},
		"4x4 10": {95, 1037}, "6x6 10": {17, 489}}, bounds)
}

// On vectors A* does what it does on a heap and a map.
func TestVectorsChangeNothing(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	for n := range uint64(20) {
		from := puzzle.Walk(puzzle.NewRand(3, n), goal, 40)
		astar := replica{Heuristic: "manhattan", Known: whenExpanded}
		want := solve(t, astar, from, goal, 0)
		astar.Vectors = true
		assert.Equal(t, want, solve(t, astar, from, goal, 0), from)
	}
}

// takenBounds returns bounds on the number of states that uniform-cost search takes from
// the open list before a goal at the given distance. They hold for every cell from which
// the blank may start.
func takenBounds(goal puzzle.Board, distance int) (least, most int) {
	size := goal.Size()
	for cell := range size.Cells() {
		away := size.Distance(cell, goal.Blank())
		if away > distance || (distance-away)%2 != 0 {
			continue // the blank cannot reach its goal cell in this number of moves
		}
		nearer, successors := boardsWithin(size, cell, distance)
		if least == 0 || nearer < least {
			least = nearer
		}
		most = max(most, 1+successors)
	}
	return least, most
}

// boardsWithin starts from a board with the blank in the given cell. It returns the
// number of boards at less than the given distance from the start, and the number of
// successors of the boards up to this distance.
func boardsWithin(size puzzle.Size, blank, distance int) (nearer, successors int) {
	tiles := make([]int, size.Cells())
	for cell := range tiles {
		// 0 is the blank; the order of the tiles does not matter
		tiles[cell] = (cell - blank + len(tiles)) % len(tiles)
	}
	from, err := puzzle.New(size, tiles)
	must("boards within a distance", err)
	upTo := func(bound int) search.Stats {
		t := traversal{
			replica:  replica{Known: whenGenerated, MoveBack: true},
			estimate: func(puzzle.Board) int { return 0 },
			watch:    search.NewWatch(context.Background(), search.Limits{}, nil),
			bound:    bound,
		}
		t.run(from)
		return t.stats
	}
	return int(upTo(distance).Expanded), int(upTo(distance + 1).Generated)
}
