package heuristics_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// naiveLine returns the size of the smallest subset of a line's own tiles
// without which no two of the others stand in reverse order, by trying all
// subsets.
func naiveLine(places []uint8) puzzle.Cost {
	best := len(places)
	for removed := range uint(1) << len(places) {
		conflict := false
		for j := range places {
			for i := range j {
				kept := removed>>i&1 == 0 && removed>>j&1 == 0
				conflict = conflict || kept && places[i] > places[j]
			}
		}
		if !conflict {
			best = min(best, bits.OnesCount(removed))
		}
	}
	return puzzle.Cost(best)
}

// naiveConflicts adds up the rows and the columns of a board.
func naiveConflicts(board, goal puzzle.Board) puzzle.Cost {
	size := goal.Size()
	target := goal.Positions()
	rows := make([][]uint8, size.Rows)
	cols := make([][]uint8, size.Cols)
	for cell, tile := range board.Tiles() {
		if tile == 0 {
			continue
		}
		row := cell / size.Cols
		col := cell % size.Cols
		goalRow := int(target[tile]) / size.Cols
		goalCol := int(target[tile]) % size.Cols
		if row == goalRow {
			rows[row] = append(rows[row], uint8(goalCol))
		}
		if col == goalCol {
			cols[col] = append(cols[col], uint8(goalRow))
		}
	}
	var sum puzzle.Cost
	for _, line := range append(rows, cols...) {
		sum += naiveLine(line)
	}
	return sum
}

// sequences calls visit with every sequence of distinct places below n.
func sequences(n int, places []uint8, visit func([]uint8)) {
	visit(places)
next:
	for place := range uint8(n) {
		for _, p := range places {
			if p == place {
				continue next
			}
		}
		sequences(n, append(places[:len(places):len(places)], place), visit)
	}
}

// naivePairs counts the pairs in reverse order.
func naivePairs(places []uint8) (pairs puzzle.Cost) {
	for j := range places {
		for i := range j {
			if places[i] > places[j] {
				pairs++
			}
		}
	}
	return pairs
}

// partialInjections is OEIS A002720: the contents of a line by its length.
var partialInjections = []int{1, 2, 7, 34, 209, 1546, 13327, 130922}

// The tables hold the conflicts of every content of a line that a board can
// have.
func TestConflictTables(t *testing.T) {
	for length := 2; length <= 7; length++ {
		goal := goalOf(t, puzzle.BlankLast, 2, length)
		least := heuristics.TabulateMoves(estimatorOf(t, heuristics.LinearConflict, goal,
			puzzle.Costs{}))
		pairs := heuristics.TabulateMoves(estimatorOf(t, heuristics.LinearConflictPairs, goal,
			puzzle.Costs{}))
		contents := map[int32]bool{}
		var fill func(cell int, places []uint8, content int32)
		fill = func(cell int, places []uint8, content int32) {
			if cell == length {
				require.EqualValues(t, 2*naiveLine(places), least.Costs[content], "%v", places)
				require.EqualValues(t, 2*naivePairs(places), pairs.Costs[content], "%v by pairs",
					places)
				contents[content] = true
				return
			}
			fill(cell+1, places, content) // a tile of another line
			for place := range uint8(length) {
				if !slices.Contains(places, place) {
					only := make([]uint8, 2*length)
					only[cell] = place + 1
					weight := heuristics.ContentsOf(least, only)[0] - least.Empty[0]
					fill(cell+1, append(places[:len(places):len(places)], place), content+weight)
				}
			}
		}
		fill(0, nil, least.Empty[0])
		require.Len(t, contents, partialInjections[length])
		if testing.Short() && length == 6 {
			break
		}
	}
	goal := goalOf(t, puzzle.BlankLast, 8, 2)
	require.Nil(t, heuristics.TabulateMoves(estimatorOf(t, heuristics.LinearConflict, goal,
		puzzle.Costs{})))
}

// The estimate is Manhattan and what the naive definition says of the lines,
// on every arrangement of some sizes and on random ones of others.
func TestLinearConflictIsItsDefinition(t *testing.T) {
	check := func(t require.TestingT, board, goal puzzle.Board) {
		e, err := heuristics.LinearConflict.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		plain, err := heuristics.Manhattan.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		manhattan := plain.Estimate(board.Tiles())
		require.Equal(t, manhattan+2*naiveConflicts(board, goal), e.Estimate(board.Tiles()),
			"%v to %v", board, goal)
	}
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 4}, {Rows: 4, Cols: 1}, {Rows: 2, Cols: 2},
		{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}} {
		for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			goal := goalOf(t, name, size.Rows, size.Cols)
			sequences(size.Cells(), nil, func(tiles []uint8) {
				if len(tiles) == size.Cells() {
					check(t, boardOfTiles(t, size, tiles), goal)
				}
			})
		}
	}
	side := rapid.IntRange(2, 6)
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		check(t, drawGoal(t, size), drawGoal(t, size))
	})
}

func boardOfTiles(t testing.TB, size puzzle.Size, tiles []uint8) puzzle.Board {
	t.Helper()
	whole := make([]int, len(tiles))
	for i, tile := range tiles {
		whole[i] = int(tile)
	}
	b, err := puzzle.New(size, whole)
	require.NoError(t, err)
	return b
}
