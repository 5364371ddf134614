package pdb

import (
	"cmp"
	"fmt"
	"math/bits"

	"npuzzle/puzzle"
)

const (
	// maxTiles is the maximum number of tiles of a pattern. Twelve tiles have
	// 479,001,600 orders.
	maxTiles = 12
	// maxPlacements is the maximum number of placements of a pattern, so that a table
	// fits in the memory of a large machine.
	maxPlacements = 1 << 36
)

// checkTiles returns an error if a pattern on a board of the given size cannot have the
// given number of tiles.
func checkTiles(size puzzle.Size, tiles int) error {
	if tiles < 1 || tiles > maxTiles || tiles >= size.Cells() {
		return fmt.Errorf("a pattern of %d tiles on %v; expected 1 to %d", tiles, size,
			min(maxTiles, size.Cells()-1))
	}
	if n := placements(size, tiles); n > maxPlacements {
		return fmt.Errorf("a pattern of %d tiles on %v has %.2g placements; expected fewer tiles",
			tiles, size, n)
	}
	return nil
}

// placements returns the number of ways to place the given number of tiles.
func placements(size puzzle.Size, tiles int) float64 {
	n := 1.0
	for i := range tiles {
		n *= float64(size.Cells() - i)
	}
	return n
}

// sets returns the number of sets of cells.
func (x *index) sets() uint64 { return x.choose[x.size.Cells()][x.tiles] }

// rank returns the set and the order of a placement, given the cell of each tile. It
// takes O(tiles²) time.
func (x *index) rank(cells []uint8) (set, order uint64) {
	var sorted [maxTiles]uint8 // the cells, ascending
	var tiles [maxTiles]uint8  // the tiles on them
	for tile, cell := range cells {
		place := tile
		for place > 0 && sorted[place-1] > cell {
			sorted[place] = sorted[place-1]
			tiles[place] = tiles[place-1]
			place--
		}
		sorted[place] = cell
		tiles[place] = uint8(tile)
	}
	left := uint32(1)<<len(cells) - 1 // mask of the tiles that are not ranked yet
	for place := range cells {
		set += x.choose[sorted[place]][place+1]
		order = order*uint64(len(cells)-place) + uint64(bits.OnesCount32(left&(1<<tiles[place]-1)))
		left &^= 1 << tiles[place]
	}
	return set, order
}

// setCells writes the cells of a set to cells, in ascending order.
func (x *index) setCells(set uint64, cells []uint8) {
	cell := x.size.Cells() - 1
	for place := x.tiles - 1; place >= 0; place-- {
		for x.choose[cell][place+1] > set {
			cell--
		}
		cells[place] = uint8(cell)
		set -= x.choose[cell][place+1]
		cell--
	}
}

// nextSet changes the cells of a set into those of the next set.
func nextSet(cells []uint8) {
	place := 0
	for place+1 < len(cells) && cells[place]+1 == cells[place+1] {
		cells[place] = uint8(place)
		place++
	}
	cells[place]++
}

// moved returns the set after a tile has moved to a free cell, and the tile's new place
// in the set. The parameter cells lists the cells of the set, ascending, and place is the
// index of the tile's cell in cells. The time is proportional to the number of tiles that
// the tile passes.
func (x *index) moved(set uint64, cells []uint8, place int, to uint8) (uint64, int) {
	set -= x.choose[cells[place]][place+1]
	for place+1 < len(cells) && cells[place+1] < to {
		place++
		set += x.choose[cells[place]][place] - x.choose[cells[place]][place+1]
	}
	for place > 0 && cells[place-1] > to {
		place--
		set += x.choose[cells[place]][place+2] - x.choose[cells[place]][place+1]
	}
	return set + x.choose[to][place+1], place
}

// rotation is the change of order when one tile passes others. In the Lehmer code, only
// the digits from the lower to the higher of the tile's two places change. The change
// depends only on these digits. So the new number follows from a small table of
// differences.
type rotation struct {
	below, window divisor  // see newRotation
	change        []uint32 // change of the order, modulo 2³², indexed by the digits that change
}

// noRotation leaves every order unchanged.
var noRotation = rotation{below: newDivisor(1), window: newDivisor(1), change: []uint32{0}}

// newRotation returns the rotation for a tile that moves from place from to place to,
// for a pattern of the given number of tiles.
func newRotation(tiles, from, to int) rotation {
	low := min(from, to)
	high := max(from, to)
	below := 1 // number of orders of the places behind high
	for n := 2; n < tiles-high; n++ {
		below *= n
	}
	window := 1 // number of values of the digits from low to high
	for place := low; place <= high; place++ {
		window *= tiles - place
	}
	t := rotation{
		below:  newDivisor(below),
		window: newDivisor(window),
		change: make([]uint32, window),
	}
	for n := range window {
		t.change[n] = uint32((rotated(n, tiles-low, from-low, to-low) - n) * below)
	}
	return t
}

// rotated returns the order n after the tile at place from has moved to place to. The
// number n is the Lehmer code of the places from 0 to the larger of from and to.
func rotated(n, tiles, from, to int) int {
	var digits [maxTiles]int
	width := max(from, to) + 1
	for place := width - 1; place >= 0; place-- {
		digits[place] = n % (tiles - place)
		n /= tiles - place
	}
	for from != to {
		next := from + cmp.Compare(to, from)
		first := min(from, next)
		// Two neighbours change places. The digit of a tile is the number of smaller
		// tiles behind it.
		if a, b := digits[first], digits[first+1]; b < a {
			digits[first] = b
			digits[first+1] = a - 1
		} else {
			digits[first] = b + 1
			digits[first+1] = a
		}
		from = next
	}
	for place, digit := range digits[:width] {
		n = n*(tiles-place) + digit
	}
	return n
}

// apply returns the order after the rotation. It takes O(1) time.
func (t *rotation) apply(order uint32) uint32 {
	n := t.below.quotient(order)
	return order + t.change[n-t.window.quotient(n)*uint32(len(t.change))]
}

// spread sets a bit of to for each bit of from: the bit of the rotated order. The local
// copies of the fields stay in registers.
func (t *rotation) spread(from, to []uint64) {
	change := t.change
	below := t.below
	window := t.window
	size := uint32(len(t.change))
	for i, word := range from {
		for ; word != 0; word &= word - 1 {
			order := uint32(i*64 + bits.TrailingZeros64(word))
			n := below.quotient(order)
			order += change[n-window.quotient(n)*size]
			to[order>>6] |= 1 << (order & 63)
		}
	}
}

// divisor divides by a constant with a multiplication (Granlund and Montgomery 1994).
// The quotient is exact for numbers below 2²⁹, which include all numbers up to 12!.
type divisor struct {
	factor uint64
	shift  uint8
}

func newDivisor(n int) divisor {
	shift := 29 + bits.Len(uint(n))
	return divisor{factor: 1<<shift/uint64(n) + 1, shift: uint8(shift)}
}

func (d divisor) quotient(n uint32) uint32 { return uint32(uint64(n) * d.factor >> (d.shift & 63)) }
