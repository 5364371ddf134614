package search_test

import (
	"context"
	"fmt"
	"time"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Every solver is a struct with a method Solve. The deadline of the context is the time limit.
// Reaching a limit is a status of the result, not an error.
func ExampleSolver() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var board puzzle.Board
	if err := board.UnmarshalText([]byte("8 6 7/2 5 4/3 0 1")); err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := search.Problem{Start: board, Goal: goal}
	var solver search.Solver = &astar.Solver{Heuristic: heuristics.LinearConflict}
	for _, limits := range []search.Limits{{}, {Generated: 1000}, {Bytes: 1000}} {
		result, err := solver.Solve(ctx, problem, limits)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d moves, optimal: %t\n", result.Status, len(result.Moves), result.Optimal)
	}
	// Output:
	// solved: 31 moves, optimal: true
	// node-limit: 0 moves, optimal: false
	// memory-limit: 0 moves, optimal: false
}

// An Observer receives the progress of a run, here the growing lower bound of A*. A run never
// calls it from two goroutines at the same time.
func ExampleObserver() {
	var board puzzle.Board
	if err := board.UnmarshalText([]byte("8 6 7/2 5 4/3 0 1")); err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	reports := 0
	var last search.Progress
	solver := &astar.Solver{
		Heuristic: heuristics.Manhattan,
		Observer: func(p search.Progress) {
			reports++
			last = p
		},
	}
	problem := search.Problem{Start: board, Goal: goal}
	if _, err := solver.Solve(context.Background(), problem, search.Limits{}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("reported:", reports > 0)
	fmt.Println("lower bound in the last report:", last.Bound)
	// Output:
	// reported: true
	// lower bound in the last report: 29
}
