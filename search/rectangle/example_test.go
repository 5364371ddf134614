package rectangle_test

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/rectangle"
)

func ExampleSolver() {
	start, err := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	if err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := &rectangle.Solver{Heuristic: heuristics.LinearConflict}
	problem := search.Problem{Start: start, Goal: goal}
	result, err := solver.Solve(context.Background(), problem, search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, len(result.Moves), result.Optimal)
	// Output: solved 31 true
}
