package heuristics

import "npuzzle/puzzle"

// MaxSort is the smallest number of swaps that sort the board, if any two cells can be
// swapped, times the cost of the cheapest move. The number of swaps is the number of
// cells minus the number of cycles of the permutation that takes each tile, or the
// blank, to its goal cell. A move is a swap, and changes this number by exactly one. So
// MaxSort is consistent. A full estimate takes O(cells) time. A move takes time
// proportional to the length of a cycle, which is at most the number of cells.
var MaxSort Heuristic = newFunc("max-sort", true, maxSort)

func maxSort(goal puzzle.Board, costs puzzle.Costs) Estimator {
	return &swapCount{goal.Positions(), costs.Cheapest()}
}

// swapCount is the estimator of MaxSort.
type swapCount struct {
	goal []uint8 // cell of each tile in the goal
	step puzzle.Cost
}

func (s *swapCount) Estimate(tiles []uint8) puzzle.Cost {
	return puzzle.Cost(puzzle.Swaps(tiles, s.goal)) * s.step
}

func (s *swapCount) Track() Tracker { return &swapTracker{swaps: s} }

type swapTracker struct {
	swaps    *swapCount
	estimate puzzle.Cost
}

func (t *swapTracker) Reset(tiles []uint8) puzzle.Cost {
	t.estimate = t.swaps.Estimate(tiles)
	return t.estimate
}

// Move follows the cycle of one of the two cells. If the other cell lies on the same
// cycle, the move has joined two cycles, so one more swap is needed. Otherwise, the move
// has split a cycle, so one swap fewer is needed.
func (t *swapTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	cell := t.swaps.goal[tiles[from]]
	for cell != from && cell != to {
		cell = t.swaps.goal[tiles[cell]]
	}
	if cell == to {
		t.estimate += t.swaps.step
	} else {
		t.estimate -= t.swaps.step
	}
	return t.estimate
}

func (t *swapTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	next := *t
	return next.Move(tiles, from, to)
}
