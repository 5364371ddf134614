package heuristics

import "npuzzle/puzzle"

// LinearConflict is Manhattan plus, for each row and column, the cost of the
// least number of its own tiles that must leave it so that the others can pass
// (Hansson, Mayer, Yung 1992). A tile that leaves a row and comes back makes
// one move up and one down that Manhattan does not count; a column, one left
// and one right.
var LinearConflict Heuristic = formula{
	name:       "linear-conflict",
	admissible: true,
	consistent: true,
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newConflictSum(goal, costs, false)
	},
}

// LinearConflictPairs is Manhattan plus the cost of leaving a row for every
// pair of a row's own tiles that stand in reverse order, as the study
// "ga-vs-astar" counted. One tile that leaves can end several conflicts, so it
// overestimates.
var LinearConflictPairs Heuristic = formula{
	name: "linear-conflict-pairs",
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newConflictSum(goal, costs, true)
	},
}

// ConflictSum is the estimator of LinearConflict and LinearConflictPairs:
// Manhattan plus a cost for each line. What a line costs depends only on its
// own tiles, those whose goal cell lies in it, in the order in which they
// stand. A full estimate takes O(cells · line), a
// move O(line²), a line having at most 16 cells.
type ConflictSum struct {
	manhattan *TileSum
	size      puzzle.Size
	goal      []uint8     // cell of each tile in the goal
	target    []cell      // the same by row and column; the blank's is nowhere
	at        []cell      // row and column of each cell: no division in the loops
	pairs     bool        // count pairs in rows only
	row, col  puzzle.Cost // of one conflict in a row, in a column
}

func newConflictSum(goal puzzle.Board, costs puzzle.Costs, pairs bool) *ConflictSum {
	c := &ConflictSum{
		manhattan: newManhattan(goal, costs),
		size:      goal.Size(),
		goal:      goal.Positions(),
		pairs:     pairs,
		row:       costs.Of(puzzle.Up) + costs.Of(puzzle.Down),
		col:       costs.Of(puzzle.Left) + costs.Of(puzzle.Right),
	}
	for index, target := range c.goal {
		c.target = append(c.target, cellAt(int(target), c.size.Cols))
		c.at = append(c.at, cellAt(index, c.size.Cols))
	}
	c.target[0] = cell{-1, -1}
	if pairs {
		c.col = 0
	}
	return c
}

// Manhattan returns the sum that the conflicts are added to.
func (c *ConflictSum) Manhattan() *TileSum { return c.manhattan }

// GoalCells returns the goal cell of each tile, the blank's first. It must not
// be written to.
func (c *ConflictSum) GoalCells() []uint8 { return c.goal }

// RowCost returns what a row costs whose own tiles, from left to right, have
// the given goal columns; ColumnCost the same of a column from top to bottom
// and goal rows. At most puzzle.MaxSide places are possible.
func (c *ConflictSum) RowCost(places []uint8) puzzle.Cost {
	return c.row * c.conflicts(places)
}

// ColumnCost returns what a column costs; see RowCost.
func (c *ConflictSum) ColumnCost(places []uint8) puzzle.Cost {
	return c.col * c.conflicts(places)
}

func (c *ConflictSum) conflicts(places []uint8) puzzle.Cost {
	if c.pairs {
		return reversedPairs(places)
	}
	return mustLeave(places)
}

// mustLeave returns the least number of places whose removal leaves the others
// rising: all but a longest increasing subsequence (Schensted 1961).
func mustLeave(places []uint8) puzzle.Cost {
	// least[n] is the smallest place that ends a rising subsequence of n+1.
	var least [puzzle.MaxSide]uint8
	longest := 0
	for _, place := range places {
		n := longest
		for n > 0 && least[n-1] > place {
			n--
		}
		least[n] = place
		longest = max(longest, n+1)
	}
	return puzzle.Cost(len(places) - longest)
}

// reversedPairs counts the pairs of which the first is the greater.
func reversedPairs(places []uint8) puzzle.Cost {
	var pairs puzzle.Cost
	for i, place := range places {
		for _, behind := range places[i+1:] {
			if place > behind {
				pairs++
			}
		}
	}
	return pairs
}

