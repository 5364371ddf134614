package local_test

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/local"
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
	climbing := &local.Solver{Heuristic: heuristics.LinearConflict, Seed: 1}
	annealing := &local.Solver{
		Heuristic:   heuristics.LinearConflict,
		Seed:        1,
		Temperature: local.Temperature,
	}
	problem := search.Problem{Start: start, Goal: goal}
	limits := search.Limits{Evaluated: 20_000}
	for _, solver := range []*local.Solver{climbing, annealing} {
		result, err := solver.Solve(context.Background(), problem, limits)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Status, len(result.Moves))
	}
	// Output:
	// solved 31
	// solved 31
}
