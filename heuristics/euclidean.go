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
var Euclidean Heuristic = formula{
	name:       "euclidean",
	admissible: true,
	consistent: true,
	estimator: func(goal puzzle.Board, costs puzzle.Costs) Estimator {
		fixed := newTileSum(goal, func(at, goal cell) puzzle.Cost {
			rows, cols := at.row-goal.row, at.col-goal.col
			// The square has fewer than 52 bits: the float's root is exact
			// when rounded down.
			square := (rows*rows + cols*cols) << (2 * fixedBits)
			return puzzle.Cost(math.Sqrt(float64(square)))
		})
		return &RoundedSum{fixed, costs.Cheapest()}
	},
}

// fixedBits are the bits behind the point. The 255 tiles of the largest board
// lose less than 255/2^16 of a move by rounding down.
const fixedBits = 16

// RoundedSum is the estimator of Euclidean: a TileSum in units of 1/2^16 of a
// move, rounded up to whole moves, each at one cost.
type RoundedSum struct {
	fixed *TileSum
	step  puzzle.Cost
}

// Fixed returns the sum before it is rounded.
func (s *RoundedSum) Fixed() *TileSum { return s.fixed }

// Round returns the estimate that a sum of Fixed stands for.
func (s *RoundedSum) Round(sum puzzle.Cost) puzzle.Cost {
	return (sum + 1<<fixedBits - 1) >> fixedBits * s.step
}

// Estimate adds up the tiles of a board in O(cells).
func (s *RoundedSum) Estimate(tiles []uint8) puzzle.Cost {
	return s.Round(s.fixed.Estimate(tiles))
}

// Track returns a new Tracker, which takes O(1) for a move.
func (s *RoundedSum) Track() Tracker {
	return &roundedTracker{tileSumTracker{sums: s.fixed}, s}
}

type roundedTracker struct {
	fixed tileSumTracker
	sums  *RoundedSum
}

func (t *roundedTracker) Reset(tiles []uint8) puzzle.Cost {
	return t.sums.Round(t.fixed.Reset(tiles))
}

func (t *roundedTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.sums.Round(t.fixed.Move(tiles, from, to))
}
