package archive_test

import (
	"context"
	"fmt"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/archive"
	"npuzzle/search/decode"
)

// Weighted A* with a large weight finds a long plan at once. The archive search makes it shorter.
func ExampleSearch_Improve() {
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
	p := search.Problem{Start: start, Goal: goal}
	weighted := &astar.Solver{Heuristic: heuristics.Manhattan, Weight: 5, Workers: 1}
	first, err := weighted.Solve(context.Background(), p, search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := decode.RulesOf(p, heuristics.LinearConflict, puzzle.DefaultOrder, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	improvement := &archive.Search{Rules: rules, Windows: true, Seed: 1}
	limits := search.Limits{Generated: 1_000_000}
	result := improvement.Improve(context.Background(), p, first.Moves, limits)
	fmt.Println(len(first.Moves), "moves, then", len(result.Moves))
	// Output:
	// 123 moves, then 71
}
