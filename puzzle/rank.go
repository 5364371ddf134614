package puzzle

import (
	"fmt"
	"math/bits"
)

// Ranking numbers the boards of one size that can reach one another. Row by row without
// the blank, the tiles of a board form a sequence, the order of the tiles. The number of
// a board combines the cell of the blank and the rank of this order. The last two tiles
// of the order follow from parity. A move along a row does not change the order, so it
// changes only the part for the blank.
//
// For n cells, there are n·(n-1)!/2 numbers. If the size has at least two rows and two
// columns, each number belongs to one board. On a size of one row or column, the tiles
// cannot pass each other, so most numbers belong to no board.
type Ranking struct {
	cells  int
	orders uint64             // number of orders of the tiles
	odd    [MaxRankCells]bool // whether the order is odd, by the cell of the blank
}

// MaxRankCells is the maximum number of cells of a board in a Ranking. With more cells,
// the numbers would not fit in 64 bits.
const MaxRankCells = 20

// NewRanking returns the numbering of the boards that b can reach. It panics if b has more
// than MaxRankCells cells.
func NewRanking(b Board) *Ranking {
	if b.size.Cells() > MaxRankCells {
		panic(fmt.Sprintf("puzzle: no ranking for boards of %v; the largest have %d cells", b.size,
			MaxRankCells))
	}
	r := &Ranking{cells: b.size.Cells(), orders: 1}
	for i := 3; i < r.cells; i++ {
		r.orders *= uint64(i)
	}
	home := oddOrder(b.Tiles())
	for cell := range r.cells {
		// When the blank moves to the next row, one tile passes cols-1 others in the
		// order.
		rows := cell/b.size.Cols - b.Blank()/b.size.Cols
		r.odd[cell] = home != (rows*(b.size.Cols-1)%2 != 0)
	}
	return r
}

// oddOrder reports whether the order of the tiles, without the blank, has odd parity.
func oddOrder(tiles []uint8) bool {
	odd := false
	for i, t := range tiles {
		for _, u := range tiles[i+1:] {
			odd = odd != (u != 0 && u < t)
		}
	}
	return odd
}

// Len returns the number of board numbers: Rank returns values below Len.
func (r *Ranking) Len() uint64 { return uint64(r.cells) * r.orders }

// Rank returns the number of the board with the given tiles. It takes O(cells) time. The board of
// NewRanking must be able to reach this board; otherwise Rank returns the number of another board.
func (r *Ranking) Rank(tiles []uint8) uint64 {
	var blank, order uint64
	left := uint32(1)<<r.cells - 2 // set of the tiles not yet read
	base := uint64(r.cells - 1)    // size of left
	for cell, t := range tiles {
		if t == 0 {
			blank = uint64(cell)
		} else if base > 2 {
			order = order*base + uint64(bits.OnesCount32(left&(1<<t-1)))
			left &^= 1 << t
			base--
		}
	}
	return blank*r.orders + order
}

// Unrank writes the tiles of the board with number n to tiles, and returns the cell of
// the blank. It takes O(cells) time.
func (r *Ranking) Unrank(n uint64, tiles []uint8) (blank uint8) {
	blank = uint8(n / r.orders)
	order := n % r.orders
	var digits [MaxRankCells]uint8
	odd := false
	for base := 3; base < r.cells; base++ {
		digits[base] = uint8(order % uint64(base))
		odd = odd != (digits[base]&1 != 0)
		order /= uint64(base)
	}
	if r.cells > 2 && odd != r.odd[blank] {
		digits[2] = 1
	}
	left := uint32(1)<<r.cells - 2
	base := r.cells - 1
	for cell := range tiles {
		if cell == int(blank) {
			tiles[cell] = 0
			continue
		}
		rest := left
		for range digits[base] {
			rest &= rest - 1
		}
		tiles[cell] = uint8(bits.TrailingZeros32(rest))
		left &^= 1 << tiles[cell]
		base--
	}
	return blank
}
