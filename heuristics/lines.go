package heuristics

import (
	"math"
	"sync"

	"npuzzle/puzzle"
)

// The two axes of a board, in the order of lines.
const (
	rowAxis = iota
	columnAxis
)

// lines holds the tables of linear conflict. A line is a row or a column of a board.
// Row r is line r, and column c is line rows + c. The own tiles of a line are those
// whose goal cells lie in it. The cost of a line depends only on the order of its own
// tiles.
//
// The content of a line is a number that encodes which own tile is on which of its
// cells. It has one digit for each cell, in base length + 1, and the lowest digit is
// that of the first cell. The digit is 0 if no own tile is on the cell. Otherwise, it
// is 1 + the index of the tile's goal cell in the line. For example, the first row of a 3x3
// board has the own tiles 1, 2 and 3. If it holds 2, 1 and 3, the digits are 2, 1 and 3, and
// the content is 2 + 1·4 + 3·16 = 54. So a tile on a cell adds a
// fixed weight to the content, and a move changes the contents of at most two lines.
// One table, indexed by content, holds the conflicts of all lines of a length. Lines of
// up to 7 cells have contents and tables. For longer lines, conflicts are counted tile
// by tile.
type lines struct {
	size  puzzle.Size
	pairs bool       // count pairs of tiles in reverse order
	spans []span     // cells of each line
	cells [][2]uint8 // row and column of each cell
	// row and column of each tile's goal cell; outside the board for the blank
	goals     [][2]uint8
	costs     []puzzle.Cost // cost of one conflict, by line
	conflicts [2][]uint8    // number of conflicts, by axis and content; nil for long lines
	// [tile*cells+cell]: weights on the contents of the cell's row and column; 1 in long lines
	weights [][2]int32
}

// span lists the cells of a line: first, first + step, and so on, below end.
type span struct{ axis, first, step, end int }

// LongestTable is the maximum number of cells of a line with a table. The table for seven
// cells takes two megabytes. A table for eight cells would take 43 megabytes.
const LongestTable = 7

// newLines makes the tables for tiles with the given goal cells. The first goal
// cell is that of the blank, and is ignored. A conflict in a row costs row, and a
// conflict in a column costs column. With pairs, every pair of own tiles in reverse
// order is a conflict.
//
// On n cells, newLines takes O(n) time for each tile. The first call for a length of lines also
// makes the table of this length, which later calls share.
func newLines(size puzzle.Size, goalCells []uint8, row, column puzzle.Cost, pairs bool) *lines {
	l := &lines{
		size:  size,
		cells: size.Places(),
		pairs: pairs,
		conflicts: [2][]uint8{
			conflictTables.of(conflictKey{length: size.Cols, pairs: pairs}, newConflictTable),
			conflictTables.of(conflictKey{length: size.Rows, pairs: pairs}, newConflictTable),
		},
		weights: make([][2]int32, len(goalCells)*size.Cells()),
	}
	for line := range size.Rows {
		l.spans = append(l.spans, span{
			axis:  rowAxis,
			first: line * size.Cols,
			step:  1,
			end:   (line + 1) * size.Cols,
		})
		l.costs = append(l.costs, row)
	}
	for line := range size.Cols {
		l.spans = append(l.spans, span{
			axis:  columnAxis,
			first: line,
			step:  size.Cols,
			end:   size.Cells(),
		})
		l.costs = append(l.costs, column)
	}
	for _, cell := range goalCells {
		l.goals = append(l.goals, l.cells[cell])
	}
	l.goals[0] = [2]uint8{puzzle.MaxSide, puzzle.MaxSide}
	lengths := [2]int{size.Cols, size.Rows}
	for tile, goal := range l.goals {
		for cell, place := range l.cells {
			weights := &l.weights[tile*size.Cells()+cell]
			for axis, length := range lengths {
				if place[axis] != goal[axis] {
					continue
				}
				if l.conflicts[axis] == nil {
					weights[axis] = 1
				} else {
					weights[axis] = weightOf(length, place[1-axis], goal[1-axis])
				}
			}
		}
	}
	return l
}

// weightOf returns the summand of an own tile in the content of a line, given the tile's
// place and its goal place in the line.
func weightOf(length int, place, goal uint8) int32 {
	weight := int32(goal) + 1
	for range place {
		weight *= int32(length) + 1
	}
	return weight
}

// tabulated reports whether a MoveTable can hold the lines: neither side of the board has more than
// 7 cells, conflicts cost the same in all rows, and in all columns, and the cost of a line fits a
// byte. Without lines, that is, for nil, it returns true.
func (l *lines) tabulated() bool {
	if l == nil {
		return true
	}
	most := max(l.size.Rows, l.size.Cols) - 1 // conflicts of a line
	if l.pairs {
		most = most * (most + 1) / 2
	}
	for line, s := range l.spans {
		cost := l.costs[line]
		if cost != l.costOfAxis(s.axis) || puzzle.Cost(most)*cost > math.MaxUint8 {
			return false
		}
	}
	return l.conflicts[rowAxis] != nil && l.conflicts[columnAxis] != nil
}

// costOfAxis returns the cost of one conflict in the first line of an axis.
func (l *lines) costOfAxis(axis int) puzzle.Cost { return l.costs[axis*l.size.Rows] }

// changed returns the line whose cost may change when a tile moves to a neighbouring cell, and the
// change of its content. It returns -1 if no line's cost changes. In the line that the tile moves
// along, the order of the tiles stays the same. Of the two lines that the tile leaves and enters,
// at most one has the tile as its own.
func (l *lines) changed(tile, from, to uint8) (line int, change int32) {
	axis := rowAxis
	if l.cells[from][rowAxis] == l.cells[to][rowAxis] {
		axis = columnAxis
	}
	weights := l.weights[int(tile)*len(l.cells):][:len(l.cells)]
	if change = weights[to][axis] - weights[from][axis]; change == 0 {
		return -1, 0
	}
	return axis*l.size.Rows + int(l.goals[tile][axis]), change
}

