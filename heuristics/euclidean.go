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
// fixed-point number by at most 1, and the rounded sum by at most 1. Therefore,
// Euclidean is consistent. A full estimate takes O(cells) time, and a move takes O(1)
// time.
var Euclidean Heuristic = newSum("euclidean", true, euclidean)

func euclidean(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return &roundedSum{fixed: newTileSum(goal, costs, fixedDistance), step: costs.Cheapest()}
}

// fixedBits is the number of bits after the binary point. On the largest board, with 255
// tiles, rounding down lowers the sum by less than 255/2^16 of a move.
const fixedBits = 16

func fixedDistance(_ puzzle.Costs, at, goal cell) puzzle.Cost {
	rows := at.row - goal.row
	cols := at.col - goal.col
	// The argument has fewer than 52 bits, so a float64 holds it exactly, and the
	// root rounded down is exact.
	return puzzle.Cost(math.Sqrt(float64((rows*rows + cols*cols) << (2 * fixedBits))))
}

// roundedSum is the estimator of Euclidean. It adds up a tileSum in units of 1/2^16 of a
// move, rounds the sum up to whole moves, and multiplies it by the cost of a move.
type roundedSum struct {
	fixed *tileSum
	step  puzzle.Cost // of one move
}

func (s *roundedSum) round(sum puzzle.Cost) puzzle.Cost {
	return (sum + 1<<fixedBits - 1) >> fixedBits * s.step
}

// Estimate adds up the tiles of a board in O(cells).
func (s *roundedSum) Estimate(tiles []uint8) puzzle.Cost { return s.round(s.fixed.Estimate(tiles)) }

// Track returns a new Tracker, which takes O(1) for a move.
func (s *roundedSum) Track() Tracker { return &roundedTracker{fixed: Follow(s.fixed), sum: s} }

type roundedTracker struct {
	fixed Tracker
	sum   *roundedSum
}

func (t *roundedTracker) Reset(tiles []uint8) puzzle.Cost {
	return t.sum.round(t.fixed.Reset(tiles))
}

func (t *roundedTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.sum.round(t.fixed.Move(tiles, from, to))
}

func (t *roundedTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.sum.round(t.fixed.After(tiles, from, to))
}
