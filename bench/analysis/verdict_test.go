package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
)

// placed returns the trials with boards and a goal, by the numbers of the puzzles, of which there
// are at most 20. Processor times are wall times.
func placed(t *testing.T, records []bench.Record) []bench.Record {
	goal, err := puzzle.Goal(puzzle.BlankLast, three)
	require.NoError(t, err)
	var boards []puzzle.Board
	for p, err := range (bench.Group{Goal: goal, Count: 20, Seed: 1}).Draw() {
		require.NoError(t, err)
		boards = append(boards, p.Start)
	}
	for i := range records {
		r := &records[i]
		r.Board = boards[r.Puzzle-1]
		r.Goal = goal
		r.CPUSeconds = bench.Figure(r.Seconds)
	}
	return records
}

// The sentence about a pair says which solver is better, by how much and how sure, and decides
// nothing if accuracy and plans contradict each other, or if nothing is shown.
func TestPairVerdict(t *testing.T) {
	for _, c := range []struct {
		want          string
		enough        int
		first, second []bench.Record
	}{
		{
			want: "b is better: a is worse than b by 40.0 points of accuracy (14.3 to 62.5), p = " +
				"0.008; b takes 4.00 times the processor time of a (4.00 to 4.00), p < 0.001.",
			first:  contender("a", 12, 10, 0.5),
			second: contender("b", 20, 10, 2),
		},
		{
			want: "a is better than b by 40.0 points of accuracy (14.3 to 62.5), p = 0.008; a takes " +
				"4.00 times the processor time of b (4.00 to 4.00), p < 0.001.",
			first:  contender("a", 20, 10, 2),
			second: contender("b", 12, 10, 0.5),
		},
		{
			want: "a is better: the plans of a cost 0.833 times those of b (0.833 to 0.833), p < " +
				"0.001.",
			first:  contender("a", 20, 10, 1),
			second: contender("b", 20, 12, 1),
		},
		{
			want: "a is worse than b by 40.0 points of accuracy (14.3 to 62.5), p = 0.008, but its " +
				"plans cost 0.833 times those of b (0.833 to 0.833), p < 0.001; a takes 3.00 times " +
				"the processor time of b (3.00 to 3.00), p < 0.001.",
			first:  contender("a", 12, 10, 3),
			second: contender("b", 20, 12, 1),
		},
		{
			want: "both solved the same boards with plans of the same costs; a takes 2.00 times the " +
				"processor time of b (2.00 to 2.00), p < 0.001.",
			first:  contender("a", 20, 10, 2),
			second: contender("b", 20, 10, 1),
		},
		{
			want: "no difference in accuracy or in the costs of plans is shown; about 300 boards " +
				"would be enough to show a difference of this size; a takes 2.00 times the " +
				"processor time of b (2.00 to 2.00), p < 0.001.",
			enough: 300,
			first:  contender("a", 19, 10, 2),
			second: contender("b", 20, 10, 1),
		},
		{
			want:   "neither solved a board.",
			first:  contender("a", 0, 10, 2),
			second: contender("b", 0, 10, 1),
		},
	} {
		pairs := analysis.Diffs(of(placed(t, c.second)...), of(placed(t, c.first)...))
		require.Len(t, pairs, 1)
		text, enough := analysis.PairVerdict(pairs[0], "a", "b")
		assert.Equal(t, c.want, text)
		assert.Equal(t, c.enough, enough.Number, text)
	}
}
