package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// The next iteration is assumed to grow as the last two did.
func TestForecast(t *testing.T) {
	var rounds iterations
	for _, c := range []struct {
		bound          puzzle.Cost
		before, states uint64
		want           string
	}{
		{80, 0, 8_000_000, ""},
		{82, 10_000_000, 10_500_000, ""}, // 10 million were expanded under bound 80
		{82, 10_000_000, 40_000_000, ""},
		{84, 60_000_000, 85_000_000, "; next bound ~2.1 min"}, // 50 million, so 250 and 1,250 million follow
		{84, 60_000_000, 160_000_000, "; next bound ~2.1 min"},
	} {
		p := search.Progress{Bound: c.bound}
		p.ExpandedBeforeLastF, p.Expanded = c.before, c.states
		assert.Equal(t, c.want, rounds.forecast(p, 10e6))
	}
}

// A line of progress that is too long ends after a whole part.
func TestCutLine(t *testing.T) {
	for _, c := range []struct {
		columns    int
		line, want string
	}{
		{20, "2 of 9, astar 1/3", "2 of 9, astar 1/3"},
		{24, "2 of 9, astar 1/3, greedy 0/3", "2 of 9, astar 1/3, ..."},
		{20, "2 of 9, astar 1/3, greedy 0/3", "2 of 9, ..."},
		{12, "evaluated 1,000 plans", " ..."},
		{16, "evaluated 1,000 plans", "evaluated ..."},
		{3, "evaluated", " ..."},
	} {
		assert.Equal(t, c.want, cut(c.line, c.columns))
	}
}
