package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// The sentences that open a report count what was solved, and name the best solvers of each group.
func TestConclusions(t *testing.T) {
	of := func(records ...[]bench.Record) []string {
		return analysis.New(bench.Experiment{}, slices.Concat(records...)).Conclusions()
	}
	a, b := contender("a", 20, 10, 1), contender("b", 12, 10, 0.5)
	assert.Empty(t, of())
	assert.Equal(t, []string{"b solved 12 of 20 trials (95 % interval of the accuracy: 38.7–78.1 %)."}, of(b))
	assert.Regexp(t, `^a solved 20 of 20 trials, b solved 12 of 20 trials\. a did best; `, of(b, a)[0])
	assert.Regexp(t, `^Each of the 2 solvers solved all 20 trials \(95 % interval .*: 83.9–100.0 %\)\. No test`,
		of(a, renamed(a, "c"))[0])

	other := slices.Concat(a, b)
	for i := range other {
		other[i].Group = "other"
	}
	both := of(a, b, other)
	assert.Equal(t, "Number of groups of boards (of 2) on which a solver is the best, or not significantly "+
		"worse than the best: a 2.", both[0])
	assert.Regexp(t, "^random: a solved 20 of 20 trials, ", both[1])
	assert.Regexp(t, "^other: a solved 20 of 20 trials, ", both[2])
}

// A finding names those that no test tells from the best, and the ratios of the others.
func TestFinding(t *testing.T) {
	finding := func(m analysis.Measure, records ...[]bench.Record) string {
		return analysis.Finding(analysis.New(bench.Experiment{}, slices.Concat(records...)).Pairs(), m, "time")
	}
	a, b, c := contender("a", 20, 10, 1), contender("b", 20, 12, 3), contender("c", 20, 15, 1)
	assert.Empty(t, finding(analysis.Seconds, a))
	assert.Equal(t, "a has the lowest time. Median ratio to a: b 3.00.", finding(analysis.Seconds, b, a))
	assert.Equal(t, "a and c, which no test tells apart, have the lowest time. Median ratio to a: b 3.00.",
		finding(analysis.Seconds, b, a, c))
	assert.Equal(t, "No test tells a and c apart in time.", finding(analysis.Seconds, a, c))
	assert.Equal(t, "No test tells a and b apart in time.", finding(analysis.Seconds, a[:5], b[:5]), "too few puzzles")
}

// Equal solvers are counted, and a sentence about many solvers names two.
func TestManySolvers(t *testing.T) {
	var records [][]bench.Record
	for _, name := range []string{"a", "b", "c", "d"} {
		records = append(records, renamed(contender("a", 20, 10, 1), name))
	}
	records = append(records, contender("e", 12, 10, 1))
	text := analysis.New(bench.Experiment{}, slices.Concat(records...)).Conclusions()[0]
	assert.Regexp(t, `^Of 5 solvers, 4 solved the most, all 20 trials \(.*\), and e the fewest, 12 of 20 trials `, text)

	names, values := strings.Split("abcdefg", ""), []float64{3, 2, 7, 1, 5, 9, 4}
	format := func(x float64) string { return fmt.Sprint(x) }
	assert.Equal(t, "a 3, b 2, c 7, d 1, e 5, f 9", analysis.Values(names[:6], values[:6], format))
	assert.Equal(t, "from 1 (d) to 9 (f)", analysis.Values(names, values, format))
}
