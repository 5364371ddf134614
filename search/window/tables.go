package window

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Tables hold linear conflict between any two boards of a size. They identify a tile by a name
// from 1, which tells the cell that the tile is to go to. The tables are read-only, and safe for
// concurrent use.
type Tables struct {
	Names     []uint16              // name of the tile that goes to each cell
	Cells     []uint8               // cell that the tile of each name from 1 goes to
	Conflicts *heuristics.MoveTable // linear conflict, by names

	size      puzzle.Size
	distances []uint8 // Manhattan distances: [cell*cells + cell]
}

// NewTables makes the tables of a size. The cell last gets the last name, which is the number of
// cells, in exchange with the last cell. It may lie outside the board. On 16x16, this name does not
// fit into a byte.
func NewTables(size puzzle.Size, last int) *Tables {
	cells := size.Cells()
	t := &Tables{
		Names:     make([]uint16, cells),
		Cells:     make([]uint8, cells+1),
		size:      size,
		distances: make([]uint8, cells*cells),
	}
	for cell := range cells {
		t.Names[cell] = uint16(cell + 1)
	}
	last = min(last, cells-1)
	t.Names[last] = uint16(cells)
	t.Names[cells-1] = uint16(last + 1)
	for cell, name := range t.Names {
		t.Cells[name] = uint8(cell)
		for other := range cells {
			t.distances[cell*cells+other] = uint8(size.Distance(cell, other))
		}
	}
	t.Conflicts = heuristics.TabulateConflicts(size, t.Cells)
	return t
}

// Distance returns the Manhattan distance of two cells.
func (t *Tables) Distance(one, other uint8) uint8 {
	return t.distances[int(one)*len(t.Names)+int(other)]
}

// Bytes returns the size of the tables in bytes.
func (t *Tables) Bytes() uint64 {
	return t.Conflicts.Bytes() + uint64(len(t.distances)+2*len(t.Names)+len(t.Cells))
}
