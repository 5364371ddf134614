package solvers

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func TestSuggestPrepared(t *testing.T) {
	problem := func(rows, cols int, costs puzzle.Costs) search.Problem {
		goal, err := puzzle.Goal(puzzle.BlankFirst, puzzle.Size{Rows: rows, Cols: cols})
		require.NoError(t, err)
		start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
		return search.Problem{Start: start, Goal: goal, Costs: costs}
	}
	dear, err := puzzle.ParseCosts("1,2,3,4")
	require.NoError(t, err)
	unit := puzzle.Costs{}
	l := &Library{Dir: t.TempDir()}
	for _, c := range []struct {
		problem              search.Problem
		algorithm, heuristic string
	}{
		{problem(4, 4, unit), "idastar", "pdb:5-5-5"},
		{problem(3, 5, unit), "idastar", "pdb:5-5-4"},
		{problem(2, 8, unit), "idastar", "pdb:5-5-5"},
		{problem(8, 2, unit), "idastar", "pdb:5-5-5"},
		{problem(4, 4, dear), "idastar", "linear-conflict"},
		{problem(2, 8, dear), "beam", "pairs"},
		{problem(3, 4, unit), "idastar", "linear-conflict"},
		{problem(2, 9, unit), "beam", "pairs"},
		{problem(3, 6, unit), "beam", "pairs"},
		{problem(5, 5, unit), "beam", "pairs"},
	} {
		s, err := SuggestPrepared(t.Context(), l.Prepare, c.problem)
		require.NoError(t, err)
		assert.Equal(t, c.algorithm, s.Algorithm, c.problem.Start)
		assert.Equal(t, c.heuristic, s.HeuristicName(), c.problem.Start)
	}
}

// A chosen heuristic with tables has the solver that the tables help, where they help.
func TestSuggestWith(t *testing.T) {
	dear, err := puzzle.ParseCosts("1,2,3,4")
	require.NoError(t, err)
	for _, c := range []struct {
		cols      int
		costs     puzzle.Costs
		heuristic string
		want      string
	}{
		{8, puzzle.Costs{}, "pdb", "idastar"},
		{8, puzzle.Costs{}, "max(pdb,manhattan)", "idastar"},
		{8, puzzle.Costs{}, "manhattan", "beam"},
		{8, puzzle.Costs{}, "pairs", "beam"},
		{8, dear, "pdb", "beam"},
		{9, puzzle.Costs{}, "pdb", "beam"},
		{4, puzzle.Costs{}, "manhattan", "idastar"},
	} {
		goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: c.cols})
		require.NoError(t, err)
		h, err := ParseHeuristic(c.heuristic)
		require.NoError(t, err)
		s := SuggestWith(search.Problem{Start: goal, Goal: goal, Costs: c.costs}, h)
		assert.Equal(t, c.want, s.Algorithm, "%+v", c)
		assert.Equal(t, h, s.Heuristic)
	}
}

// Without tables, the default solver is one that needs none.
func TestSuggestWithoutTables(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	full := errors.New("the disk is full")
	prepare := func(
		context.Context, heuristics.Heuristic, puzzle.Board,
	) (heuristics.Heuristic, error) {
		return nil, full
	}
	far := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	s, err := SuggestPrepared(t.Context(), prepare, search.Problem{Start: far, Goal: goal})
	assert.ErrorIs(t, err, full)
	assert.Equal(t, Default("idastar").Texts(), s.Texts())

	// Boards that are solved at once, and those that cannot be, need no tables.
	tiles := slices.Clone(goal.Tiles())
	tiles[0], tiles[1] = tiles[1], tiles[0]
	swapped, err := puzzle.New(goal.Size(), tiles)
	require.NoError(t, err)
	near := puzzle.Walk(puzzle.NewRand(1, 0), goal, 10)
	for _, start := range []puzzle.Board{goal, near, swapped} {
		s, err := SuggestPrepared(t.Context(), prepare, search.Problem{Start: start, Goal: goal})
		require.NoError(t, err)
		assert.Equal(t, Default("idastar").Texts(), s.Texts())
	}
}
