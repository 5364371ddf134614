package puzzle

import "fmt"

// Step is one legal move of the blank and the cell it leads to.
type Step struct {
	Move Move
	To   uint8
}

// Graph lists the blank's legal moves from every cell of a size, in one order
// of successors. It is read-only and safe for concurrent use.
type Graph struct {
	size  Size
	order Order
	steps [][]Step
}

// NewGraph returns the moves of a size with successors in the given order.
// The zero Order stands for DefaultOrder.
func NewGraph(size Size, order Order) *Graph {
	if order == (Order{}) {
		order = DefaultOrder
	}
	g := &Graph{size, order, make([][]Step, size.Cells())}
	for cell := range g.steps {
		for _, m := range order {
			if to := size.next(cell, m); to >= 0 {
				g.steps[cell] = append(g.steps[cell], Step{m, uint8(to)})
			}
		}
	}
	return g
}

// Steps returns the legal moves of a blank in a cell, in order of successors.
func (g *Graph) Steps(cell uint8) []Step { return g.steps[cell] }

// To returns the cell that a legal move leads to. It panics if the move is illegal.
func (g *Graph) To(cell uint8, m Move) uint8 {
	to := g.size.next(int(cell), m)
	if to < 0 {
		panic(fmt.Sprintf("puzzle: move %v from cell %d leaves a board of %v", m, cell, g.size))
	}
	return uint8(to)
}

// Order returns the order of the successors.
func (g *Graph) Order() Order { return g.order }

// Size returns the size of the boards.
func (g *Graph) Size() Size { return g.size }

// next returns the cell that a blank in cell reaches by a move, or -1.
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
