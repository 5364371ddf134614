package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
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
	assert.InDelta(t, 0.5, changes["time"].Ratio.Value, 1e-9)
	assert.True(t, changes["time"].Different())
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
