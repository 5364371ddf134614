package heuristics

import (
	"math/bits"
	"slices"
	"sync"

	"npuzzle/puzzle"
)

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
// stand. A full estimate takes O(cells), a move O(line), where lines have up to
// longestTable cells; else O(cells · line) and O(line²), a line having at most
// puzzle.MaxSide cells.
type ConflictSum struct {
	manhattan *TileSum
	size      puzzle.Size
	goal      []uint8     // cell of each tile in the goal
	target    []cell      // the same by row and column; the blank's is nowhere
	at        []cell      // row and column of each cell: no division in the loops
	lines     []Line      // rows, then columns
	pairs     bool        // count pairs in rows only
	row, col  puzzle.Cost // of one conflict in a row, in a column
}

// Line is a row or a column of a goal. What stands in it on a board is a
// number, its content: Bits for each cell, the first in the highest, that say
// whose place the tile there has. It must not be written to.
type Line struct {
	Cells  []uint8     // from left to right, from top to bottom
	Places []uint8     // by tile: that of its goal cell in the line, from 1; 0 for tiles of other lines
	Bits   uint8       // of each cell in a content
	Cost   puzzle.Cost // of one conflict
	counts []uint8     // conflicts by content; nil for a line of more than longestTable cells
	pairs  bool        // count pairs
}

// Fits tells whether the line's contents fit 64 bits: those of
// up to 15 cells do.
func (l *Line) Fits() bool { return int(l.Bits)*len(l.Cells) <= 64 }

// Conflicts returns how many conflicts a content of a line that fits makes, in
// O(1) for up to six cells.
func (l *Line) Conflicts(content uint64) int {
	if l.counts != nil {
		return int(l.counts[content])
	}
	var places [puzzle.MaxSide]uint8
	n := 0
	for i := len(l.Cells) - 1; i >= 0; i-- {
		if place := uint8(content >> (int(l.Bits) * i) & (1<<l.Bits - 1)); place > 0 {
			places[n] = place
			n++
		}
	}
	return conflicts(places[:n], l.pairs)
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
	if pairs {
		c.col = 0
	}
	for index, target := range c.goal {
		c.target = append(c.target, cellAt(int(target), c.size.Cols))
		c.at = append(c.at, cellAt(index, c.size.Cols))
	}
	c.target[0] = cell{-1, -1}
	for row := range c.size.Rows {
		c.addLine(row*c.size.Cols, 1, c.size.Cols, c.row)
	}
	for col := range c.size.Cols {
		c.addLine(col, c.size.Cols, c.size.Rows, c.col)
	}
	return c
}

// addLine adds the line of so many cells from the first on.
func (c *ConflictSum) addLine(first, step, length int, cost puzzle.Cost) {
	l := Line{Places: make([]uint8, len(c.goal)), Bits: placeBits(length), Cost: cost, counts: countsOf(length, c.pairs), pairs: c.pairs}
	for i := range length {
		cell := uint8(first + i*step)
		l.Cells = append(l.Cells, cell)
		if tile := slices.Index(c.goal, cell); tile > 0 {
			l.Places[tile] = uint8(i + 1)
		}
	}
	c.lines = append(c.lines, l)
}

// Lines returns the rows from the top, and behind them the columns from the
// left.
func (c *ConflictSum) Lines() []Line { return c.lines }

// Manhattan returns the sum that the conflicts are added to.
func (c *ConflictSum) Manhattan() *TileSum { return c.manhattan }

// GoalCells returns the goal cell of each tile, the blank's first. It must not
// be written to.
func (c *ConflictSum) GoalCells() []uint8 { return c.goal }

// RowCost returns what a row costs whose own tiles, from left to right, have
// the given goal columns; ColumnCost the same of a column from top to bottom
// and goal rows. At most puzzle.MaxSide places are possible.
func (c *ConflictSum) RowCost(places []uint8) puzzle.Cost {
	return c.row * puzzle.Cost(conflicts(places, c.pairs))
}

// ColumnCost returns what a column costs; see RowCost.
func (c *ConflictSum) ColumnCost(places []uint8) puzzle.Cost {
	return c.col * puzzle.Cost(conflicts(places, c.pairs))
}

func conflicts(places []uint8, pairs bool) int {
	if pairs {
		return reversedPairs(places)
	}
	return mustLeave(places)
}

// mustLeave returns the least number of places whose removal leaves the others
// rising: all but a longest increasing subsequence (Schensted 1961).
func mustLeave(places []uint8) int {
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
	return len(places) - longest
}

