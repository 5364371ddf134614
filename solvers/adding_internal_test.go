package solvers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/bfs"
	"npuzzle/search/searchtest"
)

// textbook stands for a solver that is to be added.
type textbook bfs.Solver

func (s *textbook) Capabilities() search.Capabilities {
	return (*bfs.Solver)(s).Capabilities()
}

func (s *textbook) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	return (*bfs.Solver)(s).Solve(ctx, p, lim)
}

// A row in the table of solvers is all that the registry needs to know of a new solver: see "Adding
// a solver" in docs/architecture.md. The row is there only during this test.
func TestAddingASolver(t *testing.T) {
	before := known
	t.Cleanup(func() { known = before })
	require.NoError(t, known.add(algorithm{
		name: "textbook", Description: Description{Label: "Textbook"}, prototype: &textbook{},
	}))

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
			solver, err := New(settings, s.Observer)
			require.NoError(t, err)
			solver.(*textbook).Order = s.Order // the setting refuses an invalid order
			return solver
		},
		Reach: 15,
	})
	costs, err := puzzle.ParseCosts("1,1,1,2")
	require.NoError(t, err)
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	assert.ErrorIs(t, settings.CheckGoal(goal, costs), search.ErrUnitCosts)
}

// rowSum stands for a heuristic that package heuristics is to get.
type rowSum struct{ heuristics.Heuristic }

func (rowSum) Name() string { return "rows" }

// A row in the table of heuristics is all that the registry needs to know of a new heuristic: see
// "Adding a heuristic" in docs/architecture.md. The row is there only during this test.
func TestAddingAHeuristic(t *testing.T) {
	before := heuristicTable
	t.Cleanup(func() {
		heuristicTable = before
		known = builtin()
	})
	row := heuristicRow{heuristic: rowSum{heuristics.OutOfRowColumn}}
	heuristicTable = append(slices.Clip(heuristicTable), row)
	known = builtin()

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

// learned stands for a heuristic that reads a file of one number, the cost of every board
// but the goal.
type learned struct {
	file string
	cost *puzzle.Cost // nil before Prepare
}

func (l learned) Name() string     { return strings.TrimSuffix("learned:"+l.file, ":") }
func (l learned) Version() string  { return fmt.Sprint(*l.cost) }
func (l learned) Admissible() bool { return false }
func (l learned) Consistent() bool { return false }

func (l learned) Named(file string) (heuristics.Heuristic, error) { return learned{file: file}, nil }

func (l learned) CheckGoal(goal puzzle.Board) error {
	if goal.Size().Cells() != 9 {
		return errors.New("learned: expected 3x3")
	}
	return nil
}

func (l learned) Prepare(
	_ context.Context, _ puzzle.Board, library *heuristics.Library) (heuristics.Heuristic, error) {
	if l.cost != nil {
		return l, nil
	}
	cost, err := heuristics.Keep(library, func() (*puzzle.Cost, error) {
		library.Notify("reading %s", l.file)
		text, err := os.ReadFile(filepath.Join(library.Dir, l.file))
		if err != nil {
			return nil, err
		}
		number, err := strconv.Atoi(string(text))
		cost := puzzle.Cost(number)
		return &cost, err
	})
	return learned{l.file, cost}, err
}

func (l learned) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	if l.cost == nil {
		return nil, errors.New("learned: not prepared")
	}
	return heuristics.FromFunc("", false, func(puzzle.Board, puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		return func(tiles []uint8) puzzle.Cost {
			if string(tiles) == string(goal.Tiles()) {
				return 0
			}
			return *l.cost
		}, nil
	}).For(goal, costs)
}

// A heuristic that reads files needs the methods of a Preparer and a row in the table.
func TestAddingAHeuristicWithFiles(t *testing.T) {
	before := heuristicTable
	t.Cleanup(func() {
		heuristicTable = before
		known = builtin()
	})
	heuristicTable = append(slices.Clip(heuristicTable), heuristicRow{heuristic: learned{}})
	known = builtin()

	var told []string
	library := &Library{Dir: t.TempDir(), Notice: func(text string) { told = append(told, text) }}
	require.NoError(t, os.WriteFile(filepath.Join(library.Dir, "five.txt"), []byte("5"), 0o600))
	problem := searchtest.Problem(t, "1 2 3/4 5 6/0 7 8", puzzle.BlankLast)
	settings := Default("astar")
	require.NoError(t, settings.Set("heuristic", "max(Learned:five.txt,manhattan)"))
	assert.Equal(t, "max(learned:five.txt,manhattan)", settings.Get("heuristic"))
	require.NoError(t, settings.CheckGoal(problem.Goal, problem.Costs))
	large, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	require.EqualError(t, settings.CheckGoal(large, problem.Costs), "learned: expected 3x3")

	for range 2 {
		ready, err := library.Prepare(t.Context(), settings.Heuristic, problem.Goal)
		require.NoError(t, err)
		again, err := library.Prepare(t.Context(), ready, problem.Goal)
		require.NoError(t, err)
		require.Equal(t, ready, again)
		version, err := HeuristicVersion(ready)
		require.NoError(t, err)
		assert.Equal(t, `["5" ""]`, version)
		estimator, err := ready.For(problem.Goal, problem.Costs)
		require.NoError(t, err)
		assert.EqualValues(t, 5, estimator.Estimate(problem.Start.Tiles()))
		settings.Heuristic = ready
		solver, err := New(settings, nil)
		require.NoError(t, err)
		assert.Len(t, searchtest.Solve(t, solver, problem, search.Limits{}).Moves, 2)
		require.NoError(t, settings.Set("heuristic", "max(learned:five.txt,manhattan)"))
	}
	assert.Equal(t, []string{"reading five.txt"}, told, "once")
}
