package ga

import (
	"bytes"
	"fmt"

	"npuzzle/puzzle"
	"npuzzle/search/window"
)

// boardTables are the tables that all evolutions on boards of one size share: the decoding,
// the keys, and the tables of linear conflict between any two boards. They identify tiles by
// names. A subgoal gives each tile the name of the cell that the tile is to go to, so the
// tables do not depend on the subgoal. The tables are read-only.
type boardTables struct {
	size     puzzle.Size
	cells    int
	graph    *puzzle.Graph
	decoding *decoding
	keys     []uint64       // random words: [name*cells + cell]; see keyOf
	windows  *window.Tables // names, linear conflict and Manhattan distances
}

// newBoardTables makes the tables of a size. They take 89 bytes for each pair of cells, 1 kB
// for each cell, and a byte for each arrangement of a line. The last name is that of the goal's
// blank cell. Objectives never use it, so their names fit into a byte, and are the numbers on a
// board's tiles.
func newBoardTables(size puzzle.Size, order puzzle.Order, goalBlank int) *boardTables {
	cells := size.Cells()
	rng := puzzle.NewRand(1970, 0) // any seed would do
	keys := make([]uint64, cells*(cells+1))
	for i := range keys {
		keys[i] = rng.Uint64()
	}
	return &boardTables{
		size:     size,
		cells:    cells,
		graph:    puzzle.NewGraph(size, puzzle.DefaultOrder),
		decoding: newDecoding(size, order),
		keys:     keys,
		windows:  window.NewTables(size, goalBlank),
	}
}

// goal returns the board on which each tile is in the cell of its name.
func (t *boardTables) goal() puzzle.Board {
	tiles := make([]int, t.cells)
	for cell, name := range t.windows.Names {
		tiles[cell] = int(name) % t.cells // the last name is that of the blank's cell
	}
	board, err := puzzle.New(t.size, tiles)
	if err != nil {
		panic(fmt.Sprintf("ga: the names of the tables are not distinct: %v", err))
	}
	return board
}

// blankOf returns the blank's cell.
func blankOf(tiles []uint8) uint8 { return uint8(bytes.IndexByte(tiles, 0)) }

// keyOf returns the key of a board, given the names of its tiles. The key is the exclusive-or
// of a word for each tile on its cell (Zobrist 1970). Tiles without a name share the name 0, and
// the blank has no words. Two boards have the same key with probability 2^-64.
func (t *boardTables) keyOf(named []uint8, blank uint8) uint64 {
	key := t.keys[blank]
	for cell, name := range named {
		key ^= t.keys[int(name)*t.cells+cell]
	}
	return key
}

// keyDelta returns the change of a board's key when the tile of a name moves to a neighbouring
// cell.
func (t *boardTables) keyDelta(name, from, to uint8) uint64 {
	words := t.keys[int(name)*t.cells:][:t.cells]
	return words[from] ^ words[to]
}
