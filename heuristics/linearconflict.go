package heuristics

import "npuzzle/puzzle"

// LinearConflict is Manhattan plus the cost of the conflicts of each row and column
// (Hansson, Mayer and Yung 1992). The own tiles of a row are those whose goal cells
// lie in it. The number of conflicts of a row is the smallest number of its own tiles that
// must leave the row so that its other own tiles can pass. A tile that leaves a row
// and comes back makes one move up and one move down that Manhattan does not count.
// A tile that leaves a column and comes back makes one move left and one move right.
var LinearConflict Heuristic = newSum("linear-conflict", true, conflictSum(false))

// LinearConflictPairs is Manhattan plus a cost for every pair of a row's own tiles that
// are in reverse order: one move up and one move down. Pairs in columns do not count. The
// study "ga-vs-astar" counted in this way (see docs/studies). One tile that leaves the row can resolve
// several pairs. So LinearConflictPairs can overestimate.
var LinearConflictPairs Heuristic = newSum("linear-conflict-pairs", false, conflictSum(true))

// conflictSum makes estimators of Manhattan with the costs of all lines.
func conflictSum(pairs bool) func(puzzle.Board, puzzle.Costs) Estimator {
	return func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		row := costs.Of(puzzle.Up) + costs.Of(puzzle.Down)
		column := costs.Of(puzzle.Left) + costs.Of(puzzle.Right)
		if pairs {
			column = 0
		}
		s := newTileSum(goal, costs, manhattan)
		s.lines = newLines(goal.Size(), goal.Positions(), row, column, pairs)
		return s
	}
}
