package heuristics

import "npuzzle/puzzle"

// Rows is a heuristic as docs/architecture.md tells how to add one: it adds up the rows between
// each tile and its goal cell. It needs nothing but its value. TestConformance runs the suite on
// it.
var Rows = tileHeuristic("rows", func(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	return between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down))
})
