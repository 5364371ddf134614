package heuristics_test

import (
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

func Example() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		estimator, err := h.For(goal, puzzle.Costs{})
		if err != nil {
			fmt.Println(err)
			return
		}
		tracker := estimator.Track()
		tiles := []uint8{2, 1, 3, 4, 5, 6, 7, 8, 0}
		before := tracker.Reset(tiles)
		tiles[8], tiles[7] = tiles[7], 0 // the blank goes left, tile 8 right
		fmt.Println(h.Name(), before, tracker.Move(tiles, 7, 8))
	}
	// Output:
	// manhattan 2 3
	// linear-conflict 4 5
}

// A heuristic of one's own: the smallest number of moves of the blank to its goal cell.
func ExampleFromFunc() {
	blankDistance := heuristics.FromFunc("blank-distance", true,
		func(goal puzzle.Board, costs puzzle.Costs) (func(tiles []uint8) puzzle.Cost, error) {
			home := goal.Blank()
			cols := goal.Size().Cols
			return func(tiles []uint8) puzzle.Cost {
				blank := slices.Index(tiles, 0)
				rows := blank/cols - home/cols
				columns := blank%cols - home%cols
				return costs.Cheapest() * puzzle.Cost(max(rows, -rows)+max(columns, -columns))
			}, nil
		}).WithVersion("1")

	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	h := heuristics.Max(heuristics.Manhattan, blankDistance)
	estimator, err := h.For(goal, puzzle.Costs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Name(), estimator.Estimate([]uint8{0, 1, 2, 4, 5, 3, 7, 8, 6}))
	// Output: max(manhattan,blank-distance) 4
}

// A search computes the estimate after a move from a table, without a Tracker.
func ExampleMoveTable() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	estimator, err := heuristics.LinearConflict.For(goal, puzzle.Costs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	table := heuristics.TabulateMoves(estimator)
	tiles := []uint8{2, 1, 3, 4, 5, 6, 7, 8, 0}
	estimate, contents := heuristics.EstimateOf(table, tiles)

	// The blank goes left from cell 8 to cell 7. Tile 8 leaves cell 7.
	change := table.Change(puzzle.Step{Move: puzzle.Left, To: 7}, 8)
	fmt.Println(estimate, estimate+table.Delta(&contents, change))

	estimate += table.Make(&contents, change)
	fmt.Println(estimate)
	// Output:
	// 4 5
	// 5
}
