package analysis_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// The sentence claims only what a test shows, and counts solvers that cannot be told from the best
// among the best.
func TestConclusion(t *testing.T) {
	of := func(records ...[]bench.Record) string {
		a := analysis.New(bench.Experiment{}, slices.Concat(records...))
		return analysis.Conclusion(analysis.Rank(a.Summaries(), analysis.OfKind))
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
		{"No solver solved a board.",
			[][]bench.Record{contender("b", 0, 10, 1), contender("c", 0, 10, 1)}},
		{"a did best; b is worse than a by 40.0 points of accuracy (14.3 to 62.5), p = " +
			"0.008. Work, the least first (mean expanded states on 12 boards): 65 each; no test " +
			"tells the first two apart.",
			[][]bench.Record{a, contender("b", 12, 10, 0.5)}},
		{"a did best; the plans of c cost 1.20 times those of a (1.20 to 1.20), p < 0.001; the " +
			"plans of d cost 1.50 times those of a (1.50 to 1.50), p < 0.001. " +
			"Work, the least first (mean expanded states on 20 boards): 105 each; no test tells " +
			"the first two apart.",
			[][]bench.Record{contender("d", 20, 15, 1), contender("c", 20, 12, 3), a}},
		{"a did best; the plans of c cost 1.41 times those of a (1.19 to 1.68), p = 0.002. " +
			"Work, the least first (mean expanded states on 20 boards): 105 each; no test tells " +
			"the first two apart.",
			[][]bench.Record{uneven("c", 20, 20), uneven("a", 10, 20)}},
		{"a did best; no difference from a is shown for b; about 300 boards would be enough to " +
			"show a difference of this size; the plans of c cost 1.20 times those of a (1.20 to " +
			"1.20), p < 0.001. Work, the least first (mean expanded states on 19 boards): 100 " +
			"each; no test tells the first two apart.",
			[][]bench.Record{a, contender("b", 19, 10, 1), contender("c", 20, 12, 3)}},
		{"no difference from a is shown for b; about 8 boards would be enough to show a " +
			"difference of this size. Work, the least first (mean expanded states on 5 boards): 30 each; no " +
			"test tells the first two apart.",
			[][]bench.Record{a[:5], contender("b", 20, 12, 1)[:5]}},
		{"a and b solved the same boards with plans of the same costs; rare differences may not " +
			"have occurred yet; about 150 boards would be enough to call them equal, within 5 " +
			"points of accuracy and 1 % of cost. Work, the least first (mean expanded states on " +
			"100 boards): b 253, a 505.",
			[][]bench.Record{hundred("a", 0), halved(hundred("b", 0))}},
		{"Work, the least first (mean expanded states on 100 boards): b 253, a 505. " +
			"b and a solved the same boards with plans of the same costs.",
			[][]bench.Record{optimal(hundred("a", 0)), optimal(halved(hundred("b", 0)))}},
	} {
		assert.Equal(t, c.want, of(c.records...))
	}
}

// optimal returns the trials with plans that are proven to be optimal.
func optimal(records []bench.Record) []bench.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Optimal = true
	}
	return records
}

// halved returns the trials with half of the expanded states.
func halved(records []bench.Record) []bench.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Expanded /= 2
	}
	return records
}

// The sentences that open a report count what was solved, and name the best solvers of each group.
func TestConclusions(t *testing.T) {
	of := func(records ...[]bench.Record) []string {
		return analysis.New(bench.Experiment{}, slices.Concat(records...)).Conclusions()
	}
	a := contender("a", 20, 10, 1)
	b := contender("b", 12, 10, 0.5)
	assert.Empty(t, of())
	assert.Equal(t, []string{"Accuracy: b 60.0 %."}, of(b))
	assert.Regexp(t, `^a did best; .* Accuracy: a 100.0 %, b 60.0 %\.$`, of(b, a)[0])
	assert.Regexp(t, `^Work, the least first \(mean expanded states on 12 boards\): 65 each`,
		of(b, a)[1])
	assert.Regexp(t, `a and c solved the same boards .* Accuracy: 100.0 % each\.$`,
		of(optimal(a), optimal(renamed(a, "c")))[1], "after the work")

	// elsewhere returns the trials as those of other groups.
	elsewhere := func(records []bench.Record, groups ...string) (all []bench.Record) {
		for _, group := range groups {
			for _, r := range records {
				r.Group = group
				all = append(all, r)
			}
		}
		return all
	}
	both := of(a, b, elsewhere(append(a, b...), "other"))
	assert.Equal(t, "The best, or as good as the best: a on all 2 groups.", both[0])
	assert.Regexp(t, "^The least work: . on all 2 groups", both[1])
	proven := append(optimal(a), optimal(renamed(halved(a), "c"))...)
	assert.Equal(t, []string{
		"The least work: c on all 4 groups.",
		"The best, or as good as the best: a and c on all 4 groups.",
	}, of(proven, elsewhere(proven, "2", "3", "4")))
	// The heading says nothing about work, and there is one also if nothing is solved.
	headline := func(records []bench.Record) string {
		return analysis.New(bench.Experiment{}, records).Headline()
	}
	assert.Equal(t, "The best, or as good as the best: a and c on all 2 groups.",
		headline(elsewhere(proven, "1", "2")))
	var unsolved []bench.Record
	for number := range 20 {
		unsolved = append(unsolved, unsolvedBy("a", number, search.Exhausted),
			unsolvedBy("b", number, search.Exhausted))
	}
	assert.Equal(t, "No solver solved a board.", headline(elsewhere(unsolved, "1", "2")))
	mixed := of(elsewhere(append(a, b...), "1", "2", "3"), elsewhere(optimal(renamed(a, "b")), "4"))
	assert.Equal(t, "The best, or as good as the best: a on 1, 2 and 3; b on 4.", mixed[0])
	assert.Equal(t, []string{"Accuracy: 1 100.0 %, 2 60.0 %."},
		of(elsewhere(a, "1"), elsewhere(renamed(b, "a"), "2")))
}

