package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/puzzle"
	"npuzzle/search"
)

func TestIterations(t *testing.T) {
	var rounds iterations
	for _, c := range []struct {
		bound            puzzle.Cost
		before, expanded uint64
		elapsed          float64
		text, result     string
	}{
		{80, 0, 8_000_000, 1, "bound 80: 8 M expanded in 1.00 s, 8 M/s", ""},
		{82, 10_000_000, 10_500_000, 1.5, "bound 82: 500 k expanded in 0 µs, 7 M/s",
			"bound 80: 10,000,000 states expanded in 1.50 s, 6.67 M/s"},
		{82, 10_000_000, 40_000_000, 4.5, "bound 82: 30 M expanded in 3.00 s, 10 M/s", ""},
		// Each iteration is five times the last.
		{84, 60_000_000, 85_000_000, 8.5, "bound 84: 25 M of ~250 M expanded, 10 M/s, ~22.5 s left, next ~2.1 min",
			"bound 82: 50,000,000 states expanded in 7.00 s, 7.14 M/s"},
		{84, 60_000_000, 160_000_000, 18.5, "bound 84: 100 M of ~250 M expanded, 10 M/s, ~15.0 s left, next ~2.1 min",
			""},
		{84, 60_000_000, 360_000_000, 38.5, "bound 84: 300 M of ~300 M expanded, 10 M/s, ~0 µs left, next ~2.5 min",
			""},
	} {
		p := search.Progress{Bound: c.bound}
		p.ExpandedBeforeLastF, p.Expanded = c.before, c.expanded
		rounds.see(p, c.elapsed)
		assert.Equal(t, c.text, rounds.text(p, puzzle.Costs{}, c.elapsed))
		assert.Equal(t, c.result != "", rounds.finished)
		if rounds.finished {
			assert.Equal(t, c.result, rounds.result(puzzle.Costs{}))
		}
	}
}
