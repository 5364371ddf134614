package heuristics

import "npuzzle/puzzle"

// OutOfRowColumn counts the tiles, the blank left out, that are not in their
// goal row and those that are not in their goal column, each at the cheapest
// move.
var OutOfRowColumn Heuristic = formula{
	name:       "out-of-row-column",
	admissible: true,
	consistent: true,
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newTileSum(goal, func(at, goal cell) puzzle.Cost {
			var wrong puzzle.Cost
			if at.row != goal.row {
				wrong++
			}
			if at.col != goal.col {
				wrong++
			}
			return wrong * costs.Cheapest()
		})
	},
}
