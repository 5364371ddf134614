package ga_test

import (
	"context"
	"fmt"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func ExampleSolver() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		panic(err)
	}
	start, err := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	if err != nil {
		panic(err)
	}
	solver := &ga.Solver{Settings: ga.Default(), Heuristic: heuristics.LinearConflict, Seed: 1}
	problem, limits := search.Problem{Start: start, Goal: goal}, search.Limits{Generated: 1_000_000}
	result, err := solver.Solve(context.Background(), problem, limits)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Status, "in", len(result.Moves), "moves")
	// Output: solved in 31 moves
}
