package heuristics

import (
	"unsafe"

	"npuzzle/puzzle"
)

// MoveTable holds the change that each move of a tile makes to a sum over tiles and to the costs of
// lines. A line is a row or a column. The own tiles of a line are those whose goal cells lie in it.
// The content of a line is a number that encodes where its own tiles are. The user of a MoveTable
// keeps a board and the contents of its lines. From the tile that moves and these contents, the
// change of the estimate takes O(1) time. A MoveTable is read-only and safe for concurrent use.
type MoveTable struct {
	// Changes holds the change of each move. Its index is
	// (4 * the cell that the tile leaves + the blank's move) * (cells + 1) + the tile.
	Changes []MoveChange

	// Costs holds the cost of a line, by its content.
	Costs []uint8

	// Empty are the contents of lines without own tiles.
	Empty Contents

	size    puzzle.Size
	perMove int                              // number of changes of each move
	value   func(tile, cell int) puzzle.Cost // summand of a tile on a cell
	lines   *lines                           // nil if lines cost nothing
}

// MoveChange is the change that one move of a tile makes. The move changes the order of own
// tiles in at most one line. It may also change the content of the line that the tile moves
// along, but the order of own tiles in this line stays the same.
type MoveChange struct {
	Estimate  int32 // change of the tile's summand
	Order     int32 // added to the content of the line whose order changes
	Along     int32 // added to the content of the line moved along
	OrderLine uint8
	AlongLine uint8
}

// Contents are the contents of all lines of a board. Row r is line r, and column c is line
// rows + c. All rows have one offset, and all columns have another, so that contents index
// MoveTable.Costs.
type Contents [lineMask + 1]int32

const (
	// NoLine is the line of a change that concerns no line. Its content is 0, and costs nothing.
	NoLine   = 2 * puzzle.MaxSide
	lineMask = 63
)

// TabulateMoves returns the MoveTable of the estimators of this package that are sums over tiles
// and lines. It returns nil for other estimators, for a nil Estimator, and if lines have more than
// 7 cells, or conflicts cost too much for a byte or differ in cost from line to line.
//
// On n cells, making the table takes O(n²) time. The table takes 64 bytes for each tile on each
// cell, and a byte for each content.
func TabulateMoves(e Estimator) *MoveTable {
	s, ok := e.(*tileSum)
	if !ok || !s.lines.tabulated() {
		return nil
	}
	return newMoveTable(s.size, s.lines, s.cells, s.at)
}

// TabulateConflicts returns the MoveTable of linear conflict under unit costs, or of Manhattan if a
// line has more than 7 cells. The list goals has the goal cell of each tile. The first one is that
// of the blank, and is ignored. There may be one tile more than the cells have room for.
func TabulateConflicts(size puzzle.Size, goals []uint8) *MoveTable {
	// a conflict takes a move out of the line and a move back
	l := newLines(size, goals, 2, 2, false)
	if !l.tabulated() {
		l = nil
	}
	return newMoveTable(size, l, len(goals), func(tile, cell int) puzzle.Cost {
		return puzzle.Cost(size.Distance(int(goals[tile]), cell))
	})
}

// newMoveTable makes the table of a sum over tiles and, if l is not nil, the costs of lines. The
// number of tiles includes the blank.
func newMoveTable(
	size puzzle.Size, l *lines, tiles int, value func(tile, cell int) puzzle.Cost,
) *MoveTable {
	cells := size.Cells()
	t := &MoveTable{size: size, perMove: cells + 1, value: value, lines: l, Costs: []uint8{0}}
	t.Changes = make([]MoveChange, 4*cells*t.perMove)
	if l != nil {
		t.addCosts()
	}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for to := range cells {
		// the tile moves from step.To, and the blank moves to it
		for _, step := range graph.Steps(uint8(to)) {
			for tile := 1; tile < tiles; tile++ {
				c := t.Change(step, tile)
				*c = MoveChange{OrderLine: NoLine, AlongLine: NoLine}
				c.Estimate = int32(value(tile, to) - value(tile, int(step.To)))
				if l != nil {
					l.describe(c, uint8(tile), step.To, uint8(to))
				}
			}
		}
	}
	return t
}

