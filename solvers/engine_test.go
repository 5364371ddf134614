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
		require.Equal(t, solvers.Fast, settings.Engine)
		settings.Workers = 1
		differ := 0
		for n := range uint64(20) {
			p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(16, n), goal), Goal: goal}
			var results []search.Result
			for _, engine := range solvers.Engines() {
				require.NoError(t, settings.Set("engine", engine))
				solver, err := solvers.New(settings, nil)
				require.NoError(t, err)
				r, err := solver.Solve(context.Background(), p, search.Limits{})
				require.NoError(t, err)
				results = append(results, r)
			}
			fast, textbook := results[0], results[1]
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