// change returns the change of the costs when the tile on a cell moves to the blank's cell.
func (l *lines) change(tiles []uint8, from, blank uint8) puzzle.Cost {
	tile := tiles[from]
	line, more := l.changed(tile, from, blank)
	if line < 0 {
		return 0
	}
	s := &l.spans[line]
	if table := l.conflicts[s.axis]; table != nil {
		before := l.content(line, tiles)
		return l.costs[line] * (puzzle.Cost(table[before+more]) - puzzle.Cost(table[before]))
	}
	before := l.costOf(line, tiles)
	tiles[blank] = tile
	tiles[from] = 0
	after := l.costOf(line, tiles)
	tiles[from] = tile
	tiles[blank] = 0
	return after - before
}

// costOf returns the cost of a line of a board. It takes O(length) time for a line with
// a table, and O(length²) time for other lines.
func (l *lines) costOf(line int, tiles []uint8) puzzle.Cost {
	axis := l.spans[line].axis
	if table := l.conflicts[axis]; table != nil {
		return l.costs[line] * puzzle.Cost(table[l.content(line, tiles)])
	}
	var places [puzzle.MaxSide]uint8
	n := 0
	for cell := l.spans[line].first; cell < l.spans[line].end; cell += l.spans[line].step {
		if goal := l.goals[tiles[cell]]; goal[axis] == l.cells[cell][axis] {
			places[n] = goal[1-axis]
			n++
		}
	}
	return l.costs[line] * puzzle.Cost(countConflicts(places[:n], l.pairs))
}

// content returns the content of a line with a table.
func (l *lines) content(line int, tiles []uint8) (content int32) {
	s := &l.spans[line]
	for cell := s.first; cell < s.end; cell += s.step {
		content += l.weights[int(tiles[cell])*len(tiles)+cell][s.axis]
	}
	return content
}

// conflictTables holds all tables that were made. All lines share them.
var conflictTables shared[conflictKey, []uint8]

type conflictKey struct {
	length int
	pairs  bool
}

// shared keeps what was built for each key. It is safe for concurrent use.
type shared[K comparable, V any] struct{ kept sync.Map }

// of returns what build returned when it was first called for a key.
func (s *shared[K, V]) of(key K, build func(K) V) V {
	once, _ := s.kept.LoadOrStore(key, sync.OnceValue(func() V { return build(key) }))
	return once.(func() V)()
}

// newConflictTable counts the conflicts of all contents that a line can have. Contents
// in which a tile appears twice keep the value 0. For long lines, it returns nil.
func newConflictTable(line conflictKey) []uint8 {
	length := line.length
	if length > LongestTable {
		return nil
	}
	contents := 1
	for range length {
		contents *= length + 1
	}
	table := make([]uint8, contents)
	places := make([]uint8, 0, length)
	var fill func(place uint8, content int32, used int)
	fill = func(place uint8, content int32, used int) {
		if int(place) == length {
			table[content] = uint8(countConflicts(places, line.pairs))
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

// countConflicts counts the conflicts among the own tiles of a line. The parameter places
// lists the goal places of these tiles in the order of the tiles in the line. With pairs,
// the result is the number of pairs in reverse order. Otherwise, it is the smallest
// number of tiles that must leave the line so that the places of the others increase. The
// others are a longest increasing subsequence (Schensted 1961).
func countConflicts(places []uint8, pairs bool) (count int) {
	// least[n] is the smallest place that ends an increasing subsequence of n+1 places.
	var least [puzzle.MaxSide]uint8
	longest := 0
	for i, place := range places {
		if pairs {
			for _, behind := range places[i+1:] {
				if place > behind {
					count++
				}
			}
			continue
		}
		n := longest
		for n > 0 && least[n-1] > place {
			n--
		}
		least[n] = place
		longest = max(longest, n+1)
		count = i + 1 - longest
	}
	return count
}

// LinearConflict is Manhattan plus the cost of the conflicts of each row and column
// (Hansson, Mayer and Yung 1992). The own tiles of a row are those whose goal cells
// lie in it. The number of conflicts of a row is the smallest number of its own tiles that
// must leave the row so that its other own tiles can pass. A tile that leaves a row
// and comes back makes one move up and one move down that Manhattan does not count.
// A tile that leaves a column and comes back makes one move left and one move right.
var LinearConflict Heuristic = newSum("linear-conflict", true, conflictSum(false))

// LinearConflictPairs is Manhattan plus a cost for every pair of a row's own tiles that are in
// reverse order: one move up and one move down. Pairs in columns do not count. The study
// "ga-vs-astar" counted in this way (see docs/studies). One tile that leaves the row can resolve
// several pairs. So LinearConflictPairs can overestimate.
var LinearConflictPairs Heuristic = newSum("linear-conflict-pairs", false, conflictSum(true))

// conflictSum makes estimators of Manhattan with the costs of all lines.
func conflictSum(pairs bool) func(puzzle.Board, puzzle.Costs) Estimator {
	return func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		row := costs.Of(puzzle.Up) + costs.Of(puzzle.Down)
		column := costs.Of(puzzle.Left) + costs.Of(puzzle.Right)
		if pairs {
			column = 0
		}
		s := newTileSum(goal, costs, manhattan)
		s.lines = newLines(goal.Size(), goal.Positions(), row, column, pairs)
		return s
	}
}
