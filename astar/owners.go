package astar

import (
	"math/rand/v2"

	"npuzzle/puzzle"
)

// owners says which worker of a team owns a board. The number of the owner is a hash of the quarters
// of the board in which the tiles are (after abstract Zobrist hashing; Jinnai and Fukunaga 2016).
// So most moves lead to a board of the same owner: on 4x4, two of three moves keep each tile in its
// quarter.
type owners struct {
	workers  int
	quarters []uint8 // by cell

	// crossed has, by the cell of the blank and the move that led it there, the cell where the blank
	// was before. It has inQuarter if the move took no tile to another quarter.
	crossed [][4]int16

	// keys are random numbers of workers, by tile and quarter. The owner is the sum of those of all
	// tiles, modulo the number of workers. The blank has the keys 0.
	keys [puzzle.MaxSide * puzzle.MaxSide][4]int16
}

const inQuarter = -1

// newOwners returns the owners of the boards of a graph.
func newOwners(graph *puzzle.Graph, size puzzle.Size, workers int) *owners {
	o := &owners{
		workers:  workers,
		quarters: make([]uint8, size.Cells()),
		crossed:  make([][4]int16, size.Cells()),
	}
	random := rand.New(rand.NewPCG(0, 0)) // the same in every run
	for cell := range o.quarters {
		if cell/size.Cols >= (size.Rows+1)/2 {
			o.quarters[cell] |= 1
		}
		if cell%size.Cols >= (size.Cols+1)/2 {
			o.quarters[cell] |= 2
		}
	}
	for cell := range o.quarters {
		for _, step := range graph.Steps(uint8(cell)) {
			o.crossed[step.To][step.Move] = inQuarter
			if o.quarters[step.To] != o.quarters[cell] {
				o.crossed[step.To][step.Move] = int16(cell)
			}
		}
	}
	for tile := 1; tile < size.Cells(); tile++ {
		for quarter := range o.keys[tile] {
			o.keys[tile][quarter] = int16(random.IntN(workers))
		}
	}
	return o
}

// of returns the owner of a board, given its tiles by cell.
func (o *owners) of(tiles []uint8) int {
	sum := 0
	for cell, quarter := range o.quarters {
		sum += int(o.keys[tiles[cell]][quarter])
	}
	return sum % o.workers
}

// after returns the owner of a board after a move of a tile from one cell to another, given the
// owner before.
func (o *owners) after(owner int, tile, from, to uint8) int {
	owner += int(o.keys[tile][o.quarters[to]]) - int(o.keys[tile][o.quarters[from]])
	switch {
	case owner < 0:
		return owner + o.workers
	case owner >= o.workers:
		return owner - o.workers
	}
	return owner
}
