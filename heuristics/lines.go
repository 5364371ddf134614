package heuristics

import (
	"sync"

	"npuzzle/puzzle"
)

// Axis tells rows from columns.
type Axis int

// The two axes of a board.
const (
	Row Axis = iota
	Column
)

// Lines holds the tables of linear conflict. A line is a row or a column of a board.
// Row r is line r, and column c is line Rows + c. The own tiles of a line are those
// whose goal cells lie in it. The cost of a line depends only on the order of its own
// tiles.
//
// The content of a line is a number that encodes which own tile is on which of its
// cells. It has one digit for each cell, in base length + 1, and the lowest digit is
// that of the first cell. The digit is 0 if no own tile is on the cell. Otherwise, it
// is 1 + the index of the tile's goal cell in the line. So a tile on a cell adds a
// fixed weight to the content, and a move changes the contents of at most two lines.
// One table, indexed by content, holds the conflicts of all lines of a length. Lines of
// up to 7 cells have contents and tables. For longer lines, conflicts are counted tile
// by tile.
type Lines struct {
	size      puzzle.Size
	pairs     bool           // count pairs of tiles in reverse order
	cells     [][2]uint8     // row and column of each cell
	goals     [][2]uint8     // the same of each tile's goal cell; the blank's is nowhere
	cost      [2]puzzle.Cost // of one conflict in a row, in a column
	conflicts [2][]uint8     // of a row, of a column, by content; nil for long lines
	weights   [][2]int32     // [tile*cells+cell]: on the contents of the cell's row and column
}

// longestTable is the number of cells of the longest line that has a table, of
// two megabytes. The table of a line of eight cells would take 43.
const longestTable = 7

// NewLines makes the tables for tiles with the given goal cells. The first goal
// cell is that of the blank, and is ignored. A conflict in a row costs row, and a
// conflict in a column costs column. With pairs, every pair of own tiles in reverse
// order is a conflict.
//
// NewLines panics if goalCells is empty or has a cell outside the board. On n cells, it
// takes O(n) time for each tile. The first call for a length of lines also makes the
// table of this length, which is at most two megabytes. Later calls share it.
func NewLines(size puzzle.Size, goalCells []uint8, row, column puzzle.Cost, pairs bool) *Lines {
	l := &Lines{
		size:      size,
		pairs:     pairs,
		cost:      [2]puzzle.Cost{row, column},
		conflicts: [2][]uint8{conflictTable(size.Cols, pairs), conflictTable(size.Rows, pairs)},
		weights:   make([][2]int32, len(goalCells)*size.Cells()),
	}
	for cell := range size.Cells() {
		l.cells = append(l.cells, [2]uint8{uint8(cell / size.Cols), uint8(cell % size.Cols)})
	}
	for _, goal := range goalCells {
		l.goals = append(l.goals, l.cells[goal])
	}
	l.goals[0] = [2]uint8{puzzle.MaxSide, puzzle.MaxSide}
	for tile, goal := range l.goals {
		for cell, at := range l.cells {
			weight := &l.weights[tile*size.Cells()+cell]
			if at[Row] == goal[Row] && l.conflicts[Row] != nil {
				weight[Row] = weightOf(size.Cols, at[Column], goal[Column])
			}
			if at[Column] == goal[Column] && l.conflicts[Column] != nil {
				weight[Column] = weightOf(size.Rows, at[Row], goal[Row])
			}
		}
	}
	return l
}

// weightOf returns what the tile of a goal place adds to the content of its
// line when it stands in a place.
func weightOf(length int, place, goal uint8) int32 {
	weight := int32(goal) + 1
	for range place {
		weight *= int32(length) + 1
	}
	return weight
}

// Tabulated reports whether all lines have contents and tables: neither side of the
// board has more than 7 cells.
func (l *Lines) Tabulated() bool { return max(l.size.Rows, l.size.Cols) <= longestTable }

// Cost returns the cost of one conflict in a row or in a column.
func (l *Lines) Cost(axis Axis) puzzle.Cost { return l.cost[axis] }

// Conflicts returns the numbers of conflicts of a row, or of a column, by content, or
// nil for lines without a table. The slice is shared and must not be written to.
func (l *Lines) Conflicts(axis Axis) []uint8 { return l.conflicts[axis] }

// Weight returns the weights that a tile on a cell adds to the contents of the cell's
// row and column. A weight is 0 if the tile is not an own tile of the line, or if the
// line has no table. The tile must have a goal cell, and the cell must be on the board.
// This is not fully checked: Weight panics or returns other weights.
func (l *Lines) Weight(tile, cell int) (row, column int32) {
	w := l.weights[tile*len(l.cells)+cell]
	return w[Row], w[Column]
}

