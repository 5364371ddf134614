package pdb_test

import (
	"context"
	"fmt"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// The tables of a partition are built in memory and added up.
func Example() {
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal, _ := puzzle.Goal(puzzle.BlankLast, size)
	partition, err := pdb.ParsePartition("4-4", goal)
	if err != nil {
		fmt.Println(err)
		return
	}
	tables := map[pdb.Pattern]*pdb.Table{}
	for _, pattern := range partition.Patterns() {
		if tables[pattern], err = pdb.Build(context.Background(), pattern, pdb.BuildOptions{}); err != nil {
			fmt.Println(err)
			return
		}
	}
	sum := pdb.NewSum(partition, tables, true, puzzle.Costs{})
	board, _ := puzzle.Parse("8 6 7/2 5 4/3 0 1", size) // 31 moves from the goal
	fmt.Println(partition.Drawing(), sum.Estimate(board.Tiles()))
	// Output: bbb/aab/aa. 27
}
