package search_test

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// The solver of the Example passes the suite. It claims no more than that it may give up.
func TestClimber(t *testing.T) {
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			return &Climber{Heuristic: heuristics.Manhattan, Order: s.Order, Observer: s.Observer}
		},
		Reach: 20,
	})
}
