package exact

import (
	"math/bits"

	"npuzzle/puzzle"
)

// window is what a move of the blank along a column does to the order of the
// tiles.
//
// Read row by row without the blank, the tiles make a sequence, whose number
// has one digit for each tile: how many of the tiles behind it are smaller. The
// bases of the digits fall by one from tile to tile; the last two digits follow
// from the rest. When the blank goes along a column, one tile goes past the
// cols-1 tiles between its two cells. The digits before and behind those cols
// tiles stay, since the set of the tiles behind each stays. So with
//
//	number = (high·spread + middle)·run + low
//
// the move maps the middle part by a table, and run numbers at a time go
// together. Where the cols tiles reach into the last two, the middle holds
// all the digits to the end, run is 1, and the table depends on the parity of
// the digits before, too.
type window struct {
	run, spread divisor
	middle      []uint32 // the middle after the move; for odd high parts, spread further
	odd         []uint8  // parity of the digits of the high part; nil where it does not matter
}

// newWindow makes the table of the move of the blank between two cells of one
// column, in O(spread · cells).
func newWindow(ranking *puzzle.Ranking, size puzzle.Size, from, to int) *window {
	cells := size.Cells()
	orders := ranking.Len() / uint64(cells)
	first := min(from, to) // in the sequence, of the tiles that are passed
	run, spread := shape(size, first)
	w := &window{run: newDivisor(run), spread: newDivisor(spread)}
	high := orders / (run * spread)
	classes := uint64(1)
	if behind := cells - 1 - first - size.Cols; behind < 2 && high > 1 {
		classes = 2
		w.odd = parities(cells-1, cells-first, high)
	}
	tiles := make([]uint8, cells)
	w.middle = make([]uint32, classes*spread)
	for class := range classes { // also the high part: the last digit is odd or not
		for middle := range spread {
			ranking.Unrank(uint64(from)*orders+(class*spread+middle)*run, tiles)
			tiles[from], tiles[to] = tiles[to], 0
			w.middle[class*spread+middle] = uint32(ranking.Rank(tiles) % orders / run % spread)
		}
	}
	return w
}

// parities returns the parity of the sum of the digits of every number below
// count, whose digits have the bases from most down to least.
func parities(most, least int, count uint64) []uint8 {
	odd := make([]uint8, 1, count)
	for base := most; base >= least; base-- {
		// Every number gets a further digit, in place, from the end.
		before := len(odd)
		odd = odd[:before*base]
		for i := before - 1; i >= 0; i-- {
			parity := odd[i]
			for digit := range base {
				odd[i*base+digit] = parity ^ uint8(digit&1)
			}
		}
	}
	return odd
}

// shape returns the run and the spread of the window that begins with a tile of
// the sequence.
func shape(size puzzle.Size, first int) (run, spread uint64) {
	run, spread = 1, 1
	for i := 3; i < size.Cells()-first; i++ { // the bases
		if i < size.Cells()-first-size.Cols {
			run *= uint64(i)
		} else {
			spread *= uint64(i)
		}
	}
	return run, spread
}

// tableBytes returns the memory of all windows of a size, at most.
func tableBytes(size puzzle.Size) uint64 {
	var bytes uint64
	if min(size.Rows, size.Cols) == 1 {
		return 0
	}
	for first := range size.Cells() - size.Cols {
		run, spread := shape(size, first)
		high := uint64(1)
		for i := max(size.Cells()-first, 3); i < size.Cells(); i++ {
			high *= uint64(i)
		}
		bytes += 2 * 4 * spread
		if run == 1 {
			bytes += 2 * (4*spread + high)
		}
	}
	return bytes
}

// carry adds to a layer what the move makes of the words from first to end of
// another.
func (w *window) carry(from, to []uint64, first, end int) {
	if w.run.by == 1 {
		w.carryOnes(from, to, first, end)
		return
	}
	run, spread, middle := w.run, w.spread, w.middle
	for i, word := range from[first:end] {
		base := uint64(first+i) * 64
		for word != 0 {
			// The boards of the word that belong to one run move together.
			skip := uint64(bits.TrailingZeros64(word))
			block := run.of(base + skip)
			chunk := word
			if last := (block+1)*run.by - base; last < 64 {
				chunk &= 1<<last - 1
			}
			word ^= chunk
			mid := block - spread.of(block)*spread.by
			at := base + skip + (uint64(middle[mid])-mid)*run.by
			chunk >>= skip
			to[at/64] |= chunk << (at % 64)
			to[at/64+1] |= chunk >> 1 >> (63 - at%64)
		}
	}
}

// carryOnes is carry where every board moves by itself.
func (w *window) carryOnes(from, to []uint64, first, end int) {
	spread, middle, odd := w.spread, w.middle, w.odd
	for i, word := range from[first:end] {
		base := uint64(first+i) * 64
		for ; word != 0; word &= word - 1 {
			number := base + uint64(bits.TrailingZeros64(word))
			high := spread.of(number)
			mid := number - high*spread.by
			at := mid
			if odd != nil {
				at += uint64(odd[high]) * spread.by
			}
			at = number + uint64(middle[at]) - mid
			to[at/64] |= 1 << (at % 64)
		}
	}
}

// divisor divides by a number with a multiplication.
type divisor struct{ by, inverse uint64 }

// newDivisor's quotients are exact for numbers below 2^64/by: the inverse is
// 2^64/by rounded up, so n times it is above 2^64·n/by by less than n, which
// carries into the quotient only from n·by = 2^64 on (Granlund and Montgomery
// 1994). The numbers that a window divides stay below that on boards of up to 16
// cells, whose census takes more memory than there is.
func newDivisor(by uint64) divisor { return divisor{by, ^uint64(0)/by + 1} }

func (d divisor) of(n uint64) uint64 {
	if d.by == 1 {
		return n
	}
	q, _ := bits.Mul64(n, d.inverse)
	return q
}
