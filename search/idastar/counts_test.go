package idastar

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
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
		{"0 1", "1 0", &Solver{Heuristic: heuristics.Manhattan}, "R",
			search.Stats{Expanded: 1, Generated: 1, PeakStored: 2, MaxCost: 1}},
		// Bound 0 cuts the move off, bound 1 takes it.
		{"0 1", "1 0", &Solver{Heuristic: heuristics.Zero}, "R",
			search.Stats{
				Expanded:            2,
				ExpandedBeforeLastF: 1,
				Generated:           2,
				PeakStored:          2,
				MaxCost:             1,
			}},
		// A way without branches: bounds 0, 1, 2 expand 1, 2, 2.
		{"0 1 2", "1 2 0", &Solver{Heuristic: heuristics.Misplaced}, "R R",
			search.Stats{Expanded: 2, Generated: 2, PeakStored: 3, MaxCost: 2}},
		{"0 1 2", "1 2 0", &Solver{Heuristic: heuristics.Zero}, "R R",
			search.Stats{
				Expanded:            5,
				ExpandedBeforeLastF: 3,
				Generated:           5,
				PeakStored:          3,
				MaxCost:             2,
			}},
		// Left comes first, and leads away.
		{"1 0 2", "1 2 0", &Solver{Heuristic: heuristics.Manhattan}, "R",
			search.Stats{Expanded: 1, Generated: 2, PeakStored: 2, MaxCost: 1}},
		// Down is cut off under the bound 2.
		{"0 1/3 2", "blank-last", &Solver{Heuristic: heuristics.Manhattan}, "R D",
			search.Stats{Expanded: 2, Generated: 3, PeakStored: 3, MaxCost: 2}},
	} {
		r, err := c.solver.Solve(t.Context(), searchtest.Problem(t, c.start, c.goal),
			search.Limits{})
		require.NoError(t, err)
		require.Equal(t, c.plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation), "%s, %T",
			c.start, c.solver)
		require.True(t, r.Optimal)
		require.Positive(t, r.Bytes)
		r.Bytes = 0
		r.Discarded = 0
		require.Equal(t, c.want, r.Stats, "%s, %T", c.start, c.solver)
	}
}

// The four boards of the study "four-searches" (CS7IS2 project, 2020), with
// the plans it found and the expansions of IDA* with Manhattan distance, which
// its A* has, too.
func TestFourSearches(t *testing.T) {
	for _, c := range []struct {
		start, plan string
		expanded    uint64
	}{
		{"1 2 5/3 4 0/6 7 8", "U L L", 3},
		{"3 1 2/0 4 5/6 7 8", "U", 1},
		{"3 1 2/4 5 0/6 7 8", "L L U", 3},
		{"1 2 5/0 3 4/6 7 8", "R R U L L", 5},
	} {
		for _, s := range []search.Solver{&Solver{Heuristic: heuristics.Zero},
			&Solver{Heuristic: heuristics.Manhattan}} {
			r := mustSolve(t, s, searchtest.Problem(t, c.start, puzzle.BlankFirst))
			require.Equal(t, c.plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation), "%s, %T",
				c.start, s)
		}
		r := mustSolve(t, &Solver{Heuristic: heuristics.Manhattan},
			searchtest.Problem(t, c.start, puzzle.BlankFirst))
		require.Equal(t, c.expanded, r.Expanded, c.start)
	}
}
