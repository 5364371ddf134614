package heuristics

import (
	"math"

	"npuzzle/puzzle"
)

// Euclidean is the sum of the straight-line distances of the tiles from their goal
// cells, without the blank. The sum is rounded up and multiplied by the cost of the
// cheapest move. It never exceeds Manhattan.
//
// Each distance is rounded down to a fixed-point number, so every machine gives the
// same sum. A move changes the distance of a tile by at most 1. So it changes the
// fixed-point number by at most 1, and also the rounded sum. Therefore, Euclidean is
// consistent. A full estimate takes O(cells) time, and a move takes O(1) time.
var Euclidean Heuristic = formula{"euclidean", true, true, euclidean}

func euclidean(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return &roundedSum{newTileSum(goal, costs, fixedDistance), costs.Cheapest()}
}

// fixedBits are the bits behind the point. The 255 tiles of the largest board
// lose less than 255/2^16 of a move by rounding down.
const fixedBits = 16

func fixedDistance(_ puzzle.Costs, at, goal cell) puzzle.Cost {
	rows, cols := at.row-goal.row, at.col-goal.col
	// The square has fewer than 52 bits: the float's root is exact when
	// rounded down.
	return puzzle.Cost(math.Sqrt(float64((rows*rows + cols*cols) << (2 * fixedBits))))
}

// roundedSum is the estimator of Euclidean: a TileSum in units of 1/2^16 of a
// move, rounded up to whole moves, each at one cost.
type roundedSum struct {
	fixed *TileSum
	step  puzzle.Cost
}

func (s *roundedSum) round(sum puzzle.Cost) puzzle.Cost {
	return (sum + 1<<fixedBits - 1) >> fixedBits * s.step
}

// Estimate adds up the tiles of a board in O(cells).
func (s *roundedSum) Estimate(tiles []uint8) puzzle.Cost { return s.round(s.fixed.Estimate(tiles)) }

// Track returns a new Tracker, which takes O(1) for a move.
func (s *roundedSum) Track() Tracker { return &roundedTracker{tileSumTracker{sum: s.fixed}, s} }

type roundedTracker struct {
	fixed tileSumTracker
	sum   *roundedSum
}

func (t *roundedTracker) Reset(tiles []uint8) puzzle.Cost { return t.sum.round(t.fixed.Reset(tiles)) }

func (t *roundedTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.sum.round(t.fixed.Move(tiles, from, to))
}

func (t *roundedTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.sum.round(t.fixed.After(tiles, from, to))
}
