package heuristics

import "npuzzle/puzzle"

// TileSum is the estimator that adds up, over the tiles, what a table says of
// each tile on its cell. Zero, misplaced, Manhattan and out-of-row-column are
// nothing else. The blank counts nothing. A full estimate takes O(cells), a
// move O(1), the table 4 · cells² bytes.
type TileSum struct {
	cells int
	table []int32 // [tile*cells+cell]
}

// newTileSum makes the table of a goal. The value of a tile depends on the
// cell it stands on and on its goal cell, each given by row and column.
func newTileSum(goal puzzle.Board, value func(at, goal cell) puzzle.Cost) *TileSum {
	cells, cols := goal.Size().Cells(), goal.Size().Cols
	s := &TileSum{cells, make([]int32, cells*cells)}
	for tile, target := range goal.Positions() {
		if tile == 0 {
			continue
		}
		for at := range cells {
			s.table[tile*cells+at] = int32(value(cellAt(at, cols), cellAt(int(target), cols)))
		}
	}
	return s
}

// cell is a cell by row and column.
type cell struct{ row, col int }

func cellAt(index, cols int) cell { return cell{index / cols, index % cols} }

// At returns what a tile counts on a cell.
func (s *TileSum) At(tile, cell int) puzzle.Cost {
	return puzzle.Cost(s.table[tile*s.cells+cell])
}

// Table returns the whole table, row by row: tile t on cell c counts
// [t*cells+c], and the blank's row is 0. It must not be written to.
func (s *TileSum) Table() []int32 { return s.table }

// Estimate adds up the tiles of a board.
func (s *TileSum) Estimate(tiles []uint8) puzzle.Cost {
	var sum puzzle.Cost
	for cell, tile := range tiles {
		sum += s.At(int(tile), cell)
	}
	return sum
}

// Track returns a new Tracker.
func (s *TileSum) Track() Tracker { return &tileSumTracker{sums: s} }

type tileSumTracker struct {
	sums *TileSum
	sum  puzzle.Cost
}

func (t *tileSumTracker) Reset(tiles []uint8) puzzle.Cost {
	t.sum = t.sums.Estimate(tiles)
	return t.sum
}

func (t *tileSumTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile := int(tiles[to])
	t.sum += t.sums.At(tile, int(to)) - t.sums.At(tile, int(from))
	return t.sum
}
