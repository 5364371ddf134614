package api_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/web/api"
)

// Near the goal, the default solver has a shortest plan at once, on a server within a short search
// and in a page without one, for a hint as for a whole plan.
func TestNearGoal(t *testing.T) {
	t.Parallel()
	server := &api.API{MaxCells: 64, MaxThread: 1, MaxMemory: 16 << 20}
	page := &api.API{MaxThread: 1, MaxMemory: 1_000_000_000}
	for _, size := range []string{"3x3", "4x4", "2x8", "2x16", "5x5", "4x9", "8x8", "10x10"} {
		for _, moves := range []int{0, 1, 2, 30} {
			for _, limit := range []float64{0, 1} {
				name := fmt.Sprintf("%s, %d moves, %v s", size, moves, limit)
				seed := uint64(moves)
				drawn, err := page.Shuffle(api.ShuffleRequest{Size: size, Walk: &moves, Seed: seed})
				require.NoError(t, err, name)
				request := api.SolveRequest{Board: drawn.Board.String(), TimeLimit: limit}
				shortest := request
				shortest.Algorithm = "astar"
				want, err := page.Solve(t.Context(), shortest, func(string, any) {})
				require.NoError(t, err, name)
				got, err := page.Solve(t.Context(), request, func(string, any) {})
				require.NoError(t, err, name)
				checkShortest(t, name, want, got)

				if drawn.Board.Size().Cells() > server.MaxCells {
					continue
				}
				params, err := json.Marshal(request)
				require.NoError(t, err)
				answer, found, err := server.Try(t.Context(), params)
				require.NoError(t, err, name)
				assert.True(t, found, "%s waits for large searches", name)
				checkShortest(t, name, want, answer.(bench.Record))
			}
		}
	}
}

// checkShortest checks that a record has a plan as long as that of another record, and the proof.
func checkShortest(t *testing.T, name string, want, got bench.Record) {
	t.Helper()
	assert.Equal(t, search.Solved, got.Status, name)
	assert.Equal(t, want.Length, got.Length, name)
	assert.True(t, got.Optimal, name)
	assert.Equal(t, got.Cost, got.LowerBound, name)
	require.NotNil(t, got.Moves, name)
	plan, err := puzzle.ParseMoves(*got.Moves, puzzle.BlankNotation)
	require.NoError(t, err, name)
	end, err := got.Board.Replay(plan)
	require.NoError(t, err, name)
	assert.Equal(t, got.Goal, end, name)
}
