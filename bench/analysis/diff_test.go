package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solvers of one name are compared on the boards that both experiments have, whatever their numbers
// there.
func TestDiffs(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, three)
	require.NoError(t, err)
	drawn := func(seed uint64, solvers ...[]bench.Record) (records []bench.Record) {
		var boards []puzzle.Board
		for p, err := range (bench.Group{Goal: goal, Count: 20, Seed: seed}).Draw() {
			require.NoError(t, err)
			boards = append(boards, p.Start)
		}
		for _, r := range slices.Concat(solvers...) {
			r.Board = boards[r.Puzzle-1]
			r.Goal = goal
			r.CPUSeconds = bench.Figure(r.Seconds)
			records = append(records, r)
		}
		return records
	}
	earlier := drawn(1, contender("a", 20, 12, 1), contender("b", 20, 10, 1))
	later := drawn(1, contender("a", 14, 10, 0.5), contender("c", 20, 10, 1))
	for i := range later {
		later[i].Puzzle = 21 - later[i].Puzzle
		later[i].Group = "other"
	}
	all := analysis.Diffs(of(earlier...), of(later...))
	require.Len(t, all, 1)
	d := all[0][0]
	assert.Equal(t, []any{"a", "a", 14, 0, 6, 0},
		[]any{d.First.Name, d.Second.Name, d.Both, d.OnlyFirst, d.OnlySecond, d.Neither})
	assert.InDelta(t, 2.0/64, d.Corrected, 1e-9)
	changes := map[string]analysis.Comparison{}
	for _, c := range all[0] {
		changes[c.Measure.Name] = c
	}
	assert.Equal(t, [2]float64{10, 12}, changes["length"].Means)
	assert.InDelta(t, 10.0/12, changes["length"].Ratio.Value, 1e-9)
	assert.Equal(t, changes["length"].Ratio, changes["gap"].Ratio, "of the same optimum")
	assert.InDelta(t, 0.5, changes["processor time"].Ratio.Value, 1e-9)
	assert.True(t, changes["processor time"].Different())
	assert.NotContains(t, changes, "time", "which depends on what else ran")
	assert.NotContains(t, changes, "evaluated")

	assert.Empty(t, analysis.Diffs(of(drawn(2, contender("a", 20, 12, 1))...), of(later...)),
		"no board in common")
	one := analysis.Diffs(of(drawn(1, contender("a", 20, 12, 1))...),
		of(drawn(1, contender("other", 20, 12, 1))...))
	require.Len(t, one, 1, "the only solvers")
	assert.Equal(t, []string{"other", "a"}, []string{one[0][0].First.Name, one[0][0].Second.Name})
	for _, c := range one[0] {
		assert.False(t, c.Different(), c.Measure.Name)
	}
}

// Accuracy and plans are corrected together, as in a ranking: what the one shows, the other shows.
func TestDiffsAndRankingsAgree(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, three)
	require.NoError(t, err)
	var records []bench.Record
	number := 0
	for p, err := range (bench.Group{Goal: goal, Count: 20, Seed: 1}).Draw() {
		require.NoError(t, err)
		number++
		first := solvedBy("first", number, 20)
		second := solvedBy("second", number, 20+2*(number%3))
		if number%2 == 1 {
			second = solvedBy("second", number, 20-2*(number%3))
		}
		if number <= 6 { // alone, p is 0.031
			second = unsolvedBy("second", number, search.Exhausted)
		}
		for _, r := range []bench.Record{first, second} {
			r.Board = p.Start
			r.Goal = goal
			records = append(records, r)
		}
	}
	ranking := of(records...).Rankings()[0]
	require.Equal(t, analysis.Open, ranking[1].Verdict)
	diffs := analysis.Diffs(of(only(records, "first")...), of(only(records, "second")...))
	accuracy := diffs[0][0]
	assert.Equal(t, analysis.Accuracy.Key, accuracy.Measure.Key)
	assert.InDelta(t, 2.0/64, accuracy.Test.P, 1e-9)
	assert.False(t, accuracy.Different())
	assert.InDelta(t, 4.0/64, accuracy.Corrected, 1e-9)
}

// only returns the trials of one solver.
func only(records []bench.Record, solver string) []bench.Record {
	var kept []bench.Record
	for _, r := range records {
		if r.Solver == solver {
			kept = append(kept, r)
		}
	}
	return kept
}

// Times that are not all known as processor times are compared as wall times.
func TestDiffsOfWallTimes(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, three)
	require.NoError(t, err)
	first := solvedBy("a", 1, 20)
	first.Board = goal
	first.Goal = goal
	second := first
	second.CPUSeconds = bench.Unknown
	diffs := analysis.Diffs(of(first), of(second))
	last := diffs[0][len(diffs[0])-1]
	assert.Equal(t, analysis.Seconds.Key, last.Measure.Key)
}
