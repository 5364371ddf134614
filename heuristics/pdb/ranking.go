package pdb

import (
	"fmt"
	"math/bits"

	"npuzzle/puzzle"
)

// Ranking numbers the placements of a pattern's tiles on a board: by the set of
// cells that they occupy, then by the order in which they stand along these
// cells. A placement's number is set·Orders + order.
//
// Sets count in colexicographic order (the combinatorial number system): the
// i-th cell c of a set, from 0, adds C(c, i+1). Orders count
// lexicographically (Lehmer 1960). A move along a row leaves the order as it
// is; a move along a column takes one tile past those between the two cells,
// which is a Turn.
type Ranking struct {
	size   puzzle.Size
	tiles  int
	choose [][]uint64 // C(n, k) for n up to the cells and k up to the tiles
	orders uint64     // tiles!
	turns  [][]Turn   // [from][to] place; nil where no move leads
}

const (
	// MaxTiles is the most tiles of a pattern: the orders of 12 are 479,001,600.
	MaxTiles = 12
	// maxPlacements bounds a table to what a large machine holds in memory.
	maxPlacements = 1 << 36
)

// checkTiles returns an error unless a pattern may have that many tiles, with
// the number of placements if they are beyond reason.
func checkTiles(size puzzle.Size, tiles int) error {
	if err := size.Check(); err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	if tiles < 1 || tiles > MaxTiles || tiles >= size.Cells() {
		return fmt.Errorf("pdb: a pattern of %d tiles on %v; expected 1 to %d", tiles, size, min(MaxTiles, size.Cells()-1))
	}
	if n := placements(size, tiles); n > maxPlacements {
		return fmt.Errorf("pdb: a pattern of %d tiles on %v has %.2g placements; expected fewer tiles", tiles, size, n)
	}
	return nil
}

// placements returns how many ways there are to place some tiles.
func placements(size puzzle.Size, tiles int) float64 {
	n := 1.0
	for i := range tiles {
		n *= float64(size.Cells() - i)
	}
	return n
}

// NewRanking returns the numbering of the placements of 1 to MaxTiles tiles. It
// returns an error if there are too many.
func NewRanking(size puzzle.Size, tiles int) (*Ranking, error) {
	if err := checkTiles(size, tiles); err != nil {
		return nil, err
	}
	r := &Ranking{size: size, tiles: tiles, orders: 1}
	for i := range tiles {
		r.orders *= uint64(i + 1)
	}
	r.choose = make([][]uint64, size.Cells()+1)
	for n := range r.choose {
		r.choose[n] = make([]uint64, tiles+1)
		r.choose[n][0] = 1
		for k := 1; k <= min(n, tiles); k++ {
			r.choose[n][k] = r.choose[n-1][k-1] + r.choose[n-1][k]
		}
	}
	r.turns = make([][]Turn, tiles)
	for from := range r.turns {
		r.turns[from] = make([]Turn, tiles)
		for to := range r.turns[from] {
			if past := max(from-to, to-from); past > 0 && past < size.Cols && size.Rows > 1 {
				r.turns[from][to] = newTurn(tiles, from, to)
			}
		}
	}
	return r, nil
}

// Size returns the size of the boards.
func (r *Ranking) Size() puzzle.Size { return r.size }

// Tiles returns how many tiles are placed.
func (r *Ranking) Tiles() int { return r.tiles }

// Sets returns how many sets of cells there are.
func (r *Ranking) Sets() uint64 { return r.choose[r.size.Cells()][r.tiles] }

// Orders returns how many orders of the tiles there are.
func (r *Ranking) Orders() uint64 { return r.orders }

// Len returns how many placements there are.
func (r *Ranking) Len() uint64 { return r.Sets() * r.orders }

// Choose returns C(n, k) for n up to the number of cells and k up to that of
// tiles: what cell n adds to the number of a set if it is the set's k-th cell,
// counted from 1.
func (r *Ranking) Choose(n, k int) uint64 { return r.choose[n][k] }

// Rank returns the set and the order of a placement, given the cell of each
// tile, in O(tiles²).
func (r *Ranking) Rank(cells []uint8) (set, order uint64) {
	var sorted [MaxTiles]uint8 // cells
	var tiles [MaxTiles]uint8  // that stand on them
	for tile, cell := range cells {
		place := tile
		for place > 0 && sorted[place-1] > cell {
			sorted[place], tiles[place] = sorted[place-1], tiles[place-1]
			place--
		}
		sorted[place], tiles[place] = cell, uint8(tile)
	}
	left := uint32(1)<<len(cells) - 1 // the tiles that are still to come
	for place := range cells {
		set += r.choose[sorted[place]][place+1]
		order = order*uint64(len(cells)-place) + uint64(bits.OnesCount32(left&(1<<tiles[place]-1)))
		left &^= 1 << tiles[place]
	}
	return set, order
}

// Unrank writes the cell of each tile in a placement, in O(tiles·cells).
func (r *Ranking) Unrank(set, order uint64, cells []uint8) {
	var sorted, digits [MaxTiles]uint8
	r.setCells(set, sorted[:r.tiles])
	for place := r.tiles - 1; place >= 0; place-- {
		base := uint64(r.tiles - place)
		digits[place] = uint8(order % base)
		order /= base
	}
	left := uint32(1)<<r.tiles - 1
	for place := range r.tiles {
		rest := left
		for range digits[place] {
			rest &= rest - 1
		}
		tile := bits.TrailingZeros32(rest)
		left &^= 1 << tile
		cells[tile] = sorted[place]
	}
}

// setCells writes the cells of a set, ascending.
func (r *Ranking) setCells(set uint64, cells []uint8) {
	cell := r.size.Cells() - 1
	for place := r.tiles - 1; place >= 0; place-- {
		for r.choose[cell][place+1] > set {
			cell--
		}
		cells[place] = uint8(cell)
		set -= r.choose[cell][place+1]
		cell--
	}
}

// nextSet changes the cells of a set into those of the next one.
func nextSet(cells []uint8) {
	place := 0
	for place+1 < len(cells) && cells[place]+1 == cells[place+1] {
		cells[place] = uint8(place)
		place++
	}
	cells[place]++
}

// Moved returns the set that arises when the tile at a place of a set goes to a
// free cell, and the tile's place in it. The cells are the set's, ascending. It
// takes O(tiles passed).
func (r *Ranking) Moved(set uint64, cells []uint8, place int, to uint8) (uint64, int) {
	set -= r.choose[cells[place]][place+1]
	for place+1 < len(cells) && cells[place+1] < to {
		place++
		set += r.choose[cells[place]][place] - r.choose[cells[place]][place+1]
	}
	for place > 0 && cells[place-1] > to {
		place--
		set += r.choose[cells[place]][place+2] - r.choose[cells[place]][place+1]
	}
	return set + r.choose[to][place+1], place
}

// Turn returns the change of order when the tile at one place goes to another,
// past the tiles between. The places differ by less than a row of the board.
func (r *Ranking) Turn(from, to int) *Turn { return &r.turns[from][to] }
