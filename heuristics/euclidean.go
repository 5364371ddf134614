package heuristics

import (
	"math"

	"npuzzle/puzzle"
)

// Euclidean adds up the straight-line distances of the tiles, the blank left
// out, from their goal cells, rounds the sum up, and counts each whole step at
// the cheapest move. It is never above Manhattan.
//
// Each distance is rounded down to fixed point, so that every machine gives
// the same sum. A move changes a tile's distance by at most 1, hence its fixed
// point by at most one whole, hence the rounded sum by at most 1: consistent.
var Euclidean Heuristic = formula{"euclidean", true, true, func(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return &roundedSum{newTileSum(goal, costs, fixedDistance), costs.Cheapest()}
}}

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
