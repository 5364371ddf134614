package bench_test

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// A Runner runs the trials of an experiment without keeping them.
func Example() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	experiment := bench.Experiment{
		Groups: []bench.Group{{Name: "3x3", Goal: goal, Count: 3, Seed: 1}},
		Solvers: []bench.Solver{
			{Name: "optimal", Settings: solvers.Default("astar")},
			{Name: "greedy", Settings: solvers.Default("greedy")},
		},
		Limits: search.Limits{Generated: 100_000},
	}
	var library solvers.Library
	plan := experiment.Plan(context.Background(), library.Prepare, bench.Provenance{})
	runner := bench.Runner{Jobs: 2, InOrder: true}
	err = runner.Run(context.Background(), plan, func(t bench.Trial) error {
		fmt.Printf("puzzle %d, %s: %s in %d moves\n",
			t.Puzzle.Number, t.Solver.Name, t.Result.Status, len(t.Result.Moves))
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// puzzle 1, optimal: solved in 24 moves
	// puzzle 1, greedy: solved in 48 moves
	// puzzle 2, optimal: solved in 22 moves
	// puzzle 2, greedy: solved in 54 moves
	// puzzle 3, optimal: solved in 19 moves
	// puzzle 3, greedy: solved in 27 moves
}
