package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Board is an arrangement of the tiles. It is a comparable value that never changes, so
// it can be the key of a map. The zero Board has no cells and is not valid.
type Board struct {
	size  Size
	cells string // row by row, one byte per cell: the number of the tile, 0 for the blank
}

// New returns the board with the given tiles, row by row. The blank is 0. New returns an
// error unless tiles holds each of 0 to size.Cells()-1 once.
func New[T int | uint8](size Size, tiles []T) (Board, error) {
	b, cell, err := arrange(size, tiles)
	if cell >= 0 {
		err = fmt.Errorf("cell %d: %w", cell, err)
	}
	return b, err
}

// arrange returns the board with the given tiles. An error may concern one cell, or all tiles if
// cell is -1.
func arrange[T int | uint8](size Size, tiles []T) (b Board, cell int, err error) {
	if err := size.check(); err != nil {
		return Board{}, -1, err
	}
	if len(tiles) != size.Cells() {
		return Board{}, -1, fmt.Errorf("%d numbers; expected %d for size %v", len(tiles),
			size.Cells(), size)
	}
	if cell, err := firstFault(tiles); err != nil {
		return Board{}, cell, err
	}
	cells := make([]uint8, len(tiles))
	for cell, t := range tiles {
		cells[cell] = uint8(t)
	}
	return fromCells(size, cells), -1, nil
}

// firstFault returns the cell of the first tile that is out of range or repeated, and the
// reason. The cell is -1 if there is none.
func firstFault[T int | uint8](tiles []T) (int, error) {
	var seen [MaxSide * MaxSide]bool
	for cell, t := range tiles {
		if t < 0 || int(t) >= len(tiles) {
			return cell, fmt.Errorf("tile %d is out of range; expected 0 to %d", t, len(tiles)-1)
		}
		if seen[t] {
			return cell, fmt.Errorf("tile %d appears twice; expected each of 0 to %d once", t,
				len(tiles)-1)
		}
		seen[t] = true
	}
	return -1, nil
}

// fromCells returns a board without checking that the cells are a permutation.
func fromCells(size Size, cells []uint8) Board { return Board{size: size, cells: string(cells)} }

// Size returns the size of the board.
func (b Board) Size() Size { return b.size }

// At returns the tile in a cell, 0 for the blank. Cells are numbered row by row from 0.
func (b Board) At(cell int) int { return int(b.cells[cell]) }

// Blank returns the blank's cell.
func (b Board) Blank() int { return strings.IndexByte(b.cells, 0) }

// Tiles returns a new slice of the tiles, row by row. The caller may change it.
func (b Board) Tiles() []uint8 { return []uint8(b.cells) }

// Positions returns the inverse of Tiles: the cell of each tile. The cell of the blank
// comes first.
func (b Board) Positions() []uint8 {
	positions := make([]uint8, len(b.cells))
	for cell := range len(b.cells) {
		positions[b.cells[cell]] = uint8(cell)
	}
	return positions
}

// Move returns the board after one move of the blank, and reports whether the move is
// legal.
func (b Board) Move(m Move) (Board, bool) {
	tiles := b.Tiles()
	if b.size.slide(tiles, b.Blank(), m) < 0 {
		return b, false
	}
	return fromCells(b.size, tiles), true
}

// Replay returns the board after a plan. If a move is illegal, the error names the first
// illegal one. Replay takes O(moves + cells) time.
func (b Board) Replay(moves []Move) (Board, error) {
	tiles := b.Tiles()
	blank := b.Blank()
	for i, m := range moves {
		if blank = b.size.slide(tiles, blank, m); blank < 0 {
			return Board{}, fmt.Errorf("move %d, %v, leaves the board", i+1, m)
		}
	}
	return fromCells(b.size, tiles), nil
}

// String returns the board in one line, with "/" between rows and spaces between cells.
func (b Board) String() string {
	var rows []string
	for row := range slices.Chunk(b.Tiles(), max(b.size.Cols, 1)) {
		rows = append(rows, strings.Trim(fmt.Sprint(row), "[]"))
	}
	return strings.Join(rows, "/")
}

// Line returns the board in one line that Parse reads back without knowing the size. It
// is the text of String, except that a slash follows a single row. Without the slash,
// Parse could read the row as a square board.
func (b Board) Line() string {
	if b.size.Rows == 1 {
		return b.String() + "/"
	}
	return b.String()
}

// Grid returns the board in aligned columns, one line per row, with "_" for the blank.
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

// UnmarshalText reads the text of MarshalText. A text without "/" is a board of one row.
func (b *Board) UnmarshalText(text []byte) (err error) {
	*b, err = new(Reader).readSlashed(string(text))
	return err
}
