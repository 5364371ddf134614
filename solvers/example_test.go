package solvers_test

import (
	"context"
	"fmt"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

func ExampleSolve() {
	board, err := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := solvers.Solve(context.Background(), board)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(result.Moves), "moves, optimal:", result.Optimal)
	// Output: 31 moves, optimal: true
}

func Example() {
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
	for _, algorithm := range []string{"bfs", "astar", "greedy"} {
		settings := solvers.Default(algorithm)
		if settings.Takes("heuristic") {
			if err := settings.Set("heuristic", "manhattan"); err != nil {
				fmt.Println(err)
				return
			}
		}
		solver, err := solvers.New(settings, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		problem := search.Problem{Start: start, Goal: goal}
		result, err := solver.Solve(context.Background(), problem, search.Limits{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(algorithm, settings.HeuristicName(), len(result.Moves))
	}
	// Output:
	// bfs zero 31
	// astar manhattan 31
	// greedy manhattan 57
}
