package pdb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// Pattern identifies a table. It holds the size of the board, the goal cells of the
// pattern's tiles, and the region that contains the blank's goal cell. The numbers on the
// tiles do not matter. Patterns that are rotations or reflections of one another share a
// table. Of the images with at most as many rows as columns, the Pattern describes the
// smallest in the order of compare. A Pattern is comparable.
type Pattern struct {
	size  puzzle.Size
	cells string // goal cells, ascending, one byte each
	blank uint8  // the lowest cell of the blank's region
}

// newPattern returns the pattern of the tiles with the given goal cells, and the symmetry
// that maps the board to it.
func newPattern(goal puzzle.Board, cells []uint8) (first Pattern, way symmetry) {
	size := goal.Size()
	blank := goal.Blank()
	regionOf := make([]uint8, size.Cells())
	divide(puzzle.NewGraph(size, puzzle.DefaultOrder), cells, regionOf)
	var region []uint8
	for cell, number := range regionOf {
		if number == regionOf[blank] {
			region = append(region, uint8(cell))
		}
	}
	for _, s := range symmetries(size) {
		if s.size.Rows > s.size.Cols {
			continue
		}
		p := Pattern{size: s.size, cells: string(s.image(cells)), blank: s.image(region)[0]}
		if way.to == nil || p.compare(first) < 0 {
			first = p
			way = s
		}
	}
	return first, way
}

// compare orders the patterns of one board size.
func (p Pattern) compare(q Pattern) int {
	if p.cells != q.cells {
		return strings.Compare(p.cells, q.cells)
	}
	return cmp.Compare(p.blank, q.blank)
}

// String returns the size, the lowest cell of the blank's region and the goal cells of
// the tiles, as in "4x4_0_1-2-3".
func (p Pattern) String() string {
	return fmt.Sprintf("%v_%d_%s", p.size, p.blank, join([]uint8(p.cells)))
}

// manhattan returns the Manhattan distance to the goal cell, indexed by tile and cell.
func (p Pattern) manhattan() [][]uint8 {
	distances := make([][]uint8, len(p.cells))
	for tile, goal := range []uint8(p.cells) {
		distances[tile] = make([]uint8, p.size.Cells())
		for cell := range distances[tile] {
			distances[tile][cell] = uint8(p.size.Distance(int(goal), cell))
		}
	}
	return distances
}

// symmetry is a rotation or a reflection. It maps the cells of a board to the cells of
// its image.
type symmetry struct {
	size puzzle.Size // of the image
	to   []uint8     // the image of each cell
}

// symmetries returns the eight symmetries of a size. The first is the identity. The last
// four exchange rows and columns, and the first of these four is the reflection in the
// main diagonal.
func symmetries(size puzzle.Size) []symmetry {
	var list []symmetry
	for number := range 8 {
		s := symmetry{size: size, to: make([]uint8, size.Cells())}
		transposed := number&4 != 0
		if transposed {
			s.size = puzzle.Size{Rows: size.Cols, Cols: size.Rows}
		}
		for cell := range s.to {
			row := cell / size.Cols
			col := cell % size.Cols
			if transposed {
				row, col = col, row
			}
			if number&2 != 0 { // upside down
				row = s.size.Rows - 1 - row
			}
			if number&1 != 0 { // mirrored
				col = s.size.Cols - 1 - col
			}
			s.to[cell] = uint8(row*s.size.Cols + col)
		}
		list = append(list, s)
	}
	return list
}

// image returns the images of the given cells, in ascending order.
func (s symmetry) image(cells []uint8) []uint8 {
	image := make([]uint8, len(cells))
	for i, cell := range cells {
		image[i] = s.to[cell]
	}
	slices.Sort(image)
	return image
}
