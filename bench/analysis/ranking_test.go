package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// contender adds trials of a solver on puzzles 1 to 20. It solves those up to a number, with plans
// of a length in a time.
func contender(name string, solved, length int, seconds float64) []bench.Record {
	var records []bench.Record
	best := bench.Figure(10)
	for number := 1; number <= 20; number++ {
		r := unsolvedBy(name, number, search.Exhausted)
		if number <= solved {
			r = solvedBy(name, number, length)
		}
		r.OptimalCost, r.Seconds, r.PeakOpen = &best, seconds, uint64(name[0]) // a count that differs
		records = append(records, r)
	}
	return records
}

// ranking returns the names in the order of the ranking. A star marks those that cannot be told from
// the first, and an equals sign those that did the same as one above.
func ranking(of ...[]bench.Record) []string {
	var names []string
	for _, r := range analysis.Rank(analysis.New(bench.Experiment{}, slices.Concat(of...)).Summaries()) {
		name := r.Name
		if r.SameAs != "" {
			name += " = " + r.SameAs
		}
		if r.Best {
			name += " *"
		}
		names = append(names, name)
	}
	return names
}

func TestRank(t *testing.T) {
	assert.Equal(t, []string{"a *", "c", "b *", "d"},
		ranking(contender("d", 12, 10, 1), contender("c", 20, 20, 1), contender("b", 19, 10, 1),
			contender("a", 20, 10, 9)),
		"by accuracy, of which 20 and 19 of 20 cannot be told apart, then by gap")
	assert.Equal(t, []string{"c *", "b *", "a"},
		ranking(contender("a", 20, 12, 1), contender("b", 20, 10, 2), contender("c", 20, 10, 1)),
		"then by time, which makes nobody worse")
	assert.Equal(t, []string{"most *", "shorter *", "least"},
		ranking(contender("least", 2, 10, 1), contender("shorter", 19, 10, 1), contender("most", 20, 12, 1)),
		"shorter plans are not worse")
	few := contender("few", 20, 12, 1)[:5]
	assert.Equal(t, []string{"a *", "few *"}, ranking(few, contender("a", 20, 10, 1)), "too few puzzles for a test")
	assert.Equal(t, []string{"a *", "b *"}, ranking(contender("a", 0, 0, 1), contender("b", 0, 0, 2)), "nothing solved")
}

// Solvers that did the same follow one another, and count as one test. With 20 puzzles of which 6 are
// lost, p is 0.031: one such test is significant, two are not.
func TestRankOfEqualResults(t *testing.T) {
	a, b := contender("a", 20, 10, 2), contender("b", 14, 10, 9)
	assert.Equal(t, []string{"a *", "b", "same = b"}, ranking(a, b, renamed(b, "same")))
	assert.Equal(t, []string{"a *", "c *", "b *", "same = b *"},
		ranking(a, b, contender("c", 14, 10, 1), renamed(b, "same")))
	failed := renamed(b, "failed")
	failed[19].Error, failed[19].Status = "killed", ""
	assert.Equal(t, []string{"a *", "b *", "failed *"}, ranking(a, b, failed), "a failure is not the same")
}

// renamed returns the trials as those of another solver.
func renamed(records []bench.Record, solver string) []bench.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Solver = solver
	}
	return records
}
