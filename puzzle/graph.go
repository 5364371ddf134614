package puzzle

import (
	"cmp"
	"fmt"
)

// Step is a legal move of the blank and the cell it leads to.
type Step struct {
	Move Move
	To   uint8
}

// Graph lists the legal moves from each cell of the blank, for boards of one size and in
// a given order. It is read-only and safe for concurrent use.
type Graph struct {
	size  Size
	order Order
	steps [][]Step
}

// NewGraph returns the Graph of a size. The steps of each cell follow the given order.
// The zero Order means DefaultOrder. The order must pass Order.Check.
func NewGraph(size Size, order Order) *Graph {
	order = cmp.Or(order, DefaultOrder)
	g := &Graph{size: size, order: order, steps: make([][]Step, size.Cells())}
	for cell := range g.steps {
		for _, m := range order {
			if to := size.next(cell, m); to >= 0 {
				g.steps[cell] = append(g.steps[cell], Step{Move: m, To: uint8(to)})
			}
		}
	}
	return g
}

// Steps returns the legal moves of the blank from a cell, in the order of the Graph.
func (g *Graph) Steps(cell uint8) []Step { return g.steps[cell] }

// Within returns the graph of the moves between the cells for which open returns true.
func (g *Graph) Within(open func(cell int) bool) *Graph {
	within := &Graph{size: g.size, order: g.order, steps: make([][]Step, len(g.steps))}
	for cell, steps := range g.steps {
		for _, step := range steps {
			if open(cell) && open(int(step.To)) {
				within.steps[cell] = append(within.steps[cell], step)
			}
		}
	}
	return within
}

// To returns the cell to which a move leads from a cell. It panics if the move is
// illegal.
func (g *Graph) To(cell uint8, m Move) uint8 {
	to := g.size.next(int(cell), m)
	if to < 0 {
		panic(fmt.Sprintf("puzzle: move %v from cell %d leaves a board of %v", m, cell, g.size))
	}
	return uint8(to)
}

// Play makes moves on the tiles of a board, given the blank's cell. It returns the blank's cell
// after the moves, and panics at an illegal move.
func (g *Graph) Play(tiles []uint8, blank uint8, moves []Move) uint8 {
	for _, m := range moves {
		to := g.To(blank, m)
		tiles[blank] = tiles[to]
		tiles[to] = 0
		blank = to
	}
	return blank
}

// Order returns the order of the successors, that is, of the steps of a cell.
func (g *Graph) Order() Order { return g.order }

// slide moves the blank of a board of tiles from a cell, and returns its new cell. If the move is
// illegal, slide changes nothing and returns -1.
func (s Size) slide(tiles []uint8, blank int, m Move) int {
	to := s.next(blank, m)
	if to >= 0 {
		tiles[blank] = tiles[to]
		tiles[to] = 0
	}
	return to
}

// next returns the cell of the blank after a move from the given cell, or -1 if the move
// is illegal.
func (s Size) next(cell int, m Move) int {
	switch {
	case m == Up && cell >= s.Cols:
		return cell - s.Cols
	case m == Down && cell < s.Cells()-s.Cols:
		return cell + s.Cols
	case m == Left && cell%s.Cols > 0:
		return cell - 1
	case m == Right && cell%s.Cols < s.Cols-1:
		return cell + 1
	}
	return -1
}