// rowOf returns what one row of a board costs.
func (c *ConflictSum) rowOf(tiles []uint8, row int) puzzle.Cost {
	var places [puzzle.MaxSide]uint8
	n := 0
	for _, tile := range tiles[row*c.size.Cols : (row+1)*c.size.Cols] {
		if target := c.target[tile]; target.row == row {
			places[n] = uint8(target.col)
			n++
		}
	}
	return c.RowCost(places[:n])
}

// columnOf returns what one column of a board costs.
func (c *ConflictSum) columnOf(tiles []uint8, col int) puzzle.Cost {
	var places [puzzle.MaxSide]uint8
	n := 0
	for cell := col; cell < len(tiles); cell += c.size.Cols {
		if target := c.target[tiles[cell]]; target.col == col {
			places[n] = uint8(target.row)
			n++
		}
	}
	return c.ColumnCost(places[:n])
}

// Estimate adds up the tiles and the lines of a board.
func (c *ConflictSum) Estimate(tiles []uint8) puzzle.Cost {
	sum := c.manhattan.Estimate(tiles)
	for row := range c.size.Rows {
		sum += c.rowOf(tiles, row)
	}
	for col := range c.size.Cols {
		sum += c.columnOf(tiles, col)
	}
	return sum
}

// Rise returns by how much the estimate rises when the tile in cell from goes
// to the blank's cell to; tiles is the board before the move. It takes O(line).
func (c *ConflictSum) Rise(tiles []uint8, from, to uint8) puzzle.Cost {
	tile := tiles[from]
	rise := c.manhattan.At(int(tile), int(to)) - c.manhattan.At(int(tile), int(from))
	row, col := c.changes(tile, from, to)
	switch {
	case row >= 0:
		rise -= c.rowOf(tiles, row)
		tiles[to], tiles[from] = tile, 0
		rise += c.rowOf(tiles, row)
		tiles[from], tiles[to] = tile, 0
	case col >= 0:
		rise -= c.columnOf(tiles, col)
		tiles[to], tiles[from] = tile, 0
		rise += c.columnOf(tiles, col)
		tiles[from], tiles[to] = tile, 0
	}
	return rise
}

// changes returns the row or the column whose cost may change when a tile goes
// from one cell to the next; at least one of the two is -1, for none. A tile
// that goes along a row keeps its place among the row's tiles, and is of the
// columns only in its goal column.
func (c *ConflictSum) changes(tile, from, to uint8) (row, col int) {
	was, is, goal := c.at[from], c.at[to], c.target[tile]
	switch {
	case was.row == is.row && (was.col == goal.col || is.col == goal.col):
		return -1, goal.col
	case was.col == is.col && (was.row == goal.row || is.row == goal.row):
		return goal.row, -1
	}
	return -1, -1
}

// Track returns a new Tracker.
func (c *ConflictSum) Track() Tracker { return &conflictTracker{sums: c} }

type conflictTracker struct {
	sums       *ConflictSum
	sum        puzzle.Cost
	rows, cols [puzzle.MaxSide]puzzle.Cost // of each line
}

func (t *conflictTracker) Reset(tiles []uint8) puzzle.Cost {
	t.sum = t.sums.manhattan.Estimate(tiles)
	for row := range t.sums.size.Rows {
		t.rows[row] = t.sums.rowOf(tiles, row)
		t.sum += t.rows[row]
	}
	for col := range t.sums.size.Cols {
		t.cols[col] = t.sums.columnOf(tiles, col)
		t.sum += t.cols[col]
	}
	return t.sum
}

// Move counts at most one line anew.
func (t *conflictTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile := tiles[to]
	t.sum += t.sums.manhattan.At(int(tile), int(to)) - t.sums.manhattan.At(int(tile), int(from))
	switch row, col := t.sums.changes(tile, from, to); {
	case row >= 0:
		t.sum -= t.rows[row]
		t.rows[row] = t.sums.rowOf(tiles, row)
		t.sum += t.rows[row]
	case col >= 0:
		t.sum -= t.cols[col]
		t.cols[col] = t.sums.columnOf(tiles, col)
		t.sum += t.cols[col]
	}
	return t.sum
}
