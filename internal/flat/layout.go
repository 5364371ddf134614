package flat

import (
	"encoding/binary"
	"math/bits"

	"npuzzle/puzzle"
)

// Board is a packed board. The lower KeyBits bits of each word identify the board; the searches
// keep the last move and a flag in the other bits of the first word. Choose tells which array
// holds the boards of a size.
type Board interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [37]uint64
}

const (
	// KeyBits is the number of bits of a word that identify the board.
	KeyBits = 60
	// KeyMask selects these bits.
	KeyMask = 1<<KeyBits - 1
)

// WordsOf returns the minimum number of words of a board of the given number of cells. On boards of
// 16 cells and more, the last cell is left out, because it follows from the others.
func WordsOf(cells int) int {
	inWord := KeyBits / bitsOf(cells)
	return (cells - 1 + inWord - 1) / inWord
}

// Choose returns the function for boards of a number of cells, of those for boards of 1, 2, 4, 8, 16
// and 37 words. It is the first one whose boards have enough words.
func Choose[F any](cells int, of1, of2, of4, of8, of16, of37 F) F {
	words := WordsOf(cells)
	switch {
	case words == 1:
		return of1
	case words == 2:
		return of2
	case words <= 4:
		return of4
	case words <= 8:
		return of8
	case words <= 16:
		return of16
	}
	return of37
}

// bitsOf returns the number of bits of a cell: those that the largest tile needs, at least four.
func bitsOf(cells int) int { return max(4, bits.Len(uint(cells-1))) }

// Tiles are the tiles of a board by cell, followed by zeros.
type Tiles [puzzle.MaxSide * puzzle.MaxSide]uint8

// Layout packs boards of one size.
type Layout[B Board] struct {
	cells, bits, inWord int
	all                 uint8 // the exclusive or of all tiles
	places              [puzzle.MaxSide * puzzle.MaxSide]place
}

// place is the position of a cell's bits. The shift of a cell that is left out is 64, so that
// shifted tiles are 0.
type place struct{ word, shift uint8 }

// NewLayout returns the layout of boards with the given number of cells.
func NewLayout[B Board](cells int) *Layout[B] {
	l := &Layout[B]{cells: cells, bits: bitsOf(cells)}
	l.inWord = KeyBits / l.bits
	for cell := range cells {
		l.places[cell] = place{word: uint8(cell / l.inWord), shift: uint8(cell % l.inWord * l.bits)}
		l.all ^= uint8(cell)
	}
	if cells >= puzzle.WordCells {
		l.places[cells-1] = place{word: 0, shift: 64}
	}
	return l
}

// Pack returns the board with the given tiles.
func (l *Layout[B]) Pack(tiles []uint8) (board B) {
	for cell, tile := range tiles {
		p := l.places[cell]
		board[p.word] |= uint64(tile) << p.shift
	}
	return board
}

// Unpack sets the tiles of a board, and returns the cell of the blank.
func (l *Layout[B]) Unpack(board *B, tiles *Tiles) (blank uint8) {
	if len(*board) == 1 {
		word := withLastCell((*board)[0], l.cells)
		binary.LittleEndian.PutUint64(tiles[:8], spread(uint32(word)))
		binary.LittleEndian.PutUint64(tiles[8:], spread(uint32(word>>32)))
		return blankOf(word)
	}
	cell := 0
	last := l.cells - 1
	mask := uint64(1)<<l.bits - 1
	rest := l.all
	for i := 0; cell < last; i++ {
		word := (*board)[i]
		for end := min(cell+l.inWord, last); cell < end; cell++ {
			tile := uint8(word & mask)
			word >>= l.bits & 63
			tiles[uint8(cell)] = tile
			rest ^= tile
			if tile == 0 {
				blank = uint8(cell)
			}
		}
	}
	tiles[last] = rest
	if rest == 0 {
		blank = uint8(last)
	}
	return blank
}

// Tile returns the tile on a cell of a board.
func (l *Layout[B]) Tile(board *B, cell uint8) uint8 {
	if len(*board) == 1 {
		return uint8(withLastCell((*board)[0], l.cells) >> (4 * cell) & 15)
	}
	if int(cell) == l.cells-1 {
		var tiles Tiles
		l.Unpack(board, &tiles)
		return tiles[cell]
	}
	p := l.places[cell]
	return uint8((*board)[int(p.word)%len(*board)] >> p.shift & (1<<l.bits - 1))
}

// blankOf returns the cell of the blank in a word with four bits for each cell. This is the first
// cell whose bits are all 0.
func blankOf(word uint64) uint8 {
	const low3 = 0x7777777777777777
	filled := word&low3 + low3 | word // has the top bit set of every cell that holds a tile
	return uint8(bits.TrailingZeros64(^filled&^low3) / 4)
}

// withLastCell returns the word of a board of up to 16 cells with the tile on the last cell, and
// ignores the bits above the key. On boards of 16 cells, this tile is the exclusive or of the other
// tiles, since the exclusive or of all sixteen tiles is 0.
func withLastCell(word uint64, cells int) uint64 {
	word &= KeyMask
	if cells*4 <= KeyBits {
		return word
	}
	x := word ^ word>>32
	x ^= x >> 16
	x ^= x >> 8
	x ^= x >> 4
	return word | x<<KeyBits
}

// spread returns eight groups of four bits as bytes.
func spread(groups uint32) uint64 {
	x := uint64(groups)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & 0x0f0f0f0f0f0f0f0f
}

// Move moves a tile of a board from a cell to the blank's cell.
func (l *Layout[B]) Move(board *B, tile, from, to uint8) {
	p := l.places[from]
	q := l.places[to]
	(*board)[int(p.word)%len(*board)] ^= uint64(tile) << p.shift
	(*board)[int(q.word)%len(*board)] ^= uint64(tile) << q.shift
}