// The costs of plans are compared with those of the best solver, unless there is a baseline. The
// verdict and the pairs have the same baseline.
func TestCostRatios(t *testing.T) {
	a := contender("a", 20, 10, 1)
	b := contender("b", 20, 12, 1)
	c := contender("c", 15, 15, 1)
	baselines := func(results *analysis.Analysis) []string {
		names := []string{}
		for _, p := range results.Pairs() {
			names = append(names, p.Second.Name)
		}
		return slices.Compact(names)
	}
	results := of(slices.Concat(c, optimal(b), a)...)
	ratios, known := results.Rankings()[0].CostRatios()
	assert.True(t, known)
	assert.Equal(t, "a", ratios.Baseline, "the best, although only b proves its plans")
	assert.False(t, ratios.Optimal)
	assert.InDelta(t, 1.5, ratios.Ratios["c"].Value, 1e-9)
	assert.Equal(t, 15, ratios.Ratios["c"].N)
	assert.Contains(t, results.Rankings()[0].Brief(), "the plans of b cost 1.20 times those of a")
	assert.Equal(t, []string{"a"}, baselines(results))

	results = of(slices.Concat(c, optimal(b), a)...)
	results.Baseline = "b"
	ratios, known = results.Rankings()[0].CostRatios()
	assert.True(t, known)
	assert.Equal(t, "b", ratios.Baseline)
	assert.True(t, ratios.Optimal)
	assert.InDelta(t, 10/12.0, ratios.Ratios["a"].Value, 1e-9)
	assert.InDelta(t, 15/12.0, ratios.Ratios["c"].Value, 1e-9)
	verdict := results.Rankings()[0].Brief()
	assert.Contains(t, verdict, "the plans of a cost 0.833 times those of b (0.833 to 0.833), p < 0.001")
	assert.Contains(t, verdict, "the plans of c cost 1.25 times those of b")
	assert.NotContains(t, verdict, "best")
	assert.Equal(t, []string{"b"}, baselines(results))

	results = of(a...)
	_, known = results.Rankings()[0].CostRatios()
	assert.False(t, known, "a single solver")
}

// The stars of a ratio say how small p is. On n boards of which all differ, p is 2 to the power of
// 1-n.
func TestStarsOfCostRatios(t *testing.T) {
	for boards, want := range map[int]string{5: "~", 6: "*", 7: "*", 8: "**", 10: "**", 11: "***"} {
		first := contender("first", 20, 10, 1)[:boards]
		costlier := contender("costlier", 20, 12, 1)[:boards]
		ratios, known := of(slices.Concat(first, costlier)...).Rankings()[0].CostRatios()
		assert.True(t, known)
		assert.Equal(t, want, ratios.Costs["costlier"], "%d boards", boards)
	}
}

// Compared with a baseline that is not the best, a solver may be better in one way and worse in
// another.
func TestVerdictAgainstABaseline(t *testing.T) {
	results := of(slices.Concat(contender("solver", 20, 12, 1), contender("best", 20, 10, 1),
		contender("base", 12, 11, 1), contender("same", 12, 11, 1))...)
	results.Baseline = "base"
	verdict := results.Rankings()[0].Brief()
	assert.Regexp(t, `best is better than base by 40.0 points of accuracy \([0-9.]+ to [0-9.]+\), `+
		`p = 0.0[0-9]+; `, verdict)
	assert.Regexp(t, `solver is better than base by 40.0 points of accuracy .*, but its plans cost `+
		`1.091 times those of base`, verdict)
	assert.Contains(t, verdict, "no difference from base is shown for same.")
}

// Of many means, only the smallest and the largest are named.
func TestMeans(t *testing.T) {
	var all []analysis.Series
	for i, mean := range []float64{3, 2, 7, 1, 5, 9, 4} {
		all = append(all, analysis.Series{Name: string(rune('a' + i)),
			X: []float64{mean - 1, mean + 1}})
	}
	format := func(x float64) string { return fmt.Sprint(x) }
	assert.Equal(t, "a 3, b 2, c 7, d 1, e 5, f 9", analysis.Means(all[:6], format))
	assert.Equal(t, "from 1 (d) to 9 (f)", analysis.Means(all, format))
}
