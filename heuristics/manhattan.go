package heuristics

import "npuzzle/puzzle"

// Manhattan adds up the rows and columns that lie between each tile, the blank
// left out, and its goal cell, each at the cost of the move that brings the
// tile nearer: a tile goes up when the blank goes down.
var Manhattan Heuristic = formula{
	name:       "manhattan",
	admissible: true,
	consistent: true,
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newManhattan(goal, costs)
	},
}

func newManhattan(goal puzzle.Board, costs puzzle.Costs) *TileSum {
	return newTileSum(goal, func(at, goal cell) puzzle.Cost {
		return between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down)) +
			between(at.col, goal.col, costs.Of(puzzle.Left), costs.Of(puzzle.Right))
	})
}

// between prices the way of a tile along one axis, given the cost of the
// blank's move towards lower numbers, which takes the tile to a higher one,
// and the reverse.
func between(at, goal int, lower, higher puzzle.Cost) puzzle.Cost {
	if at < goal {
		return puzzle.Cost(goal-at) * lower
	}
	return puzzle.Cost(at-goal) * higher
}
