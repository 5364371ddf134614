package analysis_test

import (
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// The records of two trials, as a store has them, and what they say about each solver.
func ExampleNew() {
	trial := func(solver string, length int) bench.Record {
		return bench.Record{
			Solver:        solver,
			Group:         "3x3",
			Rows:          3,
			Cols:          3,
			Status:        search.Solved,
			Length:        &length,
			Cost:          bench.Figure(length),
			OptimalCost:   new(bench.Figure(20)),
			OptimalLength: new(20),
		}
	}
	a := analysis.New(bench.Experiment{}, []bench.Record{trial("astar", 20), trial("ga", 26)})
	for _, s := range a.Summaries() {
		fmt.Printf("%s: accuracy %.2f, gap %.2f\n", s.Solver.Name, s.Accuracy, s.Gap)
	}
	// Output:
	// astar: accuracy 1.00, gap 1.00
	// ga: accuracy 1.00, gap 1.30
}

// The times of two solvers on the same six puzzles. The slow solver is compared with the best. It
// takes twice the time, and the test says how likely such times are by chance.
func ExampleCompare() {
	var records []bench.Record
	for i, seconds := range []float64{1, 2, 3, 4, 5, 6} {
		for _, solver := range []struct {
			name   string
			factor float64
		}{{"fast", 1}, {"slow", 2}} {
			records = append(records, bench.Record{
				Solver:    solver.name,
				Algorithm: "astar",
				Puzzle:    i + 1,
				Status:    search.Solved,
				Length:    new(20),
				Seconds:   seconds * solver.factor,
			})
		}
	}
	a := analysis.New(bench.Experiment{}, records)
	for _, c := range analysis.Compare(a.Pairs(), analysis.Seconds) {
		fmt.Printf("%s / %s: %.1f, p = %.3f on %d puzzles\n",
			c.First.Name, c.Second.Name, c.Ratio.Value, c.Test.P, c.Both)
	}
	// Output: slow / fast: 2.0, p = 0.031 on 6 puzzles
}
