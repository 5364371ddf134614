package heuristics

import "npuzzle/puzzle"

// MaxSort is the smallest number of swaps that sort the board, if any two cells can be
// swapped, times the cost of the cheapest move. The number of swaps is the number of
// cells minus the number of cycles of the permutation that takes each tile, or the
// blank, to its goal cell. A move is a swap, and changes this number by exactly one. So
// MaxSort is consistent. A full estimate takes O(cells) time. A move takes time
// proportional to the length of a cycle, which is at most the number of cells.
var MaxSort Heuristic = &Func{
	name:       "max-sort",
	admissible: true,
	consistent: true,
	estimator:  maxSort,
}

func maxSort(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	return &swapCount{goal: goal.Positions(), step: costs.Cheapest()}, nil
}

// swapCount is the estimator of MaxSort.
type swapCount struct {
	goal []uint8 // cell of each tile in the goal
	step puzzle.Cost
}

func (s *swapCount) Estimate(tiles []uint8) puzzle.Cost {
	return puzzle.Cost(puzzle.Swaps(tiles, s.goal)) * s.step
}

func (s *swapCount) Track() Tracker { return Follow(s) }

// Change implements Differ. It follows the cycle of the tile. If the blank lies on the same cycle,
// the move splits this cycle, so one swap fewer is needed. Otherwise, the move joins two cycles, so
// one more swap is needed.
func (s *swapCount) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	cell := s.goal[tiles[from]]
	for cell != from && cell != blank {
		cell = s.goal[tiles[cell]]
	}
	if cell == blank {
		return -s.step
	}
	return s.step
}
