package heuristics

import "npuzzle/puzzle"

// Misplaced counts the tiles, the blank left out, that are not on their goal
// cell, each at the cheapest move.
var Misplaced Heuristic = formula{
	name:       "misplaced",
	admissible: true,
	consistent: true,
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		return newTileSum(goal, func(at, goal cell) puzzle.Cost {
			if at == goal {
				return 0
			}
			return costs.Cheapest()
		})
	},
}
