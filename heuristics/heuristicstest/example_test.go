package heuristicstest_test

import (
	"errors"
	"testing"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/puzzle"
)

// outOfRow is a heuristic of another program: the number of tiles that are not in their rows. Each
// of them has to move up or down.
var outOfRow = heuristics.FromFunc("out-of-row", true,
	func(goal puzzle.Board, costs puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		if goal == (puzzle.Board{}) {
			return nil, errors.New("out-of-row: no goal; expected a board")
		}
		cols := goal.Size().Cols
		cellOf := goal.Positions()
		cheapest := min(costs.Of(puzzle.Up), costs.Of(puzzle.Down))
		return func(tiles []uint8) (estimate puzzle.Cost) {
			for cell, tile := range tiles {
				if tile != 0 && cell/cols != int(cellOf[tile])/cols {
					estimate += cheapest
				}
			}
			return estimate
		}, nil
	})

// conformance runs the suite on that heuristic.
func conformance(t *testing.T) {
	heuristicstest.Run(t, heuristicstest.Config{Heuristic: outOfRow})
}

// In a test file, conformance has a name such as TestConformance, and "go test" runs it.
func ExampleRun() {
	var test func(t *testing.T) = conformance
	_ = test
}
