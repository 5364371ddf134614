package puzzle

import "math/bits"

// WordCells is the maximum number of cells of a board that fits in a 64-bit word,
// with four bits for each cell.
const WordCells = 16

// PackWord packs the tiles of a board of up to WordCells cells into one word. The
// first cell is in the lowest bits.
func PackWord(tiles []uint8) uint64 {
	var w uint64
	for cell, tile := range tiles {
		w |= uint64(tile) << (4 * cell)
	}
	return w
}

// BlankOfWord returns the cell of the blank in a packed board. This is the first cell
// whose four bits are all 0.
func BlankOfWord(w uint64) uint8 {
	const low3 = 0x7777777777777777
	filled := w&low3 + low3 | w // has the top bit set of every cell that holds a tile
	return uint8(bits.TrailingZeros64(^filled&^low3) / 4)
}
