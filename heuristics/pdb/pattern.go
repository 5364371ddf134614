package pdb

import (
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// Pattern is all that a table depends on: the size, the goal cells of the
// pattern's tiles, and the region in which the blank is at the goal. Which
// tiles they are does not matter, and patterns that turn into one another, or
// are reflections, are one: of all these the Pattern is the first, with at most
// as many rows as columns. It is comparable.
type Pattern struct {
	size  puzzle.Size
	cells string // ascending, a byte each
	blank uint8  // the lowest cell of the blank's region
}

// newPattern returns the pattern of some goal cells and a blank's goal cell, and
// the symmetry that leads to it.
func newPattern(size puzzle.Size, cells []uint8, blank uint8) (Pattern, symmetry) {
	var best Pattern
	var way symmetry
	for _, s := range symmetries(size) {
		if s.size.Rows > s.size.Cols {
			continue
		}
		image := make([]uint8, len(cells))
		for i, cell := range cells {
			image[i] = s.to[cell]
		}
		slices.Sort(image)
		p := Pattern{s.size, string(image), 0}
		if way.to != nil && best.cells < p.cells {
			continue
		}
		p.blank = p.lowest(s.to[blank])
		if way.to == nil || p.before(best) {
			best, way = p, s
		}
	}
	return best, way
}

func (p Pattern) before(q Pattern) bool {
	return p.cells < q.cells || p.cells == q.cells && p.blank < q.blank
}

// lowest returns the lowest cell of the region of a free cell.
func (p Pattern) lowest(cell uint8) uint8 {
	return uint8(slices.Index(p.region(cell), true))
}

// region marks the cells of the region of a free cell.
func (p Pattern) region(cell uint8) []bool {
	graph := puzzle.NewGraph(p.size, puzzle.DefaultOrder)
	seen := make([]bool, p.size.Cells())
	seen[cell] = true
	for queue := []uint8{cell}; len(queue) > 0; queue = queue[1:] {
		for _, step := range graph.Steps(queue[0]) {
			if !seen[step.To] && strings.IndexByte(p.cells, step.To) < 0 {
				seen[step.To] = true
				queue = append(queue, step.To)
			}
		}
	}
	return seen
}

// Size returns the size of the board, as the table sees it.
func (p Pattern) Size() puzzle.Size { return p.size }

// Tiles returns how many tiles the pattern has.
func (p Pattern) Tiles() int { return len(p.cells) }

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
