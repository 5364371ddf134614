package exact

import (
	"math/bits"

	"npuzzle/puzzle"
)

// window computes how a move of the blank along a column changes the order of the tiles.
//
// Row by row without the blank, the tiles form a sequence. The number of this sequence
// has one digit for each tile: how many later tiles are smaller. The bases of the digits
// decrease by one from tile to tile, and the last two digits follow from the others. When
// the blank moves along a column, one tile passes the cols-1 tiles between the two cells.
// The digits before and after these cols tiles do not change, because each of those tiles
// is still followed by the same set of tiles. So if
//
//	number = (high·spread + middle)·run + low
//
// then the move maps middle by a table, and maps run consecutive numbers together. If the
// cols tiles include one of the last two tiles, middle contains all digits to the end and
// run is 1. The table then also depends on the parity of the digits before.
type window struct {
	run, spread divisor
	middle      []uint32 // middle after the move, by middle; if high is odd, by spread+middle
	// parity of the digits of each high part; nil if the table does not depend on it
	odd []uint8
}

// newWindow builds the table for moving the blank from one cell to another in the same
// column. It takes O(spread · cells) time.
func newWindow(ranking *puzzle.Ranking, size puzzle.Size, from, to int) *window {
	cells := size.Cells()
	orders := ranking.Len() / uint64(cells)
	first := min(from, to) // index in the sequence of the first of the cols tiles
	run, spread, high := shape(size, first)
	w := &window{run: newDivisor(run), spread: newDivisor(spread)}
	classes := uint64(1)
	if behind := cells - 1 - first - size.Cols; behind < 2 && high > 1 {
		classes = 2
		w.odd = parities(cells-1, cells-first, high)
	}
	tiles := make([]uint8, cells)
	w.middle = make([]uint32, classes*spread)
	for class := range classes { // class is a high part with an even or odd last digit
		for middle := range spread {
			ranking.Unrank(uint64(from)*orders+(class*spread+middle)*run, tiles)
			tiles[from] = tiles[to]
			tiles[to] = 0
			w.middle[class*spread+middle] = uint32(ranking.Rank(tiles) % orders / run % spread)
		}
	}
	return w
}

// parities returns, for each number below count, the parity of the sum of its digits. The
// bases of the digits go from most down to least.
func parities(most, least int, count uint64) []uint8 {
	odd := make([]uint8, 1, count)
	for base := most; base >= least; base-- {
		// Append a digit to every number. Working from the end does this in place.
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

// shape returns the run and the spread of the window whose first tile has index first, and the
// number of high parts.
func shape(size puzzle.Size, first int) (run, spread, high uint64) {
	run = 1
	spread = 1
	high = 1
	for base := 3; base < size.Cells(); base++ { // of a digit
		switch {
		case base < size.Cells()-first-size.Cols:
			run *= uint64(base)
		case base < size.Cells()-first:
			spread *= uint64(base)
		default:
			high *= uint64(base)
		}
	}
	return run, spread, high
}

// tableBytes returns an upper bound on the memory of all windows of a size, in bytes.
func tableBytes(size puzzle.Size) uint64 {
	var bytes uint64
	if min(size.Rows, size.Cols) == 1 {
		return 0
	}
	for first := range size.Cells() - size.Cols {
		run, spread, high := shape(size, first)
		bytes += 2 * 4 * spread
		if run == 1 {
			bytes += 2 * (4*spread + high)
		}
	}
	return bytes
}

// carry applies the move to the words from index first to end of layer from, and adds the
// resulting boards to layer to.
func (w *window) carry(from, to []uint64, first, end int) {
	if w.run.by == 1 {
		w.carryOnes(from, to, first, end)
		return
	}
	run := w.run
	spread := w.spread
	middle := w.middle
	for i, word := range from[first:end] {
		base := uint64(first+i) * 64
		for word != 0 {
			// Boards of the same run stay adjacent, so they move as one chunk.
			skip := uint64(bits.TrailingZeros64(word))
			block := run.of(base + skip)
			chunk := word
			if last := (block+1)*run.by - base; last < 64 {
				chunk &= 1<<last - 1
			}
			word ^= chunk
			mid := block - spread.of(block)*spread.by
			index := base + skip + (uint64(middle[mid])-mid)*run.by
			chunk >>= skip
			to[index/64] |= chunk << (index % 64)
			to[index/64+1] |= chunk >> 1 >> (63 - index%64)
		}
	}
}

// carryOnes is carry for a run of 1: every board moves by itself.
func (w *window) carryOnes(from, to []uint64, first, end int) {
	spread := w.spread
	middle := w.middle
	odd := w.odd
	for i, word := range from[first:end] {
		base := uint64(first+i) * 64
		for ; word != 0; word &= word - 1 {
			number := base + uint64(bits.TrailingZeros64(word))
			high := spread.of(number)
			mid := number - high*spread.by
			index := mid
			if odd != nil {
				index += uint64(odd[high]) * spread.by
			}
			index = number + uint64(middle[index]) - mid
			to[index/64] |= 1 << (index % 64)
		}
	}
}

// divisor divides by a constant with a multiplication.
type divisor struct{ by, inverse uint64 }

// newDivisor returns a divisor whose quotients are exact for numbers below 2^64/by
// (Granlund and Montgomery 1994). The inverse is 2^64/by rounded up. So inverse·n exceeds
// 2^64·n/by by less than n, which changes the quotient only if n·by is at least 2^64. On
// boards of up to 16 cells, the numbers of a window are below this limit. The census of a
// larger board needs more memory than any machine has.
func newDivisor(by uint64) divisor { return divisor{by: by, inverse: ^uint64(0)/by + 1} }

func (d divisor) of(n uint64) uint64 {
	if d.by == 1 {
		return n
	}
	q, _ := bits.Mul64(n, d.inverse)
	return q
}
