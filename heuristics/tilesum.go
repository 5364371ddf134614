package heuristics

import "npuzzle/puzzle"

// Zero estimates 0 for every board. With Zero, A* is uniform-cost search, and IDA*
// is iterative-deepening depth-first search.
var Zero Heuristic = tileHeuristic("zero", zero)

func zero(puzzle.Costs, cell, cell) puzzle.Cost { return 0 }

// Misplaced is the number of tiles, without the blank, that are not on their goal
// cell, times the cost of the cheapest move.
var Misplaced Heuristic = tileHeuristic("misplaced", misplaced)

func misplaced(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	if at == goal {
		return 0
	}
	return costs.Cheapest()
}

// OutOfRowColumn is the number of tiles, without the blank, that are not in their
// goal row, plus the number of those that are not in their goal column, times the
// cost of the cheapest move.
var OutOfRowColumn Heuristic = tileHeuristic("out-of-row-column", outOfRowColumn)

func outOfRowColumn(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	var wrong puzzle.Cost
	if at.row != goal.row {
		wrong++
	}
	if at.col != goal.col {
		wrong++
	}
	return wrong * costs.Cheapest()
}

// Manhattan is the sum over tiles, without the blank, of the vertical plus the
// horizontal distance to the goal cell. Each step counts the cost of the move that
// brings the tile nearer. Moves are named by the direction of the blank: to move a tile
// up, the blank moves down.
var Manhattan Heuristic = tileHeuristic("manhattan", manhattan)

func manhattan(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	return between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down)) +
		between(at.col, goal.col, costs.Of(puzzle.Left), costs.Of(puzzle.Right))
}

// between returns the cost of moving a tile along one axis from row or column at to
// goal. A move of the blank to a lower row or column costs lower, and moves the tile to a
// higher one. A move of the blank to a higher row or column costs higher.
func between(at, goal int, lower, higher puzzle.Cost) puzzle.Cost {
	if at < goal {
		return puzzle.Cost(goal-at) * lower
	}
	return puzzle.Cost(at-goal) * higher
}

// tileHeuristic returns the heuristic that adds up a value of each tile. The value must
// be such that the sum is consistent.
func tileHeuristic(name string, value tileValue) Heuristic {
	return newSum(name, true, func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newTileSum(goal, costs, value)
	})
}

// tileSum is the estimator of a sum over tiles, and of linear conflict, which adds the costs
// of all lines. A table holds the summand of each tile on each cell. The summand of the blank
// is 0. The table takes 4 · cells² bytes. Without lines, a full estimate takes O(cells) time,
// and a move takes O(1) time. A line is a row or a column; let s be its number of cells. If the
// lines have tables (see lines), a full estimate takes O(cells) time, too, and a move takes O(s)
// time. Otherwise, an estimate takes O(cells · s) time, and a move O(s²) time.
type tileSum struct {
	size  puzzle.Size
	cells int
	table []int32 // [tile*cells+cell]
	lines *lines  // nil if lines cost nothing
}

// tileValue returns the summand of a tile on cell at, given its goal cell.
type tileValue func(costs puzzle.Costs, at, goal cell) puzzle.Cost

// newTileSum makes the table of a goal.
func newTileSum(goal puzzle.Board, costs puzzle.Costs, value tileValue) *tileSum {
	cells := goal.Size().Cells()
	cols := goal.Size().Cols
	s := &tileSum{size: goal.Size(), cells: cells, table: make([]int32, cells*cells)}
	for tile, target := range goal.Positions() {
		for cell := 0; cell < cells && tile != 0; cell++ {
			s.table[tile*cells+cell] = int32(value(costs, cellAt(cell, cols),
				cellAt(int(target), cols)))
		}
	}
	return s
}

// cell is the row and the column of a cell.
type cell struct{ row, col int }

func cellAt(index, cols int) cell { return cell{row: index / cols, col: index % cols} }

// at returns the summand of a tile on a cell.
func (s *tileSum) at(tile, cell int) puzzle.Cost {
	return puzzle.Cost(s.table[tile*s.cells+cell])
}

// Estimate returns the sum of the summands of all tiles of a board, and of the costs of its
// lines. The board must meet the conditions of Estimator.
func (s *tileSum) Estimate(tiles []uint8) puzzle.Cost {
	var sum puzzle.Cost
	for cell, tile := range tiles {
		sum += s.at(int(tile), cell)
	}
	if s.lines != nil {
		for line := range s.lines.spans {
			sum += s.lines.costOf(line, tiles)
		}
	}
	return sum
}

// Change implements Differ. It takes O(s) time if the lines have tables, and otherwise O(s²) time,
// where s is the number of cells of a line.
func (s *tileSum) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	change := s.at(int(tiles[from]), int(blank)) - s.at(int(tiles[from]), int(from))
	if s.lines != nil {
		change += s.lines.change(tiles, from, blank)
	}
	return change
}

// Track returns a new Tracker.
func (s *tileSum) Track() Tracker { return &tileSumTracker{tileSum: s} }

// tileSumTracker does what Follow does. Without the calls of Change, the plain search of idastar
// takes a sixth less time under Manhattan.
type tileSumTracker struct {
	*tileSum
	estimate puzzle.Cost
}

func (t *tileSumTracker) Reset(tiles []uint8) puzzle.Cost {
	t.estimate = t.Estimate(tiles)
	return t.estimate
}

func (t *tileSumTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	t.estimate += t.at(int(tiles[to]), int(to)) - t.at(int(tiles[to]), int(from))
	if t.lines != nil {
		t.estimate -= t.lines.change(tiles, to, from)
	}
	return t.estimate
}

func (t *tileSumTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.estimate - t.Change(tiles, to, from)
}
