package heuristics_test

import (
	"math/bits"
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
	size, target := goal.Size(), goal.Positions()
	rows := make([][]uint8, size.Rows)
	cols := make([][]uint8, size.Cols)
	for cell, tile := range board.Tiles() {
		if tile == 0 {
			continue
		}
		row, col := cell/size.Cols, cell%size.Cols
		goalRow, goalCol := int(target[tile])/size.Cols, int(target[tile])%size.Cols
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

func TestLineCosts(t *testing.T) {
	costs := costsOf(t, "1,2,4,8")
	goal := goalOf(t, puzzle.BlankLast, 6, 6)
	least, ok := estimatorOf(t, heuristics.LinearConflict, goal, costs).(*heuristics.ConflictSum)
	require.True(t, ok)
	pairs, ok := estimatorOf(t, heuristics.LinearConflictPairs, goal, costs).(*heuristics.ConflictSum)
	require.True(t, ok)
	lines := 0
	sequences(6, nil, func(places []uint8) {
		lines++
		leave := naiveLine(places)
		require.Equal(t, 3*leave, least.RowCost(places), "row %v", places)
		require.Equal(t, 12*leave, least.ColumnCost(places), "column %v", places)
		reversed := puzzle.Cost(0)
		for j := range places {
			for i := range j {
				if places[i] > places[j] {
					reversed++
				}
			}
		}
		require.Equal(t, 3*reversed, pairs.RowCost(places), "row %v by pairs", places)
		require.Zero(t, pairs.ColumnCost(places), "column %v by pairs", places)
	})
	require.Equal(t, 1957, lines) // OEIS A000522
}

// The estimate is Manhattan and what the naive definition says of the lines,
// on every arrangement of some sizes and on random ones of others.
func TestLinearConflictIsItsDefinition(t *testing.T) {
	check := func(t require.TestingT, board, goal puzzle.Board) {
		e, err := heuristics.LinearConflict.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		manhattan := e.(*heuristics.ConflictSum).Manhattan().Estimate(board.Tiles())
		require.Equal(t, manhattan+2*naiveConflicts(board, goal), e.Estimate(board.Tiles()), "%v to %v", board, goal)
	}
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 4}, {Rows: 4, Cols: 1}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}} {
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

func TestGoalCells(t *testing.T) {
	goal := goalOf(t, puzzle.Snail, 3, 4)
	e := estimatorOf(t, heuristics.LinearConflict, goal, puzzle.Costs{}).(*heuristics.ConflictSum)
	require.Equal(t, goal.Positions(), e.GoalCells())
	manhattan := estimatorOf(t, heuristics.Manhattan, goal, puzzle.Costs{}).(*heuristics.TileSum)
	require.Equal(t, manhattan.Table(), e.Manhattan().Table())
}
