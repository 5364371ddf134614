package analysis_test

import (
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// The records of two trials, as a store has them, and what they say about each solver.
func ExampleNew() {
	trial := func(solver string, length int) bench.Record {
		return bench.Record{
			Solver: solver, Group: "3x3", Rows: 3, Cols: 3, Status: search.Solved,
			Length: &length, Cost: bench.Figure(length), OptimalCost: new(bench.Figure(20)), OptimalLength: new(20),
		}
	}
	a := analysis.New(bench.Experiment{}, []bench.Record{trial("astar", 20), trial("ga", 26)})
	for _, s := range a.Summaries() {
		fmt.Println(s.Solver.Name, "accuracy", units.Share.Format(float64(s.Accuracy)), "gap", s.Gap)
	}
	// Output:
	// astar accuracy 100.0 % gap 1
	// ga accuracy 100.0 % gap 1.3
}
