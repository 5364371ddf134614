package solvers_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// The textbook engines find plans of the same lengths with the same effort, and need other
// memory: they are other programs.
func TestEngines(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	for _, algorithm := range []string{"astar", "idastar"} {
		settings := solvers.Default(algorithm)
		require.Equal(t, search.Fast, settings.Get("engine"))
		settings = settings.With("workers", "1")
		differ := 0
		for n := range uint64(20) {
			p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(16, n), goal), Goal: goal}
			var results []search.Result
			for _, engine := range []string{search.Fast, search.Textbook} {
				require.NoError(t, settings.Set("engine", engine))
				solver, err := solvers.New(settings, nil)
				require.NoError(t, err)
				r, err := solver.Solve(context.Background(), p, search.Limits{})
				require.NoError(t, err)
				results = append(results, r)
			}
			fast := results[0]
			textbook := results[1]
			assert.Len(t, textbook.Moves, len(fast.Moves))
			assert.True(t, textbook.Optimal)
			assert.Equal(t, fast.ExpandedBeforeLastF, textbook.ExpandedBeforeLastF)
			if fast.Bytes != textbook.Bytes {
				differ++
			}
		}
		if algorithm == "astar" { // whose fast engine has a table instead of a map
			assert.Positive(t, differ)
		}
	}
}

// Under costs other than 1, the maximum depth counts moves and not costs.
func TestDepthCountsMoves(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	costs, err := puzzle.ParseCosts("2,2,2,2")
	require.NoError(t, err)
	start := puzzle.Uniform(puzzle.NewRand(16, 0), goal)
	for _, algorithm := range []string{"astar", "idastar"} {
		depths := map[bool]uint64{}
		for _, unit := range []bool{true, false} {
			settings := solvers.Default(algorithm)
			settings = settings.With("engine", search.Textbook).With("heuristic", "manhattan")
			solver, err := solvers.New(settings, nil)
			require.NoError(t, err)
			p := search.Problem{Start: start, Goal: goal}
			if !unit {
				p.Costs = costs
			}
			r, err := solver.Solve(context.Background(), p, search.Limits{})
			require.NoError(t, err)
			depth, known := r.Depth(p.Costs)
			require.True(t, known)
			if depths[unit] = depth; !unit {
				assert.Equal(t, 2*depth, uint64(costs.Float(r.MaxCost)))
			}
		}
		assert.Equal(t, depths[true], depths[false], algorithm)
	}
	settings := solvers.Default("astar")
	solver, err := solvers.New(settings, nil)
	require.NoError(t, err)
	p := search.Problem{Start: start, Goal: goal, Costs: costs}
	r, err := solver.Solve(context.Background(), p, search.Limits{})
	require.NoError(t, err)
	_, known := r.Depth(costs)
	assert.False(t, known, "the fast engine stores no numbers of moves")
}
