package ga

import (
	"bytes"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// boardTables are what all evolutions on boards of one size share: the decoding, the
// keys, and the tables of linear conflict between any two boards. Objectives name the
// tiles of a board by the cells that they are to go to, so that one set of tables
// serves any objective. The tables are read-only.
type boardTables struct {
	size      puzzle.Size
	cells     int
	graph     *puzzle.Graph
	decoding  *decoding
	keys      []uint64              // random words, [name*cells + cell]; name 0 is the blank's
	keyDeltas []uint64              // what a move changes in a key, by boardTables.change
	names     []uint16              // of tiles, by goal cell; the cell of the goal's blank has the last
	goalCells []uint8               // the inverse: cells by names; the blank has none
	conflicts *heuristics.MoveTable // by names
	distances []uint8               // Manhattan: [cell*cells + cell]
}

// newBoardTables makes the tables of a size: 113 bytes for each pair of cells, 1 kB for
// each cell, and a byte for each arrangement of a line. Of 256 names the last does not
// fit a byte. It belongs to the cell of the goal's blank, which is a tile's only on the
// way between two boards of a plan.
func newBoardTables(size puzzle.Size, order puzzle.Order, goalBlank int) *boardTables {
	cells := size.Cells()
	t := &boardTables{
		size:      size,
		cells:     cells,
		graph:     puzzle.NewGraph(size, puzzle.DefaultOrder),
		decoding:  newDecoding(size, order),
		keys:      machine.Alloc[uint64](cells * (cells + 1)),
		keyDeltas: machine.Alloc[uint64](4 * cells * (cells + 1)),
		names:     make([]uint16, cells),
		goalCells: make([]uint8, cells+1),
		distances: make([]uint8, cells*cells),
	}
	t.drawKeys()
	for cell := range cells {
		name := cell + 1
		switch {
		case cell == goalBlank:
			name = cells
		case cell > goalBlank:
			name = cell
		}
		t.names[cell], t.goalCells[name] = uint16(name), uint8(cell)
		for other := range cells {
			t.distances[cell*cells+other] = uint8(distance(size, cell, other))
		}
	}
	// A conflict costs a move out of the line and a move back.
	lines := heuristics.NewLines(size, t.goalCells, 2, 2, false)
	t.conflicts = heuristics.NewMoveTable(size, lines, len(t.goalCells), func(name, cell int) puzzle.Cost {
		return puzzle.Cost(t.apart(t.goalCells[name], uint8(cell)))
	})
	return t
}

// apart returns the number of moves between two cells.
func (t *boardTables) apart(one, other uint8) uint8 { return t.distances[int(one)*t.cells+int(other)] }

// distance returns the number of moves between two cells on an empty board.
func distance(size puzzle.Size, a, b int) int {
	rows, cols := a/size.Cols-b/size.Cols, a%size.Cols-b%size.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// bytes returns the memory of the tables.
func (t *boardTables) bytes() uint64 {
	own := len(t.distances) + 2*len(t.names) + len(t.goalCells) + 8*(len(t.keys)+len(t.keyDeltas))
	return t.conflicts.Bytes() + uint64(own) + t.decoding.bytes()
}

// blankOf returns the blank's cell.
func blankOf(tiles []uint8) uint8 { return uint8(bytes.IndexByte(tiles, 0)) }

// play makes a plan's moves on tiles whose blank is in a cell, and returns the blank's
// cell after them.
func (t *boardTables) play(tiles []uint8, blank uint8, plan []puzzle.Move) uint8 {
	for _, move := range plan {
		to := t.graph.To(blank, move)
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
	}
	return blank
}

// drawKeys draws the keys and tabulates what moves change in them.
func (t *boardTables) drawKeys() {
	rng := puzzle.NewRand(1970, 0) // any seed would do
	for i := range t.keys {
		t.keys[i] = rng.Uint64()
	}
	for blank := range t.cells {
		for _, step := range t.graph.Steps(uint8(blank)) {
			to := int(step.To)
			for name := range t.cells + 1 {
				delta := t.keys[blank] ^ t.keys[to]
				if name != 0 {
					delta ^= t.keys[name*t.cells+blank] ^ t.keys[name*t.cells+to]
				}
				t.keyDeltas[t.change(step.To, step.Move, name)] = delta
			}
		}
	}
}

// keyOf returns the key of a board, by the names of its tiles: the exclusive-or of the
// keys over its cells; tiles without a name are left out (Zobrist 1970). Two boards share
// a key with probability 2^-64.
func (t *boardTables) keyOf(named []uint8, blank uint8) uint64 {
	key := t.keys[blank]
	for cell, name := range named {
		if name != 0 {
			key ^= t.keys[int(name)*t.cells+cell]
		}
	}
	return key
}

// change returns the index, in tables of what moves change, of a move of the blank to a
// cell whose tile has a name.
func (t *boardTables) change(to uint8, move puzzle.Move, name int) int {
	return (int(to)*4+int(move))*(t.cells+1) + name
}
