package heuristics

import (
	"unsafe"

	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// MoveTable holds the change that each move of a tile makes to a TileSum or a
// ConflictSum. Its user keeps the contents of the lines (see Lines), not a board.
// So a search computes the estimate after a move in a few instructions. A MoveTable
// is read-only. It lasts until Free.
type MoveTable struct {
	// Changes are indexed by (4 * the cell that the tile leaves + the blank's move) *
	// (cells + 1) + the tile.
	Changes []MoveChange

	size  puzzle.Size
	value func(tile, cell int) puzzle.Cost // the summand of a tile
	cost  []uint8                          // of a line, by its content
	lines *Lines                           // nil where lines cost nothing
	empty Contents
}

// MoveChange is the change that one move of a tile makes. The move changes the
// order of tiles in at most one line. In the line that the tile moves along, it
// changes only the content.
type MoveChange struct {
	estimate  int32 // of the tile alone
	order     int32 // added to the content of the line whose order changes
	along     int32 // added to the content of the line moved along
	orderLine uint8
	alongLine uint8
}

// Contents are the contents of all lines of a board (see Lines). Row r is line r,
// and column c is line rows + c. The line noLine has no tiles. Each line has its
// own range of contents, so that a content is an index of MoveTable.cost.
type Contents [lineMask + 1]int32

const (
	noLine   = 2 * puzzle.MaxSide
	lineMask = 63
)

// TabulateMoves returns the table of a TileSum or a ConflictSum. It returns nil for
// other estimators, and if a line is too long to have a table. The
// costs of the lines must be those for moves that cost 1.
func TabulateMoves(e Estimator) *MoveTable {
	switch e := e.(type) {
	case *TileSum:
		return NewMoveTable(e.size, nil, e.size.Cells(), e.At)
	case *ConflictSum:
		if e.lines.Tabulated() {
			return NewMoveTable(e.lines.size, e.lines, e.lines.size.Cells(), e.manhattan.At)
		}
	}
	return nil
}

// NewMoveTable makes the table of a sum over tiles. If lines is not nil, the sum
// includes the costs of the lines. The number of tiles includes the blank, and
// value returns the summand of a tile on a cell. The table takes 64 bytes for each
// tile on each cell, and a byte for each content. Lines that are too long to have
// tables cost nothing.
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
				from := int(step.To) // the tile moves from there, the blank to there
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

// addCosts adds the costs of lines.
func (t *MoveTable) addCosts(lines *Lines) {
	t.lines = lines
	t.cost = machine.Alloc[uint8](1 + len(lines.Conflicts(Row)) + len(lines.Conflicts(Column)))
	next := 1 // noLine has the first
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

// Free frees the memory of the table, which must not be used any more. A large table is not on
// the garbage-collected heap, because the collector lets as much garbage accumulate as the heap
// holds.
func (t *MoveTable) Free() {
	if t != nil {
		machine.Free(t.Changes)
		machine.Free(t.cost)
	}
}

// Bytes returns the memory of the table.
func (t *MoveTable) Bytes() uint64 {
	return uint64(len(t.Changes)*int(unsafe.Sizeof(t.Changes[0])) + len(t.cost))
}

// EstimateOf returns the estimate of a board, and the contents of its lines.
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

// ContentsOf returns the contents of a board's lines.
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

// Make makes a move: it updates the contents and returns the change of the
// estimate.
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
