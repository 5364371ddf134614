package puzzle

import (
	"fmt"
	"strconv"
	"strings"
)

// Board is one arrangement of the tiles. It is a value: it is comparable, can be a
// key of a map, and never changes. The zero Board has no cells, and is not valid.
type Board struct {
	size  Size
	cells string // one byte a cell, row by row: the tile's number, 0 for the blank
}

// New makes a board from its tiles, row by row, 0 for the blank.
func New(size Size, tiles []int) (Board, error) {
	if err := size.Check(); err != nil {
		return Board{}, err
	}
	if len(tiles) != size.Cells() {
		return Board{}, fmt.Errorf("%d tiles; expected %d for size %v", len(tiles), size.Cells(), size)
	}
	if field, why := firstFault(tiles, len(tiles)); field >= 0 {
		return Board{}, fmt.Errorf("cell %d: %s", field, why)
	}
	cells := make([]uint8, len(tiles))
	for cell, t := range tiles {
		cells[cell] = uint8(t)
	}
	return Board{size, string(cells)}, nil
}

// fromCells makes a board of cells that are known to be a permutation.
func fromCells(size Size, cells []uint8) Board { return Board{size, string(cells)} }

// firstFault returns the first place at which tiles, the first of a board with so many
// cells, are out of range or repeat a tile, and what is wrong there, or -1.
func firstFault(tiles []int, cells int) (int, string) {
	var seen [MaxSide * MaxSide]bool
	for i, t := range tiles {
		if t < 0 || t >= cells {
			return i, fmt.Sprintf("tile %d is out of range; expected 0 to %d", t, cells-1)
		}
		if seen[t] {
			return i, fmt.Sprintf("tile %d appears twice; expected each of 0 to %d once", t, cells-1)
		}
		seen[t] = true
	}
	return -1, ""
}

// Size returns the board's shape.
func (b Board) Size() Size { return b.size }

// At returns the tile in a cell, cells counted row by row from 0; the blank is 0.
func (b Board) At(cell int) int { return int(b.cells[cell]) }

// Blank returns the blank's cell.
func (b Board) Blank() int { return strings.IndexByte(b.cells, 0) }

// Tiles returns a fresh copy of the tiles, row by row, for a search to work on.
func (b Board) Tiles() []uint8 { return []uint8(b.cells) }

// Positions returns the inverse of Tiles: the cell of each tile, the blank's first.
func (b Board) Positions() []uint8 {
	at := make([]uint8, len(b.cells))
	for cell := range len(b.cells) {
		at[b.cells[cell]] = uint8(cell)
	}
	return at
}

// Move returns the board after one move of the blank, and whether it is legal.
func (b Board) Move(m Move) (Board, bool) {
	blank := b.Blank()
	to := b.size.next(blank, m)
	if to < 0 {
		return b, false
	}
	tiles := b.Tiles()
	tiles[blank], tiles[to] = tiles[to], 0
	return fromCells(b.size, tiles), true
}

// Replay returns the board after a plan, or an error that names the first
// move that is not legal. It takes O(moves + cells).
func (b Board) Replay(moves []Move) (Board, error) {
	tiles, blank := b.Tiles(), b.Blank()
	for i, m := range moves {
		to := b.size.next(blank, m)
		if to < 0 {
			return Board{}, fmt.Errorf("move %d, %v, leaves the board", i+1, m)
		}
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
	}
	return fromCells(b.size, tiles), nil
}

// String returns the board in one line: rows separated by "/", cells by spaces.
func (b Board) String() string {
	var text strings.Builder
	for cell := range len(b.cells) {
		switch {
		case cell == 0:
		case cell%b.size.Cols == 0:
			text.WriteByte('/')
		default:
			text.WriteByte(' ')
		}
		text.WriteString(strconv.Itoa(b.At(cell)))
	}
	return text.String()
}

// Line returns the board as a line that Parse reads as a board of the same size.
// The line is that of String. If the board has a single row, a slash follows,
// because Parse could read the row as a square board.
func (b Board) Line() string {
	if b.size.Rows == 1 {
		return b.String() + "/"
	}
	return b.String()
}

// Grid returns the board as rows of aligned columns, one line a row, the
// blank as "_".
func (b Board) Grid() string {
	width := len(strconv.Itoa(len(b.cells) - 1))
	var text strings.Builder
	for cell := range len(b.cells) {
		name := "_"
		if t := b.At(cell); t != 0 {
			name = strconv.Itoa(t)
		}
		fmt.Fprintf(&text, "%*s", width, name)
		if (cell+1)%b.size.Cols == 0 {
			text.WriteByte('\n')
		} else {
			text.WriteByte(' ')
		}
	}
	return text.String()
}

// MarshalText writes the board as String does.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads what MarshalText writes: rows separated by "/", so that
// a text without one is a board of one row.
func (b *Board) UnmarshalText(text []byte) (err error) {
	*b, err = new(Reader).readSlashed(string(text))
	return err
}
