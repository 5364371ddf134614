package decode

import (
	"bytes"
	"fmt"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search/window"
)

// Tables are the tables that all searches on boards of one size share: the decoding, the keys, and
// the tables of linear conflict between any two boards. They identify tiles by names. A subgoal
// gives each tile the name of the cell that the tile is to go to, so the tables do not depend on
// the subgoal. The tables are read-only.
type Tables struct {
	Size    puzzle.Size
	Cells   int
	Graph   *puzzle.Graph
	Windows *window.Tables // names, linear conflict and Manhattan distances
	Keys    []uint64       // random words: [name*Cells + cell]; see KeyOf

	decoding *decoding
}

// NewTables makes the tables of a size. They take 89 bytes for each pair of cells, 1 kB
// for each cell, and a byte for each arrangement of a line. The last name is that of the goal's
// blank cell. Objectives never use it, so their names fit into a byte, and are the numbers on a
// board's tiles.
func NewTables(size puzzle.Size, order puzzle.Order, goalBlank int) *Tables {
	cells := size.Cells()
	rng := puzzle.NewRand(1970, 0) // any seed would do
	keys := make([]uint64, cells*(cells+1))
	for i := range keys {
		keys[i] = rng.Uint64()
	}
	return &Tables{
		Size:     size,
		Cells:    cells,
		Graph:    puzzle.NewGraph(size, puzzle.DefaultOrder),
		Windows:  window.NewTables(size, goalBlank),
		Keys:     keys,
		decoding: newDecoding(size, order),
	}
}

// Goal returns the board on which each tile is in the cell of its name.
func (t *Tables) Goal() puzzle.Board {
	tiles := make([]int, t.Cells)
	for cell, name := range t.Windows.Names {
		tiles[cell] = int(name) % t.Cells // the last name is that of the blank's cell
	}
	board, err := puzzle.New(t.Size, tiles)
	if err != nil {
		panic(fmt.Sprintf("decode: the names of the tables are not distinct: %v", err))
	}
	return board
}

// BlankOf returns the blank's cell.
func BlankOf(tiles []uint8) uint8 { return uint8(bytes.IndexByte(tiles, 0)) }

// KeyOf returns the key of a board, given the names of its tiles. The key is the exclusive-or
// of a word for each tile on its cell (Zobrist 1970). Tiles without a name share the name 0, and
// the blank has no words. Two boards have the same key with probability 2^-64.
func (t *Tables) KeyOf(named []uint8, blank uint8) uint64 {
	key := t.Keys[blank]
	for cell, name := range named {
		key ^= t.Keys[int(name)*t.Cells+cell]
	}
	return key
}

// KeyDelta returns the change of a board's key when the tile of a name moves to a neighbouring
// cell.
func (t *Tables) KeyDelta(name, from, to uint8) uint64 {
	words := t.Keys[int(name)*t.Cells:][:t.Cells]
	return words[from] ^ words[to]
}

// Follow makes the moves of a path on a board, and calls visit for each board, the first
// one included. The board is given by the names of its tiles and the blank's cell. Follow
// changes named.
func (t *Tables) Follow(named []uint8, blank uint8, path []puzzle.Move, visit func(key uint64)) {
	key := t.KeyOf(named, blank)
	visit(key)
	for _, move := range path {
		to := t.Graph.To(blank, move)
		key ^= t.KeyDelta(named[to], to, blank)
		named[blank] = named[to]
		named[to] = 0
		blank = to
		visit(key)
	}
}

// WithoutLoops removes the loops of a path from a board: if the path visits a board several
// times, the moves between the first and the last visit are left out. It takes
// O(moves + cells) time and memory.
func (t *Tables) WithoutLoops(tiles []uint8, path []puzzle.Move) (direct []puzzle.Move) {
	left := make(map[uint64]int, len(path)+1) // number of moves before the last visit, by board
	visited := make([]uint64, 0, len(path)+1)
	t.Follow(slices.Clone(tiles), BlankOf(tiles), path, func(key uint64) {
		left[key] = len(visited)
		visited = append(visited, key)
	})
	for i := left[visited[0]]; i < len(path); i = left[visited[i+1]] {
		direct = append(direct, path[i])
	}
	return direct
}
