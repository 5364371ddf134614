package solvers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// The library suggests its large tables if they are stored, and says that they are missing
// if not. The test uses tables that are built in a second.
func TestLibrarySuggests(t *testing.T) {
	l := &Library{Dir: t.TempDir()}
	problem := func(size puzzle.Size, costs puzzle.Costs) search.Problem {
		goal, err := puzzle.Goal(puzzle.BlankFirst, size)
		require.NoError(t, err)
		return search.Problem{Start: goal, Goal: goal, Costs: costs}
	}
	fifteen := problem(puzzle.Size{Rows: 4, Cols: 4}, puzzle.Costs{})
	s, err := SuggestPrepared(t.Context(), l, fifteen)
	assert.ErrorAs(t, err, new(*pdb.NotBuiltError))
	assert.Equal(t, "linear-conflict", s.HeuristicName())

	dear, err := puzzle.ParseCosts("1,2,3,4")
	require.NoError(t, err)
	for _, p := range []search.Problem{
		problem(puzzle.Size{Rows: 3, Cols: 4}, puzzle.Costs{}),
		problem(puzzle.Size{Rows: 4, Cols: 4}, dear),
	} {
		s, err := SuggestPrepared(t.Context(), l, p)
		require.NoError(t, err)
		assert.Equal(t, "linear-conflict", s.HeuristicName())
	}

	defer func(before string) { largeTables = before }(largeTables)
	largeTables = "4-4-4-3"
	s, err = SuggestPrepared(t.Context(), l, fifteen)
	require.NoError(t, err)
	assert.Equal(t, "idastar", s.Algorithm)
	assert.Equal(t, "pdb:4-4-4-3", s.HeuristicName())
}
