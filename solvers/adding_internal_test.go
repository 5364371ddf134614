package solvers

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// A row in the table of solvers is all that the registry needs to know of a new solver: see "Adding a
// solver" in docs/architecture.md. The row is there only during this test.
func TestAddingASolver(t *testing.T) {
	before := table
	t.Cleanup(func() { table = before })
	table = append(slices.Clip(table), algorithm{
		"textbook", true, nil, bestFirst, func(s Settings, o search.Observer) search.Solver {
			return searchtest.Textbook{Order: s.Order, Observer: o}
		},
	})

	assert.Contains(t, Names(), "textbook")
	_, err := ParseName("textbok")
	assert.ErrorContains(t, err, "did you mean textbook?")
	name, err := ParseName("Textbook")
	require.NoError(t, err)
	settings := Default(name)
	assert.True(t, settings.Takes("order"))
	assert.ErrorContains(t, settings.CheckTaken("weight"), "textbook")
	assert.Equal(t, "zero", settings.HeuristicName())
	assert.True(t, Reports(name, "duplicates"))
	assert.False(t, Reports(name, "evaluated"))

	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			if s.Order != (puzzle.Order{}) {
				settings.Order = s.Order
			}
			solver, err := New(settings, s.Observer)
			require.NoError(t, err)
			return solver
		},
		Optimal: true, UnitCosts: true, Reach: 15,
	})
	costs, err := puzzle.ParseCosts("1,1,1,2")
	require.NoError(t, err)
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	assert.ErrorIs(t, settings.CheckGoal(goal, costs), search.ErrUnitCosts)
}

// rows stands for a heuristic that package heuristics is to get.
type rows struct{ heuristics.Heuristic }

func (rows) Name() string { return "rows" }

// A row in the table of heuristics is all that the registry needs to know of a new heuristic: see
// "Adding a heuristic" in docs/architecture.md. The row is there only during this test.
func TestAddingAHeuristic(t *testing.T) {
	before := heuristicTable
	t.Cleanup(func() { heuristicTable = before })
	heuristicTable = append(slices.Clip(heuristicTable), rows{heuristics.OutOfRowColumn})

	_, err := ParseHeuristic("row")
	assert.ErrorContains(t, err, "did you mean rows?")
	problem := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	for _, text := range []string{"Rows", "max(rows,misplaced)"} {
		settings := Default("astar")
		require.NoError(t, settings.Set("heuristic", text))
		require.NoError(t, settings.CheckGoal(problem.Goal, problem.Costs))
		assert.Contains(t, settings.Get("heuristic"), "rows")
		solver, err := New(settings, nil)
		require.NoError(t, err)
		result := searchtest.Solve(t, solver, problem, search.Limits{})
		assert.True(t, result.Optimal)
		assert.EqualValues(t, 31, result.Cost)
	}
}
