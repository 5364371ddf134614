package pdb_test

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/heuristics/pdb"
)

// Pattern databases pass the suite, whichever goal they are built for.
func TestConformance(t *testing.T) {
	heuristicstest.Run(t, heuristicstest.Config{
		Heuristic: pdb.Heuristic{},
		Library:   &heuristics.Library{Dir: t.TempDir()},
		Cells:     9,
	})
}
