package puzzle

import "math/bits"

// Ranking numbers the boards of one size that can be reached from one another. The
// number of a board consists of the blank's cell and the rank of the order of the
// tiles, in which the last two tiles follow from parity. A move along a row does
// not change this order, so only the blank's part of the number changes.
//
// For r x c cells, there are rc·(rc-1)!/2 numbers. If the size has at least two
// rows and two columns, each number stands for one board. On a size of one row or
// column, the tiles cannot pass each other, so most numbers stand for no board.
type Ranking struct {
	cells  int
	orders uint64 // of the tiles
	odd    [MaxRankCells]bool
}

// MaxRankCells is the maximum number of cells of a board in a Ranking. For more
// cells, numbers would not fit in 64 bits.
const MaxRankCells = 20

// NewRanking returns the numbering of the boards that can be reached from b,
// which must have at most MaxRankCells cells.
func NewRanking(b Board) *Ranking {
	r := &Ranking{cells: b.size.Cells(), orders: 1}
	for i := 3; i < r.cells; i++ {
		r.orders *= uint64(i)
	}
	home := oddOrder(b.Tiles())
	for cell := range r.cells {
		// A blank that crosses a row passes cols-1 tiles in the order.
		rows := cell/b.size.Cols - b.Blank()/b.size.Cols
		r.odd[cell] = home != (rows*(b.size.Cols-1)%2 != 0)
	}
	return r
}

// oddOrder tells whether the tiles, the blank left out, are in an order of odd
// parity.
func oddOrder(tiles []uint8) bool {
	odd := false
	for i, t := range tiles {
		for _, u := range tiles[i+1:] {
			odd = odd != (u != 0 && u < t)
		}
	}
	return odd
}

// Len returns how many numbers there are.
func (r *Ranking) Len() uint64 { return uint64(r.cells) * r.orders }

// Rank returns the number of a board with the given tiles, in O(cells).
func (r *Ranking) Rank(tiles []uint8) uint64 {
	var blank, order uint64
	left := uint32(1)<<r.cells - 2 // the tiles that are still to come
	base := uint64(r.cells - 1)    // how many they are
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

// Unrank writes the tiles of the board of a number and returns the blank's
// cell, in O(cells).
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
	if r.cells > 2 {
		digits[2] = 0
		if odd != r.odd[blank] {
			digits[2] = 1
		}
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