// reversedPairs counts the pairs of which the first is the greater.
func reversedPairs(places []uint8) int {
	pairs := 0
	for i, place := range places {
		for _, behind := range places[i+1:] {
			if place > behind {
				pairs++
			}
		}
	}
	return pairs
}

// longestTable is the longest line of which there is a table of the conflicts
// of all contents: 2^18 numbers.
const longestTable = 6

func placeBits(length int) uint8 { return uint8(bits.Len(uint(length))) }

// tables are the tables of lines by their length, without and with pairs, each
// made when it is first asked for.
var tables = func() (tables [2][longestTable + 1]func() []uint8) {
	for length := range longestTable + 1 {
		tables[0][length] = sync.OnceValue(func() []uint8 { return countTable(length, false) })
		tables[1][length] = sync.OnceValue(func() []uint8 { return countTable(length, true) })
	}
	return tables
}()

// countsOf returns the conflicts of lines of a length by their content, or nil
// where there is no table.
func countsOf(length int, pairs bool) []uint8 {
	switch {
	case length > longestTable:
		return nil
	case pairs:
		return tables[1][length]()
	}
	return tables[0][length]()
}

func countTable(length int, pairs bool) []uint8 {
	width := int(placeBits(length))
	table := make([]uint8, 1<<(width*length))
	places := make([]uint8, 0, length)
	for content := range table {
		places = places[:0]
		for i := length - 1; i >= 0; i-- {
			if place := uint8(content >> (width * i) & (1<<width - 1)); place > 0 {
				places = append(places, place)
			}
		}
		table[content] = uint8(conflicts(places, pairs))
	}
	return table
}

// content returns what stands in the line.
func (l *Line) content(tiles []uint8) uint {
	content := uint(0)
	for _, cell := range l.Cells {
		content = content<<(l.Bits&7) | uint(l.Places[tiles[cell]])
	}
	return content
}

// costOf returns what a line of a board costs.
func (c *ConflictSum) costOf(l *Line, tiles []uint8) puzzle.Cost {
	if l.counts != nil {
		return l.Cost * puzzle.Cost(l.counts[l.content(tiles)])
	}
	var places [puzzle.MaxSide]uint8
	n := 0
	for _, cell := range l.Cells {
		if place := l.Places[tiles[cell]]; place > 0 {
			places[n] = place
			n++
		}
	}
	return l.Cost * puzzle.Cost(conflicts(places[:n], c.pairs))
}

// Estimate adds up the tiles and the lines of a board.
func (c *ConflictSum) Estimate(tiles []uint8) puzzle.Cost {
	sum := c.manhattan.Estimate(tiles)
	for i := range c.lines {
		sum += c.costOf(&c.lines[i], tiles)
	}
	return sum
}

// Changes returns the index of the one line whose cost may change when a tile
// goes from a cell to the next, or -1 where no line's does. A tile that goes
// along a row keeps its place among the row's tiles, and is of the columns only
// in its goal column.
func (c *ConflictSum) Changes(tile, from, to uint8) int {
	was, is, goal := c.at[from], c.at[to], c.target[tile]
	switch {
	case was.row == is.row && (was.col == goal.col || is.col == goal.col):
		return c.size.Rows + goal.col
	case was.col == is.col && (was.row == goal.row || is.row == goal.row):
		return goal.row
	}
	return -1
}

// Track returns a new Tracker.
func (c *ConflictSum) Track() Tracker { return &conflictTracker{sums: c} }

type conflictTracker struct {
	sums  *ConflictSum
	sum   puzzle.Cost
	lines [2 * puzzle.MaxSide]puzzle.Cost
}

func (t *conflictTracker) Reset(tiles []uint8) puzzle.Cost {
	t.sum = t.sums.manhattan.Estimate(tiles)
	for i := range t.sums.lines {
		t.lines[i] = t.sums.costOf(&t.sums.lines[i], tiles)
		t.sum += t.lines[i]
	}
	return t.sum
}

// Move counts at most one line anew.
func (t *conflictTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile := tiles[to]
	t.sum += t.sums.manhattan.At(int(tile), int(to)) - t.sums.manhattan.At(int(tile), int(from))
	if i := t.sums.Changes(tile, from, to); i >= 0 {
		t.sum -= t.lines[i]
		t.lines[i] = t.sums.costOf(&t.sums.lines[i], tiles)
		t.sum += t.lines[i]
	}
	return t.sum
}
