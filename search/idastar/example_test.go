package idastar_test

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
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
	solver := &idastar.Solver{Heuristic: heuristics.LinearConflict}
	problem := search.Problem{Start: start, Goal: goal}
	result, err := solver.Solve(context.Background(), problem, search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, len(result.Moves), result.Optimal)
	// Output: solved 31 true
}

// A search that reaches a limit has proven a lower bound on the cost of every plan.
func ExampleSolver_Solve_limit() {
	start, err := puzzle.Parse("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", puzzle.Size{})
	if err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := &idastar.Solver{Heuristic: heuristics.Manhattan}
	limits := search.Limits{Generated: 100_000}
	problem := search.Problem{Start: start, Goal: goal}
	result, err := solver.Solve(context.Background(), problem, limits)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Generated, result.LowerBound)
	// Output: node-limit 100000 49
}
