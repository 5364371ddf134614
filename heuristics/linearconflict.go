package heuristics

import "npuzzle/puzzle"

// LinearConflict is Manhattan plus the cost of the conflicts of each row and column
// (Hansson, Mayer and Yung 1992). The own tiles of a row are those whose goal cells
// lie in it. The number of conflicts of a row is the smallest number of its own tiles that
// must leave the row so that its other own tiles can pass. A tile that leaves a row
// and comes back makes one move up and one move down that Manhattan does not count.
// A tile that leaves a column and comes back makes one move left and one move right.
var LinearConflict Heuristic = formula{"linear-conflict", true, true, linearConflict}

func linearConflict(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return newConflictSum(goal, costs, false)
}

// LinearConflictPairs is Manhattan plus a cost for every pair of a row's own tiles that
// are in reverse order: one move up and one move down. Pairs in columns do not count. The
// study "ga-vs-astar" counted in this way (see docs/studies). One tile that leaves the row can resolve
// several pairs. So LinearConflictPairs can overestimate.
var LinearConflictPairs Heuristic = formula{"linear-conflict-pairs", false, false, linearConflictPairs}

func linearConflictPairs(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return newConflictSum(goal, costs, true)
}

// ConflictSum is the estimator of LinearConflict and LinearConflictPairs. It is Manhattan
// plus the costs of all lines. A line is a row or a column; let s be its number of cells.
// If the lines have tables (see Lines), a full estimate takes O(cells) time, and a move
// takes O(s) time. Otherwise, an estimate takes O(cells · s) time, and a move O(s²) time.
type ConflictSum struct {
	manhattan *TileSum
	lines     *Lines
}

func newConflictSum(goal puzzle.Board, costs puzzle.Costs, pairs bool) *ConflictSum {
	row := costs.Of(puzzle.Up) + costs.Of(puzzle.Down)
	column := costs.Of(puzzle.Left) + costs.Of(puzzle.Right)
	if pairs {
		column = 0
	}
	return &ConflictSum{newTileSum(goal, costs, manhattan), NewLines(goal.Size(), goal.Positions(), row, column, pairs)}
}

// Manhattan returns the sum over tiles, without the costs of the lines.
func (c *ConflictSum) Manhattan() *TileSum { return c.manhattan }

// Lines returns the tables of the rows and columns.
func (c *ConflictSum) Lines() *Lines { return c.lines }

// Estimate returns the Manhattan distance of a board plus the costs of its lines.
func (c *ConflictSum) Estimate(tiles []uint8) puzzle.Cost {
	sum := c.manhattan.Estimate(tiles)
	for line := range c.lines.size.Rows + c.lines.size.Cols {
		sum += c.lines.CostOf(line, tiles)
	}
	return sum
}

// Track returns a new Tracker.
func (c *ConflictSum) Track() Tracker { return &conflictTracker{sum: c} }

type conflictTracker struct {
	sum      *ConflictSum
	estimate puzzle.Cost
	lines    [2 * puzzle.MaxSide]puzzle.Cost // the cost of each line
}

func (t *conflictTracker) Reset(tiles []uint8) puzzle.Cost {
	t.estimate = t.sum.manhattan.Estimate(tiles)
	for line := range t.sum.lines.size.Rows + t.sum.lines.size.Cols {
		t.lines[line] = t.sum.lines.CostOf(line, tiles)
		t.estimate += t.lines[line]
	}
	return t.estimate
}

// Move recomputes the cost of at most one line.
func (t *conflictTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile, manhattan := tiles[to], t.sum.manhattan
	t.estimate += manhattan.At(int(tile), int(to)) - manhattan.At(int(tile), int(from))
	if line := t.sum.lines.changed(tile, from, to); line >= 0 {
		t.estimate -= t.lines[line]
		t.lines[line] = t.sum.lines.CostOf(line, tiles)
		t.estimate += t.lines[line]
	}
	return t.estimate
}

func (t *conflictTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	next := *t
	return next.Move(tiles, from, to)
}
