package heuristics

import (
	"unsafe"

	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// MoveTable holds the change that each move of a tile makes to a TileSum. Its user keeps a
// board and the contents of its lines (see [Lines]). From the tile that moves and these
// contents, the change of the estimate takes O(1) time. A MoveTable is read-only and safe
// for concurrent use. It can be used until Free.
type MoveTable struct {
	// Changes holds the change of each move. Its index is
	// (4 * the cell that the tile leaves + the blank's move) * (cells + 1) + the tile.
	Changes []MoveChange

	size  puzzle.Size
	value func(tile, cell int) puzzle.Cost // summand of a tile on a cell
	cost  []uint8                          // cost of a line, by its content
	lines *Lines                           // nil if lines cost nothing
	empty Contents                         // contents of lines without own tiles
}

// MoveChange is the change that one move of a tile makes. Lines explains the terms line,
// own tile and content. The move changes the order of own tiles in at most one line. It
// may also change the content of the line that the tile moves along, but the order of
// own tiles in this line stays the same.
type MoveChange struct {
	estimate  int32 // change of the tile's summand
	order     int32 // added to the content of the line whose order changes
	along     int32 // added to the content of the line moved along
	orderLine uint8
	alongLine uint8
}

// Contents are the contents of all lines of a board (see Lines). Row r is line r, and
// column c is line rows + c. Contents are offset, so that they index the costs in a
// MoveTable: all rows have one offset, and all columns have another.
type Contents [lineMask + 1]int32

const (
	noLine   = 2 * puzzle.MaxSide
	lineMask = 63
)

// TabulateMoves returns the MoveTable of a TileSum. It returns nil for other estimators, for
// a nil Estimator, and for a TileSum with lines that are too long to have tables. It takes the
// time and memory of NewMoveTable, and has the same precondition on costs.
func TabulateMoves(e Estimator) *MoveTable {
	s, ok := e.(*TileSum)
	if !ok || !s.lines.Tabulated() {
		return nil
	}
	return NewMoveTable(s.size, s.lines, s.cells, s.At)
}

// NewMoveTable makes the table of a sum over tiles. If lines is not nil, the sum
// includes the costs of the lines. The number of tiles includes the blank. The function
// value returns the summand of a tile on a cell. If a row or a column is too long to have
// a table, lines is ignored.
//
// On n cells, making the table takes O(n²) time. The table takes 64 bytes for each tile
// on each cell, and a byte for each content. The number of tiles must be at most n + 1,
// and lines must have a goal cell for each tile. The cost of a line must be at most
// 255, because a byte holds it; a larger cost would wrap around. Under unit costs, it is at
// most 12 for LinearConflict and 42 for LinearConflictPairs. NewMoveTable does not check the
// cost.
func NewMoveTable(
	size puzzle.Size, lines *Lines, tiles int, value func(tile, cell int) puzzle.Cost,
) *MoveTable {
	cells := size.Cells()
	t := &MoveTable{size: size, value: value, cost: []uint8{0}}
	t.Changes = machine.Alloc[MoveChange](4 * cells * (cells + 1))
	if lines != nil && lines.Tabulated() {
		t.addCosts(lines)
	}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < tiles; tile++ {
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				from := int(step.To) // the tile moves from this cell, and the blank moves to it
				c := MoveChange{orderLine: noLine, alongLine: noLine}
				c.estimate = int32(value(tile, to) - value(tile, from))
				if t.lines != nil {
					move := lines.Move(uint8(tile), uint8(from), uint8(to))
					c.along, c.alongLine = move.AlongMore, uint8(move.Along)
					if move.Changed >= 0 {
						c.order, c.orderLine = move.Change, uint8(move.Changed)
					}
				}
				t.Changes[(from*4+int(step.Move))*(cells+1)+tile] = c
			}
		}
	}
	return t
}

// addCosts copies the costs of all contents into one slice, rows first, and sets the
// offsets of the contents.
func (t *MoveTable) addCosts(lines *Lines) {
	t.lines = lines
	t.cost = machine.Alloc[uint8](1 + len(lines.Conflicts(Row)) + len(lines.Conflicts(Column)))
	next := 1 // the first element is the cost of noLine, 0
	for axis, first := range []int{0, t.size.Rows} {
		count := []int{t.size.Rows, t.size.Cols}[axis]
		for line := range count {
			t.empty[first+line] = int32(next)
		}
		for _, conflicts := range lines.Conflicts(Axis(axis)) {
			t.cost[next] = conflicts * uint8(lines.Cost(Axis(axis)))
			next++
		}
	}
}

// Free frees the memory of the table. Afterwards the table must not be used. Free must be
// called at most once. On a nil table, it does nothing. On Linux, a large table is
// outside the garbage-collected heap. Inside, each byte of it would allow one more byte of
// garbage before the next collection.
func (t *MoveTable) Free() {
	if t != nil {
		machine.Free(t.Changes)
		machine.Free(t.cost)
	}
}

// Bytes returns the size of the table in bytes.
func (t *MoveTable) Bytes() uint64 {
	return uint64(len(t.Changes)*int(unsafe.Sizeof(t.Changes[0])) + len(t.cost))
}

// EstimateOf returns the estimate of a board and the contents of its lines. It takes
// O(cells) time. The board must have the table's size.
func EstimateOf[T uint8 | uint16](t *MoveTable, tiles []T) (estimate puzzle.Cost, contents Contents) {
	for cell, tile := range tiles {
		if tile != 0 {
			estimate += t.value(int(tile), cell)
		}
	}
	contents = ContentsOf(t, tiles)
	for _, content := range contents[:noLine] {
		estimate += puzzle.Cost(t.cost[content])
	}
	return estimate, contents
}

// ContentsOf returns the contents of a board's lines. It takes O(cells) time. If the
// table has no lines, all contents are 0. Otherwise, ContentsOf panics if the board has
// fewer cells than the table.
func ContentsOf[T uint8 | uint16](t *MoveTable, tiles []T) Contents {
	contents := t.empty
	if t.lines == nil {
		return contents
	}
	rows, columns := contents[:t.size.Rows], contents[t.size.Rows:][:t.size.Cols]
	for r := range rows {
		for c := range columns {
			cell := r*len(columns) + c
			row, column := t.lines.Weight(int(tiles[cell]), cell)
			rows[r] += row
			columns[c] += column
		}
	}
	return contents
}

// Make makes a move: it updates the contents and returns the change of the estimate.
// The change must be an element of Changes of the same table, and must fit the board
// that the contents describe. Otherwise, the result is wrong, or Make panics. It takes
// O(1) time.
func (t *MoveTable) Make(contents *Contents, change *MoveChange) puzzle.Cost {
	order := &contents[change.orderLine&lineMask]
	before := *order
	after := before + change.order
	*order = after
	contents[change.alongLine&lineMask] += change.along
	return puzzle.Cost(change.estimate) + puzzle.Cost(t.cost[after]) - puzzle.Cost(t.cost[before])
}

// Delta returns the result of Make without changing the contents.
func (t *MoveTable) Delta(contents *Contents, change *MoveChange) puzzle.Cost {
	before := contents[change.orderLine&lineMask]
	return puzzle.Cost(change.estimate) + puzzle.Cost(t.cost[before+change.order]) - puzzle.Cost(t.cost[before])
}

// Undo restores the contents from before the move.
func (c *MoveChange) Undo(contents *Contents) {
	contents[c.orderLine&lineMask] -= c.order
	contents[c.alongLine&lineMask] -= c.along
}
