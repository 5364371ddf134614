package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// The sentence claims only what a test shows, and counts solvers that cannot be told from the best
// among the best.
func TestConclusion(t *testing.T) {
	of := func(records ...[]bench.Record) string {
		a := analysis.New(bench.Experiment{}, slices.Concat(records...))
		return analysis.Conclusion(analysis.Rank(a.Summaries()))
	}
	// uneven solves ten puzzles at one cost and ten at another.
	uneven := func(name string, cost, other int) []bench.Record {
		return append(contender(name, 20, cost, 1)[:10], contender(name, 20, other, 1)[10:]...)
	}
	a := contender("a", 20, 10, 1)
	for _, c := range []struct {
		want    string
		records [][]bench.Record
	}{
		{"", [][]bench.Record{a}},
		{"No solver solved a puzzle.", [][]bench.Record{contender("b", 0, 10, 1), contender("c", 0, 10, 1)}},
		{"a did best; next is b: it solved 12 of 20 boards, and a solved 20; " +
			"a took 2.00 times as long as b (median; 95 % interval 2.00–2.00).",
			[][]bench.Record{a, contender("b", 12, 10, 0.5)}},
		{"a did best; next is c: its plans cost 1.20 times those of a on average, and they cost more on 20 " +
			"of 20 boards; c took 3.00 times as long as a (median; 95 % interval 3.00–3.00).",
			[][]bench.Record{contender("d", 20, 15, 1), contender("c", 20, 12, 3), a}},
		{"a did best; next is c: its plans cost 1.50 times those of a on average, and they cost more on 10 " +
			"of 20 boards; no test tells a and c apart in time.",
			[][]bench.Record{uneven("c", 20, 20), uneven("a", 10, 20)}},
		{"a and b did best, and no test tells them apart in accuracy or in the cost of plans; next is c: " +
			"its plans cost 1.20 times those of a on average, and they cost more on 20 of 20 boards; no test " +
			"tells a and b apart in time.",
			[][]bench.Record{a, contender("b", 19, 10, 1), contender("c", 20, 12, 3)}},
		{"No test tells the solvers apart in accuracy or in the cost of plans; no test tells a and b apart in time.",
			[][]bench.Record{a[:5], contender("b", 20, 12, 1)[:5]}},
	} {
		assert.Equal(t, c.want, of(c.records...))
	}
}
