package searchtest_test

import (
	"testing"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// misplacedTwice is a heuristic of another program: twice the number of misplaced tiles.
var misplacedTwice = heuristics.FromFunc("misplaced-twice", false,
	func(goal puzzle.Board, costs puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		cheapest := costs.Cheapest()
		wanted := goal.Tiles()
		return func(tiles []uint8) (estimate puzzle.Cost) {
			for cell, tile := range tiles {
				if tile != 0 && tile != wanted[cell] {
					estimate += 2 * cheapest
				}
			}
			return estimate
		}, nil
	})

// conformance runs the suite on A* with that heuristic.
func conformance(t *testing.T) {
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			return &astar.Solver{Heuristic: misplacedTwice, Order: s.Order, Observer: s.Observer}
		},
		Inadmissible: true, // the heuristic may overestimate the cost left
		Reach:        20,   // boards are at most 20 random moves from the goal
	})
}

// In a test file, conformance has a name such as TestConformance, and "go test" runs it.
func ExampleRun() {
	var test func(t *testing.T) = conformance
	_ = test
}
