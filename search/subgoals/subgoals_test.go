package subgoals_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
	"npuzzle/search/searchtest"
	"npuzzle/search/subgoals"
)

func TestConformance(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 16, Cols: 16})
	require.NoError(t, err)
	hard := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	for name, make := range map[string]func(searchtest.Settings) search.Solver{
		"astar": func(s searchtest.Settings) search.Solver {
			return &astar.Solver{
				Heuristic: heuristics.Manhattan,
				Order:     s.Order,
				Observer:  s.Observer,
				Subgoals:  search.ByLine,
			}
		},
		"idastar": func(s searchtest.Settings) search.Solver {
			return &idastar.Solver{
				Heuristic: heuristics.Manhattan,
				Order:     s.Order,
				Observer:  s.Observer,
				Workers:   s.Workers,
				Subgoals:  search.ByLine,
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			searchtest.Run(t, searchtest.Config{New: make, Hard: hard, Parallel: name == "idastar"})
		})
	}
}

// Every size with every goal is solved at once, line by line.
func TestEverySize(t *testing.T) {
	solver := &astar.Solver{Heuristic: heuristics.Manhattan, Subgoals: search.ByLine}
	for rows := 1; rows <= puzzle.MaxSide; rows++ {
		for cols := 1; cols <= puzzle.MaxSide; cols += 1 + rows/6 {
			if rows*cols < 2 {
				continue
			}
			for i, name := range puzzle.GoalNames {
				goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
				require.NoError(t, err)
				p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(7, uint64(i)), goal),
					Goal: goal}
				r := searchtest.Solve(t, solver, p, search.Limits{})
				require.Equal(t, search.Solved, r.Status, "%v", p)
				assert.Equal(t, p.Start == p.Goal, r.Optimal, "%v", p)
			}
		}
	}
}

// Under costs other than 1, the maximum number of moves counts those of the lines, or is not known.
func TestMaxMoves(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 6, Cols: 6})
	require.NoError(t, err)
	costs, err := puzzle.ParseCosts("1,2,1,3")
	require.NoError(t, err)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(7, 0), goal), Goal: goal, Costs: costs}
	for engine, known := range map[string]bool{search.Fast: false, search.Textbook: true} {
		solver := &astar.Solver{
			Heuristic: heuristics.Manhattan,
			Engine:    engine,
			Subgoals:  search.ByLine,
		}
		r := searchtest.Solve(t, solver, p, search.Limits{})
		moves, reported := r.Depth(costs)
		assert.Equal(t, known, reported, engine)
		if known {
			walk := len(subgoals.Of(goal, 3).Walk) // at the end of the plan, without a search
			assert.GreaterOrEqual(t, moves, uint64(len(r.Moves)-walk), engine)
			assert.LessOrEqual(t, moves, r.Stats.Expanded+uint64(len(r.Moves)), engine)
		}
	}
}

// A line is an outer row or column, and the lines leave a core of at most 3x3.
func TestLines(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 5})
	require.NoError(t, err)
	l := subgoals.Of(goal, 3)
	assert.Equal(t, [][]uint8{{0, 5, 10, 15}, {1, 2, 3, 4}, {9, 14, 19}}, l.Order)
	assert.Equal(t, []int{0, 1, 1, 1, 1, 0, 3, 3, 3, 2, 0, 3, 3, 3, 2, 0, 3, 3, 3, 2}, l.Stage)
	end, err := l.Goal.Replay(l.Walk)
	require.NoError(t, err)
	assert.Equal(t, goal, end)
	assert.Len(t, l.Walk, 1)
}
