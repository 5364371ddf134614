package cli

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
		// 50 million, so 250 and 1,250 million follow
		{84, 60_000_000, 85_000_000, "; next bound ~2.1 min"},
		{84, 60_000_000, 160_000_000, "; next bound ~2.1 min"},
	} {
		p := search.Progress{Bound: c.bound}
		p.ExpandedBeforeLastF = c.before
		p.Expanded = c.states
		assert.Equal(t, c.want, rounds.forecast(p, 10e6))
	}
}

// Every solver has a line of its work, with the bound and the best plan if it reports them.
func TestProgressText(t *testing.T) {
	work := search.Stats{Expanded: 2000, Evaluated: 1000}
	generation := &search.Generation{
		Phase:      2,
		Number:     7,
		Population: &search.Population{Fitness: []int64{900, 800}},
	}
	for _, c := range []struct {
		progress search.Progress
		want     string
	}{
		{search.Progress{Stats: work}, "2,000 expanded, 1 k/s, 2.00 s"},
		{search.Progress{Stats: work, Bound: 40}, "2,000 expanded, 1 k/s, bound 40, 2.00 s"},
		{search.Progress{Stats: work, Bound: 40, Length: 52},
			"best plan 52 moves, 2,000 expanded, 1 k/s, bound 40, 2.00 s"},
		{search.Progress{Stats: work, Length: 1, Generation: generation},
			"best plan 1 move, phase 2, generation 7, best fitness 800, 1,000 plans evaluated, " +
				"500/s, 2.00 s"},
	} {
		assert.Equal(t, c.want, progressText(c.progress, puzzle.Costs{}, 2))
	}
}
