package heuristics

import (
	"math"

	"npuzzle/puzzle"
)

// Convex orders boards for beam search. Each tile adds a power of its Manhattan distance, so a tile
// that is twice as far away counts more than twice as much. Tiles whose goal cells are near the
// edge of the board count more than others, because they are to be placed first. The conflicts of
// rows and columns add to the sum, see LinearConflict. Convex is a score: only its order matters,
// and it is several times as large as the true cost.
//
// A full estimate and a move take the time of LinearConflict.
var Convex Heuristic = newSum("convex", false,
	func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return convex(goal, costs, convexPower, convexRing, convexConflict)
	})

// OnlyOrders reports whether the estimates of a heuristic only order boards and are no costs. A
// heuristic of another package declares it by a method OnlyOrders.
func OnlyOrders(h Heuristic) bool {
	o, declares := h.(interface{ OnlyOrders() bool })
	return h == Convex || declares && o.OnlyOrders()
}

// Parameters of Convex. docs/performance.md compares them with others.
const (
	convexPower = 1.4 // exponent of the distance
	// added to the factor of a tile for each ring of cells around its goal cell
	convexRing     = 0.1
	convexConflict = 4 // factor of the cost of conflicts
	convexScale    = 8 // factor of all, so that rounding loses little
)

func convex(goal puzzle.Board, costs puzzle.Costs, power, ring, conflict float64) Estimator {
	size := goal.Size()
	unit := float64(costs.Cheapest())
	inner := (min(size.Rows, size.Cols) - 1) / 2 // rings around the innermost one
	s := newTileSum(goal, costs, func(costs puzzle.Costs, at, goal cell) puzzle.Cost {
		around := min(goal.row, goal.col, size.Rows-1-goal.row, size.Cols-1-goal.col)
		distance := float64(manhattan(costs, at, goal)) / unit
		factor := (1 + ring*float64(inner-around)) * unit * convexScale
		return puzzle.Cost(math.Round(math.Pow(distance, power) * factor))
	})
	row := float64(costs.Of(puzzle.Up)+costs.Of(puzzle.Down)) / 2
	column := float64(costs.Of(puzzle.Left)+costs.Of(puzzle.Right)) / 2
	s.lines = newLines(size, goal.Positions(), puzzle.Cost(row*conflict*convexScale),
		puzzle.Cost(column*conflict*convexScale), false)
	return s
}
