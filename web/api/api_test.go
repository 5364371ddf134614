package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// call calls a method and returns its answer and events as JSON.
func call(
	t *testing.T, a *api.API, method, params string,
) (answer string, events []string, err error) {
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
	require.Equal(t, "Every move swaps the blank with a tile and takes the blank one step. "+
		"The tiles need an odd number of swaps (1), but the blank needs an even number of steps "+
		"(0), so no moves lead to the goal.", board.Why)
}

// The goal of a request comes before that of the board's text, and this one before the default.
func TestGoalOfBoard(t *testing.T) {
	const text = `{"text": "1 2/3 0 # goal: blank-first"`
	for params, want := range map[string]string{
		`{"text": "1 2/3 0"}`:                                      "blank-last",
		`{"text": "1 2/3 0", "default_goal": "snail"}`:             "snail",
		`{"text": "1 2/3 0", "default_goal": "1 2 3/8 0 4/7 6 5"}`: "blank-last",
		text + `}`:                                        "blank-first",
		text + `, "default_goal": "snail"}`:               "blank-first",
		text + `, "goal": "snail"}`:                       "snail",
		text + `, "goal": "3 2/1 0"}`:                     "3 2/1 0",
		`{"text": "[[1, 2], [3, 0]]", "goal": "3 2/1 0"}`: "3 2/1 0",
	} {
		got, _, err := call(t, &api.API{}, "board", params)
		require.NoError(t, err)
		var board api.Board
		require.NoError(t, json.Unmarshal([]byte(got), &board))
		assert.Equal(t, want, board.GoalName, params)
		assert.Equal(t, want, puzzle.GoalText(board.Goal), params)
	}
	got, _, err := call(t, &api.API{}, "solve",
		`{"board": "1 2 3/8 4 0/7 6 5 # goal: snail", "algorithm": "astar"}`)
	require.NoError(t, err)
	assert.Contains(t, got, `"moves":"L"`)
}

// Each solver is described in words and by its settings and statistics.
func TestDescribe(t *testing.T) {
	d, err := (&api.API{}).Describe(struct{}{})
	require.NoError(t, err)
	require.Len(t, d.Algorithms, len(solvers.Names()))
	for _, a := range d.Algorithms {
		assert.Equal(t, solvers.Describe(a.Name).Label, a.Label)
		assert.NotEmpty(t, a.About, a.Name)
		assert.Contains(t, a.Takes, "order", a.Name)
		assert.Contains(t, a.Reports, "generated", a.Name)
		assert.NotContains(t, a.Reports, "-", a.Name)
		assert.Equal(t, solvers.Reports(a.Name, "open"), slices.Contains(a.Reports, "open"), a.Name)
	}
}

func TestSolve(t *testing.T) {
	got, _, err := call(t, &api.API{}, "solve",
		`{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "A*", "settings": {"heuristic": "manhattan"}}`)
	require.NoError(t, err)
	var record struct{ Status, Moves, Heuristic string }
	require.NoError(t, json.Unmarshal([]byte(got), &record))
	assert.Equal(t, "solved", record.Status)
	assert.Equal(t, "R R", record.Moves)
	assert.Equal(t, "manhattan", record.Heuristic)
}

// What is wrong with the parameters is said in terms of their JSON.
func TestWrongParameters(t *testing.T) {
	for params, says := range map[string]string{
		``:                     "the request has no parameters; expected a JSON object",
		`{"time_limit": "10"}`: "time_limit: found a JSON string; expected a number",
		`{"node_limit": -1}`: "node_limit: found a JSON number -1; expected a whole " +
			"number, at least 0",
		`{"history": 1}`:              "history: found a JSON number; expected true or false",
		`{"board": [1, 2]}`:           "board: found a JSON array; expected a text",
		`{"settings": []}`:            "settings: found a JSON array; expected an object",
		`{"settings": {"weight": 2}}`: "settings: found a JSON number; expected a text",
		`{"boards": ""}`: `key "boards" is unknown; expected board, goal, move_costs, algorithm, ` +
			"settings, notation, time_limit, node_limit, evaluation_limit, memory_limit, history, race, lanes",
		`[]`:    "parameters: found a JSON array; expected an object",
		`{"a`:   "parameters: unexpected EOF; expected a JSON object",
		`{} {}`: "parameters: more than one value; expected a JSON object",
	} {
		_, _, err := call(t, &api.API{}, "solve", params)
		assert.EqualError(t, err, says, params)
	}
	_, _, err := call(t, &api.API{}, "describe", `{"size": "3x3"}`)
	assert.EqualError(t, err, `key "size" is unknown; expected an empty object`)
}

// TestMaxTimeIsNoTimeLimit solves a board by the genetic solver, which improves its plan
// for as long as a time limit allows, but stops by itself without one.
func TestMaxTimeIsNoTimeLimit(t *testing.T) {
	evaluated := func(a *api.API) uint64 {
		got, _, err := call(t, a, "solve",
			`{"board": "1 2 3/4 0 6/7 5 8", "goal": "blank-first", "algorithm": "ga"}`)
		require.NoError(t, err)
		var record struct{ Evaluated uint64 }
		require.NoError(t, json.Unmarshal([]byte(got), &record))
		return record.Evaluated
	}
	require.Equal(t, evaluated(&api.API{}), evaluated(&api.API{MaxTime: 10 * time.Second}))
}

// The courses of all events together have each generation once, the last ones included.
func TestSolveSendsEachGeneration(t *testing.T) {
	answer, events, err := call(t, &api.API{}, "solve",
		`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "settings":
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

// While a search runs, a statistic that its solver does not report is null, as in the answer.
func TestProgressLacksWhatTheSolverDoesNotReport(t *testing.T) {
	for _, name := range solvers.Names() {
		mustReport := name == "astar" || name == "ga"
		if !mustReport && (testing.Short() || !slow.Asked()) {
			t.Logf("%s is left out; run it with -slow and without -short", name)
			continue
		}
		limit := 1_500_000 // takes longer than the interval between reports
		if testing.Short() {
			limit = 600_000 // as long under the race detector
		}
		_, events, err := call(t, &api.API{}, "solve", fmt.Sprintf(
			`{"board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": %q, "node_limit": %d}`,
			name, limit))
		require.NoError(t, err)
		if mustReport {
			require.NotEmpty(t, events, name)
		}
		for _, event := range events {
			var p map[string]any
			require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(event, "progress ")), &p))
			require.Contains(t, p, "seconds")
			for _, row := range search.Statistics {
				require.Contains(t, p, row.Name)
				require.Equal(t, solvers.Reports(name, row.Name), p[row.Name] != nil, "%s %s", name,
					row.Name)
			}
		}
	}
}

// Without a seed, the page gets the plan that the command line prints.
func TestDefaultSeed(t *testing.T) {
	got, _, err := call(t, &api.API{}, "solve", `{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "ga"}`)
	require.NoError(t, err)
	var record struct{ Seed int }
	require.NoError(t, json.Unmarshal([]byte(got), &record))
	require.Equal(t, 1, record.Seed)
}
