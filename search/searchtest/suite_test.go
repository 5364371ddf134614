package searchtest_test

import (
	"testing"

	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestSuite(t *testing.T) {
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			return searchtest.Textbook{Order: s.Order, Observer: s.Observer}
		},
		Reach: 15,
	})
}
