package puzzle

import (
	"fmt"
	"strings"
)

// MaxSide is the maximum number of rows and of columns. With 16 x 16 cells, every
// tile number still fits in a byte.
const MaxSide = 16

// WordCells is the maximum number of cells of a board that fits in a 64-bit word, with four bits
// for each cell.
const WordCells = 16

// Size is the size of a board. The zero Size means that the size is unknown.
type Size struct{ Rows, Cols int }

// Cells returns the number of cells, including that of the blank.
func (s Size) Cells() int { return s.Rows * s.Cols }

// Places returns the row and the column of each cell.
func (s Size) Places() [][2]uint8 {
	places := make([][2]uint8, s.Cells())
	for cell := range places {
		places[cell] = [2]uint8{uint8(cell / s.Cols), uint8(cell % s.Cols)}
	}
	return places
}

// Distance returns the Manhattan distance of two cells: the number of rows plus the number of
// columns between them.
func (s Size) Distance(a, b int) int {
	rows := a/s.Cols - b/s.Cols
	cols := a%s.Cols - b%s.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// String returns the size as rows x columns: "3x4".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// check returns an error unless both sides are in 1..MaxSide and the board has at least
// two cells.
func (s Size) check() error {
	if s.Rows < 1 || s.Cols < 1 || s.Rows > MaxSide || s.Cols > MaxSide || s.Cells() < 2 {
		return fmt.Errorf("size %v is out of range; expected ROWSxCOLS from 1x2 to %dx%d", s,
			MaxSide, MaxSide)
	}
	return nil
}

// ParseSize reads a size such as "3x4", which has 3 rows and 4 columns. The sign × may take
// the place of the x, and spaces may stand around it.
func ParseSize(text string) (Size, error) {
	rows, cols, _ := strings.Cut(plainTimes(text), "x")
	s, ok := sizeOf(strings.TrimSpace(rows), strings.TrimSpace(cols))
	if !ok {
		return Size{}, fmt.Errorf("%.20q is not a size; expected ROWSxCOLS such as 3x4", text)
	}
	return s, s.check()
}
