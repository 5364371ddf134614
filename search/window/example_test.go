package window_test

import (
	"context"
	"fmt"
	"time"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// Improve a whole plan, here one of greedy search, until time is up or windows find nothing more.
func ExamplePlan() {
	start, err := puzzle.Parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", puzzle.Size{})
	if err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	first := &astar.Solver{Heuristic: heuristics.Manhattan, Greedy: true, Engine: search.Textbook}
	result, err := first.Solve(ctx, search.Problem{Start: start, Goal: goal}, search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}

	tables := window.NewTables(start.Size(), goal.Blank())
	plan := window.NewPlan(window.NewSearch(tables), start, result.Moves)
	rng := puzzle.NewRand(1, 0)
	for !plan.Stuck() && ctx.Err() == nil {
		plan.Shorten(rng.IntN, window.MaxExpanded)
	}
	fmt.Println("greedy search:", len(result.Moves), "moves; windows:", plan.Len())
	// Output: greedy search: 656 moves; windows: 80
}
