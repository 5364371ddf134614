package pdb_test

import (
	"context"
	"fmt"
	"os"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// The tables of a partition are built in a directory, and the heuristic adds them up.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := pdb.NewStore(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal, _ := puzzle.Goal(puzzle.BlankLast, size)
	partition, err := pdb.ParsePartition("4-4", goal)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := store.Build(context.Background(), partition, pdb.BuildOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	sum, err := pdb.Heuristic{Store: store, Partition: partition.String()}.For(goal, puzzle.Costs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	board, _ := puzzle.Parse("8 6 7/2 5 4/3 0 1", size) // 31 moves from the goal
	fmt.Println(partition.Drawing(), sum.Estimate(board.Tiles()))
	// Output: bbb/aab/aa. 27
}
