package bfs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// Statistics of runs that can be followed by hand, in the order UDLR.
func TestCountsByHand(t *testing.T) {
	for _, c := range []struct {
		start, goal string
		solver      search.Solver
		plan        string
		want        search.Stats
	}{
		// One move.
		{"0 1", "1 0", &Solver{}, "R", search.Stats{
			Expanded:   1,
			Generated:  1,
			Open:       1,
			PeakOpen:   1,
			PeakStored: 2,
			MaxCost:    1,
		}},
		// A way without branches.
		{"0 1 2", "1 2 0", &Solver{}, "R R", search.Stats{
			Expanded:            2,
			ExpandedBeforeLastF: 1,
			Generated:           2,
			Open:                1,
			PeakOpen:            1,
			PeakStored:          3,
			MaxCost:             2,
		}},
		// Left comes first, and leads away.
		{"1 0 2", "1 2 0", &Solver{}, "R", search.Stats{
			Expanded:   1,
			Generated:  2,
			Open:       2,
			PeakOpen:   2,
			PeakStored: 3,
			MaxCost:    1,
		}},
		// Down leads away.
		{"0 1/3 2", "blank-last", &Solver{}, "R D",
			search.Stats{
				Expanded:            3,
				ExpandedBeforeLastF: 1,
				Generated:           4,
				Open:                2,
				PeakOpen:            2,
				PeakStored:          5,
				MaxCost:             2,
			}},
		// 2x2 is a ring of twelve boards, and this one lies opposite: two
		// states on each of the levels 1 to 5, the goal found from the first.
		{"0 3/2 1", "blank-last", &Solver{}, "R D L U R D",
			search.Stats{
				Expanded:            10,
				ExpandedBeforeLastF: 9,
				Generated:           11,
				Open:                2,
				PeakOpen:            2,
				PeakStored:          12,
				MaxCost:             6,
			}},
	} {
		r, err := c.solver.Solve(t.Context(), searchtest.Problem(t, c.start, c.goal),
			search.Limits{})
		require.NoError(t, err)
		require.Equal(t, c.plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation), "%s, %T",
			c.start, c.solver)
		require.True(t, r.Optimal)
		require.Positive(t, r.Bytes)
		r.Bytes = 0
		require.Equal(t, c.want, r.Stats, "%s, %T", c.start, c.solver)
	}
}

// The four boards of the study "four-searches" (CS7IS2 project, 2020), with
// the plans it found.
func TestFourSearches(t *testing.T) {
	for start, plan := range map[string]string{
		"1 2 5/3 4 0/6 7 8": "U L L",
		"3 1 2/0 4 5/6 7 8": "U",
		"3 1 2/4 5 0/6 7 8": "L L U",
		"1 2 5/0 3 4/6 7 8": "R R U L L",
	} {
		r := searchtest.Solve(t, &Solver{}, searchtest.Problem(t, start, puzzle.BlankFirst),
			search.Limits{})
		require.Equal(t, plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation), start)
	}
}
