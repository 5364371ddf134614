package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/web/api"
)

// call calls a method and returns its answer and events as JSON.
func call(t *testing.T, a *api.API, method, params string) (answer string, events []string, err error) {
	t.Helper()
	value, err := a.Call(t.Context(), method, []byte(params), func(event string, data any) {
		text, err := json.Marshal(data)
		require.NoError(t, err)
		events = append(events, event+" "+string(text))
	})
	if err != nil {
		return "", events, err
	}
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return string(text), events, nil
}

func TestBoard(t *testing.T) {
	got, _, err := call(t, &api.API{}, "board", `{"text": "123456870"}`)
	require.NoError(t, err)
	var board api.Board
	require.NoError(t, json.Unmarshal([]byte(got), &board))
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 8, 7, 0}, board.Tiles)
	require.Equal(t, "1 2 3/4 5 6/7 8 0", board.Goal.String())
	require.False(t, board.Solvable)
	require.Equal(t, "Every move swaps the blank with a tile and takes the blank one step. The tiles need an odd"+
		" number of swaps (1), but the blank needs an even number of steps (0), so no moves lead to the goal.",
		board.Why)
}

func TestSolve(t *testing.T) {
	got, _, err := call(t, &api.API{}, "solve",
		`{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "A*", "settings": {"heuristic": "manhattan"}}`)
	require.NoError(t, err)
	var record struct{ Status, Moves, Heuristic string }
	require.NoError(t, json.Unmarshal([]byte(got), &record))
	require.Equal(t, struct{ Status, Moves, Heuristic string }{"solved", "R R", "manhattan"}, record)
}

// TestMaxTimeIsNoTimeLimit solves a board by the genetic solver, which improves its plan
// for as long as a time limit allows, but stops by itself without one.
func TestMaxTimeIsNoTimeLimit(t *testing.T) {
	evaluated := func(a *api.API) uint64 {
		got, _, err := call(t, a, "solve", `{"board": "1 2 3/4 0 6/7 5 8", "goal": "blank-first", "algorithm": "ga"}`)
		require.NoError(t, err)
		var record struct{ Evaluated uint64 }
		require.NoError(t, json.Unmarshal([]byte(got), &record))
		return record.Evaluated
	}
	require.Equal(t, evaluated(&api.API{}), evaluated(&api.API{MaxTime: 10 * time.Second}))
}

// The courses of all events together have each generation once, the last ones included.
func TestSolveSendsEachGeneration(t *testing.T) {
	answer, events, err := call(t, &api.API{}, "solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "settings":
		{"preset": "study", "generations": "20", "phases": "2", "genes": "5"}}`)
	require.NoError(t, err)
	require.Contains(t, answer, `"status":"exhausted"`)
	generations := 0
	for _, event := range events {
		var p api.Progress
		require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(event, "progress ")), &p))
		generations += len(p.Course)
		for _, g := range p.Course {
			require.LessOrEqual(t, float64(g.Best), g.Mean)
		}
	}
	require.Equal(t, 2*(1+20), generations)
}

// Without a seed, the page gets the plan that the command line prints.
func TestDefaultSeed(t *testing.T) {
	got, _, err := call(t, &api.API{}, "solve", `{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "ga"}`)
	require.NoError(t, err)
	var record struct{ Seed int }
	require.NoError(t, json.Unmarshal([]byte(got), &record))
	require.Equal(t, 1, record.Seed)
}
