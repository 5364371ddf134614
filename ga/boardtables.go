package ga

import (
	"bytes"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// boardTables are the tables that all evolutions on boards of one size share: the decoding,
// the keys, and the tables of linear conflict between any two boards. They identify tiles by
// names. A subgoal gives each tile the name of the cell that the tile is to go to, so the
// tables do not depend on the subgoal. The tables are read-only.
type boardTables struct {
	size      puzzle.Size
	cells     int
	graph     *puzzle.Graph
	decoding  *decoding
	keys      []uint64              // random words: [name*cells + cell]; name 0 is the blank's
	keyDeltas []uint64              // changes of a key by a move: [boardTables.change(...)]
	names     []uint16              // name of each goal cell; the goal's blank has the last name
	goalCells []uint8               // goal cell of each name from 1
	conflicts *heuristics.MoveTable // linear conflict, by names
	distances []uint8               // Manhattan distances: [cell*cells + cell]
}

// newBoardTables makes the tables of a size. They take 113 bytes for each pair of cells, 1 kB
// for each cell, and a byte for each arrangement of a line. On 16x16, the last of the 256 names
// does not fit into a byte. It is the name of the goal's blank cell. Objectives never use it,
// and window searches store names in 16 bits.
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
	// A conflict takes a move out of the line and a move back.
	lines := heuristics.NewLines(size, t.goalCells, 2, 2, false)
	t.conflicts = heuristics.NewMoveTable(size, lines, len(t.goalCells), func(name, cell int) puzzle.Cost {
		return puzzle.Cost(t.apart(t.goalCells[name], uint8(cell)))
	})
	return t
}

// apart returns the Manhattan distance of two cells.
func (t *boardTables) apart(one, other uint8) uint8 { return t.distances[int(one)*t.cells+int(other)] }

// distance computes the Manhattan distance of two cells.
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

// play makes the moves of a path on tiles, given the blank's cell. It returns the blank's
// cell after the moves.
func (t *boardTables) play(tiles []uint8, blank uint8, path []puzzle.Move) uint8 {
	for _, move := range path {
		to := t.graph.To(blank, move)
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
	}
	return blank
}

// drawKeys draws the keys and tabulates their changes by moves.
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

// keyOf returns the key of a board, given the names of its tiles. The key is the exclusive-or
// of the words of all tiles that have a name, and of the blank (Zobrist 1970). Two boards have
// the same key with probability 2^-64.
func (t *boardTables) keyOf(named []uint8, blank uint8) uint64 {
	key := t.keys[blank]
	for cell, name := range named {
		if name != 0 {
			key ^= t.keys[int(name)*t.cells+cell]
		}
	}
	return key
}

// change returns the index of a move in keyDeltas and in tables of changes of a MoveTable. The
// blank moves to the cell to, whose tile has the given name.
func (t *boardTables) change(to uint8, move puzzle.Move, name int) int {
	return (int(to)*4+int(move))*(t.cells+1) + name
}
