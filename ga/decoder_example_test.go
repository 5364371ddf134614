package ga_test

import (
	"fmt"
	"math/rand"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Hill climbing on the chromosomes of the genetic solver, in phases: each phase climbs from the
// best board of the phase before.
func ExampleDecoder() {
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
	problem := search.Problem{Start: start, Goal: goal}
	settings := ga.Default()
	decoder, err := ga.NewDecoder(problem, heuristics.Manhattan, settings, puzzle.Order{})
	if err != nil {
		fmt.Println(err)
		return
	}

	rng := rand.New(rand.NewSource(1))
	var plan []puzzle.Move
	for !decoder.Solved() {
		best := decoder.Random(rng)
		fitness, _ := best.Evaluate()
		mutant := decoder.Random(rng)
		for range 200 {
			mutant.Become(best)
			mutant.Mutate(rng)
			mutated, _ := mutant.Evaluate()
			if mutated <= fitness {
				best, mutant = mutant, best
				fitness = mutated
			}
		}
		path := best.Path()
		plan = append(plan, path...)
		decoder.Advance(path)
	}
	end, err := start.Replay(plan)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("solved:", end == goal)
	// Output: solved: true
}