// LineMove is the change of the lines when a tile moves to a neighbouring cell. The
// cost of at most one line changes. In the line that the tile moves along, the
// order of the tiles stays the same. Of the two lines that the tile leaves and
// enters, at most one has the tile as its own.
type LineMove struct {
	Changed   int   // the line whose cost may change, or -1
	Change    int32 // what is added to its content
	Along     int   // the line that the tile moves along
	AlongMore int32 // what is added to its content
}

// Move returns the change of the lines when a tile moves from a cell to a neighbouring
// one. It takes O(1) time, and does not check that the cells are neighbours.
func (l *Lines) Move(tile, from, to uint8) LineMove {
	was, is := l.weights[int(tile)*len(l.cells)+int(from)], l.weights[int(tile)*len(l.cells)+int(to)]
	m := LineMove{Changed: l.changed(tile, from, to)}
	if l.cells[from][Row] == l.cells[to][Row] {
		m.Change = is[Column] - was[Column]
		m.Along, m.AlongMore = int(l.cells[to][Row]), is[Row]-was[Row]
	} else {
		m.Change = is[Row] - was[Row]
		m.Along, m.AlongMore = l.size.Rows+int(l.cells[to][Column]), is[Column]-was[Column]
	}
	return m
}

// changed returns the line whose cost may change when a tile goes from a cell to
// the next, or -1.
func (l *Lines) changed(tile, from, to uint8) int {
	was, is, goal := l.cells[from], l.cells[to], l.goals[tile]
	switch {
	case was[Row] == is[Row] && (was[Column] == goal[Column] || is[Column] == goal[Column]):
		return l.size.Rows + int(goal[Column])
	case was[Column] == is[Column] && (was[Row] == goal[Row] || is[Row] == goal[Row]):
		return int(goal[Row])
	}
	return -1
}

// CostOf returns the cost of a line of a board. It takes O(length) time for a line with
// a table, and O(length²) time for other lines. It panics if there is no such line.
func (l *Lines) CostOf(line int, tiles []uint8) puzzle.Cost {
	axis, first, step, length := Row, line*l.size.Cols, 1, l.size.Cols
	if line >= l.size.Rows {
		axis, first, step, length = Column, line-l.size.Rows, l.size.Cols, l.size.Rows
	}
	if table := l.conflicts[axis]; table != nil {
		content := int32(0)
		for cell, end := first, first+step*length; cell < end; cell += step {
			content += l.weights[int(tiles[cell])*len(tiles)+cell][axis]
		}
		return l.cost[axis] * puzzle.Cost(table[content])
	}
	var places [puzzle.MaxSide]uint8
	n := 0
	for i := range length {
		cell := first + i*step
		if goal := l.goals[tiles[cell]]; goal[axis] == l.cells[cell][axis] {
			places[n] = goal[1-axis]
			n++
		}
	}
	return l.cost[axis] * puzzle.Cost(countConflicts(places[:n], l.pairs))
}

// conflictTables holds the tables ever asked for.
var conflictTables sync.Map // from conflictKey to func() []uint8

type conflictKey struct {
	length int
	pairs  bool
}

// conflictTable returns the conflicts of lines of a length by content, or nil
// where there is no table.
func conflictTable(length int, pairs bool) []uint8 {
	if length > longestTable {
		return nil
	}
	build, _ := conflictTables.LoadOrStore(conflictKey{length, pairs}, sync.OnceValue(func() []uint8 {
		return newConflictTable(length, pairs)
	}))
	return build.(func() []uint8)()
}

// newConflictTable counts the conflicts of all contents that a board can have.
// Contents that name a tile twice are left at 0.
func newConflictTable(length int, pairs bool) []uint8 {
	contents := 1
	for range length {
		contents *= length + 1
	}
	table := make([]uint8, contents)
	places := make([]uint8, 0, length)
	var fill func(place uint8, content int32, used int)
	fill = func(place uint8, content int32, used int) {
		if int(place) == length {
			table[content] = uint8(countConflicts(places, pairs))
			return
		}
		fill(place+1, content, used)
		for goal := range uint8(length) {
			if used>>goal&1 == 0 {
				places = append(places, goal)
				fill(place+1, content+weightOf(length, place, goal), used|1<<goal)
				places = places[:len(places)-1]
			}
		}
	}
	fill(0, 0, 0)
	return table
}

// countConflicts counts the conflicts among the own tiles of a line, given their
// goal places in the order in which they stand: the least number of tiles that
// must leave, or all pairs in reverse order.
func countConflicts(places []uint8, pairs bool) int {
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
