package heuristics

import "npuzzle/puzzle"

// Zero estimates every board at 0. It makes A* uniform-cost search and IDA*
// iterative deepening.
var Zero Heuristic = tileHeuristic("zero", func(costs puzzle.Costs, at, goal cell) puzzle.Cost { return 0 })

// Misplaced counts the tiles, the blank left out, that are not on their goal
// cell, each at the cheapest move.
var Misplaced Heuristic = tileHeuristic("misplaced", func(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	if at == goal {
		return 0
	}
	return costs.Cheapest()
})

// OutOfRowColumn counts the tiles, the blank left out, that are not in their
// goal row and those that are not in their goal column, each at the cheapest
// move.
var OutOfRowColumn Heuristic = tileHeuristic("out-of-row-column", func(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	var wrong puzzle.Cost
	if at.row != goal.row {
		wrong++
	}
	if at.col != goal.col {
		wrong++
	}
	return wrong * costs.Cheapest()
})

// Manhattan adds up the rows and columns that lie between each tile, the blank
// left out, and its goal cell, each at the cost of the move that brings the
// tile nearer: a tile goes up when the blank goes down.
var Manhattan Heuristic = tileHeuristic("manhattan", manhattan)

func manhattan(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	return between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down)) +
		between(at.col, goal.col, costs.Of(puzzle.Left), costs.Of(puzzle.Right))
}

// between returns the cost of a tile's way along one axis, given the cost of the
// blank's move towards lower numbers, which takes the tile to a higher one, and
// of the move back.
func between(at, goal int, lower, higher puzzle.Cost) puzzle.Cost {
	if at < goal {
		return puzzle.Cost(goal-at) * lower
	}
	return puzzle.Cost(at-goal) * higher
}

// tileHeuristic is the consistent heuristic that adds up a value of each tile.
func tileHeuristic(name string, value tileValue) Heuristic {
	return formula{name, true, true, func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newTileSum(goal, costs, value)
	}}
}

// TileSum is the estimator that adds up, over the tiles, what a table says of
// each tile on its cell. The blank counts nothing. A full estimate takes
// O(cells), a move O(1), the table 4 · cells² bytes.
type TileSum struct {
	size  puzzle.Size
	cells int
	table []int32 // [tile*cells+cell]
}

// tileValue returns what a tile counts on a cell, given its goal cell.
type tileValue func(costs puzzle.Costs, at, goal cell) puzzle.Cost

// newTileSum makes the table of a goal.
func newTileSum(goal puzzle.Board, costs puzzle.Costs, value tileValue) *TileSum {
	cells, cols := goal.Size().Cells(), goal.Size().Cols
	s := &TileSum{goal.Size(), cells, make([]int32, cells*cells)}
	for tile, target := range goal.Positions() {
		for at := 0; at < cells && tile != 0; at++ {
			s.table[tile*cells+at] = int32(value(costs, cellAt(at, cols), cellAt(int(target), cols)))
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

// Estimate adds up the tiles of a board.
func (s *TileSum) Estimate(tiles []uint8) puzzle.Cost {
	var sum puzzle.Cost
	for cell, tile := range tiles {
		sum += s.At(int(tile), cell)
	}
	return sum
}

// Track returns a new Tracker.
func (s *TileSum) Track() Tracker { return &tileSumTracker{sum: s} }

type tileSumTracker struct {
	sum      *TileSum
	estimate puzzle.Cost
}

func (t *tileSumTracker) Reset(tiles []uint8) puzzle.Cost {
	t.estimate = t.sum.Estimate(tiles)
	return t.estimate
}

func (t *tileSumTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile := int(tiles[to])
	t.estimate += t.sum.At(tile, int(to)) - t.sum.At(tile, int(from))
	return t.estimate
}

func (t *tileSumTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	next := *t
	return next.Move(tiles, from, to)
}
