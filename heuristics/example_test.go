package heuristics_test

import (
	"fmt"

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
