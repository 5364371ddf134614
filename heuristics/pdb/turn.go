package pdb

import "math/bits"

// Turn is what becomes of the order of tiles when one goes past others. In
// Lehmer's code only the digits between the two places change, and how depends
// on these digits alone: the rest of the number stays, so that a small table of
// differences does.
type Turn struct {
	below, window divisor
	change        []uint32 // of the whole number, modulo 2³², by the digits between
}

// newTurn makes the table for a tile that goes from one place to another among
// some tiles.
func newTurn(tiles, from, to int) Turn {
	low, high := min(from, to), max(from, to)
	below := 1 // the orders of the places behind
	for n := 2; n < tiles-high; n++ {
		below *= n
	}
	window := 1 // the numbers of the digits between
	for place := low; place <= high; place++ {
		window *= tiles - place
	}
	t := Turn{newDivisor(below), newDivisor(window), make([]uint32, window)}
	for n := range window {
		t.change[n] = uint32((turned(n, tiles-low, from-low, to-low) - n) * below)
	}
	return t
}

// turned returns the number, in Lehmer's code of the first places of some tiles,
// after the tile at one place has gone to another. The last of the two is the
// last place.
func turned(n, tiles, from, to int) int {
	width := max(from, to) + 1
	var digits, order [MaxTiles]int
	for place := width - 1; place >= 0; place-- {
		digits[place] = n % (tiles - place)
		n /= tiles - place
	}
	left := uint32(1)<<tiles - 1
	for place := range width {
		rest := left
		for range digits[place] {
			rest &= rest - 1
		}
		order[place] = bits.TrailingZeros32(rest)
		left &^= 1 << order[place]
	}
	tile := order[from]
	for ; from < to; from++ {
		order[from] = order[from+1]
	}
	for ; from > to; from-- {
		order[from] = order[from-1]
	}
	order[to] = tile
	left = uint32(1)<<tiles - 1
	for place, tile := range order[:width] {
		n = n*(tiles-place) + bits.OnesCount32(left&(1<<tile-1))
		left &^= 1 << tile
	}
	return n
}

// Apply returns the order after the turn, in O(1).
func (t *Turn) Apply(order uint32) uint32 {
	n := t.below.quotient(order)
	return order + t.change[n-t.window.quotient(n)*uint32(len(t.change))]
}

// spread sets, for every order that is set in one set of bits, the order after
// the turn in another. The locals stay in registers.
func (t *Turn) spread(from, to []uint64) {
	change, below, window, size := t.change, t.below, t.window, uint32(len(t.change))
	for i, word := range from {
		for ; word != 0; word &= word - 1 {
			order := uint32(i*64 + bits.TrailingZeros64(word))
			n := below.quotient(order)
			order += change[n-window.quotient(n)*size]
			to[order>>6] |= 1 << (order & 63)
		}
	}
}

// divisor divides by multiplying (Granlund and Montgomery 1994). It is exact for
// numbers below 2²⁹, of which 12! is one.
type divisor struct {
	factor uint64
	shift  uint8
}

func newDivisor(n int) divisor {
	shift := 29 + bits.Len(uint(n))
	return divisor{1<<shift/uint64(n) + 1, uint8(shift)}
}

func (d divisor) quotient(n uint32) uint32 { return uint32(uint64(n) * d.factor >> (d.shift & 63)) }
