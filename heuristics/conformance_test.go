package heuristics_test

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Every heuristic of the program's table passes the suite. Package pdb tests its own.
func TestConformance(t *testing.T) {
	list := all(t, puzzle.Size{Rows: 3, Cols: 3})
	// The list has one heuristic that is not in the table, and lacks pdb.
	if len(list) != len(solvers.HeuristicNames()) {
		t.Fatalf("%d heuristics support 3x3", len(list))
	}
	for _, h := range append(list, heuristics.Rows) {
		t.Run(h.Name(), func(t *testing.T) {
			t.Parallel()
			heuristicstest.Run(t, heuristicstest.Config{Heuristic: h})
		})
	}
}