// describe sets the changes of the contents when a tile moves to a neighbouring cell.
func (l *lines) describe(c *MoveChange, tile, from, to uint8) {
	was := l.weights[int(tile)*len(l.cells)+int(from)]
	becomes := l.weights[int(tile)*len(l.cells)+int(to)]
	along := rowAxis
	line := int(l.cells[to][rowAxis])
	if l.cells[from][rowAxis] != l.cells[to][rowAxis] {
		along = columnAxis
		line = l.size.Rows + int(l.cells[to][columnAxis])
	}
	c.AlongLine = uint8(line)
	c.Along = becomes[along] - was[along]
	if changed, order := l.changed(tile, from, to); changed >= 0 {
		c.OrderLine = uint8(changed)
		c.Order = order
	}
}

// addCosts sets the costs of all contents, rows first, and the offsets of the contents.
func (t *MoveTable) addCosts() {
	l := t.lines
	t.Costs = make([]uint8, 1+len(l.conflicts[rowAxis])+len(l.conflicts[columnAxis]))
	for line, s := range l.spans {
		// the first element is the cost of NoLine
		t.Empty[line] = 1 + int32(s.axis*len(l.conflicts[rowAxis]))
	}
	costs := t.Costs[1:]
	for axis, conflicts := range l.conflicts {
		for content, n := range conflicts {
			costs[content] = n * uint8(l.costOfAxis(axis))
		}
		costs = costs[len(conflicts):]
	}
}

// Bytes returns the size of the table in bytes.
func (t *MoveTable) Bytes() uint64 {
	return uint64(len(t.Changes)*int(unsafe.Sizeof(t.Changes[0])) + len(t.Costs))
}

// Change returns the change when a tile leaves the cell that a step of the blank leads to.
func (t *MoveTable) Change(step puzzle.Step, tile int) *MoveChange {
	return &t.Changes[(4*int(step.To)+int(step.Move))*t.perMove+tile]
}

// EstimateOf returns the estimate of a board and the contents of its lines. It takes
// O(cells) time. The board must have the table's size.
func EstimateOf[T uint8 | uint16](
	t *MoveTable, tiles []T,
) (estimate puzzle.Cost, contents Contents) {
	for cell, tile := range tiles {
		if tile != 0 {
			estimate += t.value(int(tile), cell)
		}
	}
	contents = ContentsOf(t, tiles)
	for _, content := range contents[:NoLine] {
		estimate += puzzle.Cost(t.Costs[content])
	}
	return estimate, contents
}

// ContentsOf returns the contents of a board's lines. It takes O(cells) time. The board must have
// the table's size.
func ContentsOf[T uint8 | uint16](t *MoveTable, tiles []T) Contents {
	contents := t.Empty
	if t.lines == nil {
		return contents
	}
	rows := contents[:t.size.Rows]
	columns := contents[t.size.Rows:][:t.size.Cols]
	for r := range rows {
		for c := range columns {
			cell := r*len(columns) + c
			weight := &t.lines.weights[int(tiles[cell])*len(tiles)+cell]
			rows[r] += weight[rowAxis]
			columns[c] += weight[columnAxis]
		}
	}
	return contents
}

// Make makes a move: it updates the contents and returns the change of the estimate.
// The change must be an element of Changes of the same table, and must fit the board
// that the contents describe. Otherwise, the result is wrong, or Make panics. It takes
// O(1) time.
func (t *MoveTable) Make(contents *Contents, change *MoveChange) puzzle.Cost {
	order := &contents[change.OrderLine&lineMask]
	before := *order
	after := before + change.Order
	*order = after
	contents[change.AlongLine&lineMask] += change.Along
	return puzzle.Cost(change.Estimate) + puzzle.Cost(t.Costs[after]) - puzzle.Cost(t.Costs[before])
}

// Delta returns the result of Make without changing the contents.
func (t *MoveTable) Delta(contents *Contents, change *MoveChange) puzzle.Cost {
	before := contents[change.OrderLine&lineMask]
	return puzzle.Cost(change.Estimate) +
		puzzle.Cost(t.Costs[before+change.Order]) - puzzle.Cost(t.Costs[before])
}

// Undo restores the contents from before the move.
func (c *MoveChange) Undo(contents *Contents) {
	contents[c.OrderLine&lineMask] -= c.Order
	contents[c.AlongLine&lineMask] -= c.Along
}
