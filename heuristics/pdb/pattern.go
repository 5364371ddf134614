package pdb

import (
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// Pattern identifies a table: the size of the board, the goal cells of the
// pattern's tiles, and the region in which the blank is at the goal. The numbers
// on the tiles do not matter. Patterns that are turned or reflected images of one
// another share a table; the Pattern is the first of these images, with at most
// as many rows as columns. A Pattern is comparable.
type Pattern struct {
	size  puzzle.Size
	cells string // ascending, a byte each
	blank uint8  // the lowest cell of the blank's region
}

// newPattern returns the pattern of some goal cells and a blank's goal cell, and
// the symmetry that maps the board to it, given the symmetries of the board.
func newPattern(all []symmetry, cells []uint8, blank uint8) (Pattern, symmetry) {
	var best Pattern
	var mapped symmetry
	for _, s := range all {
		if s.size.Rows > s.size.Cols {
			continue
		}
		p := Pattern{s.size, string(s.image(cells)), 0}
		if mapped.to != nil && best.cells < p.cells {
			continue
		}
		p.blank = uint8(slices.Index(p.region(s.to[blank]), true))
		if mapped.to == nil || p.compare(best) < 0 {
			best, mapped = p, s
		}
	}
	return best, mapped
}

// compare orders the patterns of a size.
func (p Pattern) compare(q Pattern) int {
	if c := strings.Compare(p.cells, q.cells); c != 0 {
		return c
	}
	return int(p.blank) - int(q.blank)
}

// region marks the cells of the region of a free cell.
func (p Pattern) region(cell uint8) []bool {
	seen := make([]bool, p.size.Cells())
	seen[cell] = true
	for queue := []uint8{cell}; len(queue) > 0; queue = queue[1:] {
		for _, step := range []point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			at := pointOf(queue[0], p.size).plus(step)
			if at.row < 0 || at.row >= p.size.Rows || at.col < 0 || at.col >= p.size.Cols {
				continue
			}
			next := uint8(at.row*p.size.Cols + at.col)
			if !seen[next] && strings.IndexByte(p.cells, next) < 0 {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen
}

// String draws the pattern: rows separated by "/", "x" for the pattern's tiles,
// "." for the other cells that the blank reaches at the goal, "-" for the rest.
func (p Pattern) String() string {
	var text strings.Builder
	reached := p.region(p.blank)
	for cell := range p.size.Cells() {
		if cell > 0 && cell%p.size.Cols == 0 {
			text.WriteByte('/')
		}
		switch {
		case strings.IndexByte(p.cells, uint8(cell)) >= 0:
			text.WriteByte('x')
		case reached[cell]:
			text.WriteByte('.')
		default:
			text.WriteByte('-')
		}
	}
	return text.String()
}

// manhattan returns the Manhattan distance of each tile from its goal cell on
// every cell.
func (p Pattern) manhattan() [][]uint8 {
	between := make([][]uint8, len(p.cells))
	for tile := range between {
		goal := pointOf(p.cells[tile], p.size)
		for cell := range p.size.Cells() {
			off := pointOf(uint8(cell), p.size).minus(goal)
			between[tile] = append(between[tile], uint8(max(off.row, -off.row)+max(off.col, -off.col)))
		}
	}
	return between
}

// symmetry maps the cells of a board to those of its image: turned, reflected,
// or with rows and columns exchanged.
type symmetry struct {
	size puzzle.Size // of the image
	to   []uint8     // the image of each cell
}

// symmetries returns the eight symmetries of a size, the identity first. The
// last four exchange rows and columns; the first of these is the reflection in
// the main diagonal.
func symmetries(size puzzle.Size) []symmetry {
	var all []symmetry
	for number := range 8 {
		transposed, upsideDown, mirrored := number&4 != 0, number&2 != 0, number&1 != 0
		s := symmetry{size, make([]uint8, size.Cells())}
		if transposed {
			s.size = puzzle.Size{Rows: size.Cols, Cols: size.Rows}
		}
		for cell := range s.to {
			row, col := cell/size.Cols, cell%size.Cols
			if transposed {
				row, col = col, row
			}
			if upsideDown {
				row = s.size.Rows - 1 - row
			}
			if mirrored {
				col = s.size.Cols - 1 - col
			}
			s.to[cell] = uint8(row*s.size.Cols + col)
		}
		all = append(all, s)
	}
	return all
}

// image returns the images of some cells, ascending.
func (s symmetry) image(cells []uint8) []uint8 {
	image := make([]uint8, len(cells))
	for i, cell := range cells {
		image[i] = s.to[cell]
	}
	slices.Sort(image)
	return image
}
