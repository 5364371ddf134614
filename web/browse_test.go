package web

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/cluster"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
)

// definition is a small experiment, in JSON, which YAML includes.
const definition = `{"puzzles": [{"size": "3x3", "count": 4}], "time-limit": "10s", "history": true,
	"solvers": [{"algorithm": ["astar", "ga"], "patience": 2}]}`

// toStart returns the request that starts an experiment.
func toStart(t testing.TB, definition string) string {
	t.Helper()
	text, err := json.Marshal(startRequest{definition})
	require.NoError(t, err)
	return string(text)
}

// An experiment is started, followed to its end, and looked at from the list down to the plan of a
// trial, which leads to the goal.
func TestExperiment(t *testing.T) {
	s := newServer(t, Options{Jobs: 2, Memory: 64 << 20, TimeLimit: time.Minute})
	status, list := call(t, s, "experiments", "{}")
	assert.Equal(t, 200, status, "a store that does not exist yet is no error")
	assert.Empty(t, list["experiments"])
	status, answer := call(t, s, "experiment", `{"experiment": "serve-1"}`)
	assert.Equal(t, 404, status)
	assert.Contains(t, answer["error"], "holds no experiments")

	status, run := call(t, s, "start", toStart(t, definition))
	require.Equal(t, 200, status, run)
	assert.Equal(t, "serve-1", run["experiment"])
	assert.Equal(t, 8.0, run["trials"])
	got := request(s, "POST", "/api/v1/follow", `{"experiment": "serve-1"}`, "Accept",
		"text/event-stream")
	names, last := events(t, got.Body)
	assert.Equal(t, "progress", names[0])
	assert.Equal(t, "result", names[len(names)-1])
	assert.Equal(t, false, last["running"])
	assert.Equal(t, 8.0, last["done"])
	assert.Equal(t, []any{
		map[string]any{"solver": "astar", "done": 4.0, "solved": 4.0},
		map[string]any{"solver": "ga", "done": 4.0, "solved": 4.0},
	}, last["solvers"])
	assert.Empty(t, last["error"])

	_, list = call(t, s, "experiments", "{}")
	require.Len(t, list["experiments"], 1)
	entry := list["experiments"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"serve-1", "serve", 8.0, 8.0},
		[]any{entry["experiment"], entry["kind"], entry["trials"], entry["done"]})
	assert.Empty(t, entry["definition"], "the list has no definitions")

	_, results := call(t, s, "experiment", "{}")
	assert.Equal(t, "serve-1", results["experiment"])
	assert.JSONEq(t, definition, results["definition"].(string))
	assert.Len(t, results["conclusions"], 2)
	assert.NotEmpty(t, results["headline"])
	assert.Contains(t, results["conclusions"].([]any)[0], results["headline"], "of the analysis")
	require.Len(t, results["groups"], 1)
	assert.Len(t, results["groups"].([]any)[0].(map[string]any)["solvers"], 2)

	_, first := call(t, s, "trials", `{"count": 5}`)
	_, second := call(t, s, "trials", `{"count": 5, "skip": 5}`)
	assert.Equal(t, 8.0, first["done"])
	pages := append(first["trials"].([]any), second["trials"].([]any)...)
	require.Len(t, pages, 8)
	keys := map[string]bool{}
	for i, trial := range pages {
		trial := trial.(map[string]any)
		key := trial["key"].(string)
		keys[key] = true
		assert.Equal(t, float64(i/2+1), trial["puzzle"], "in the order of the experiment")
		assert.NotContains(t, trial, "history")
		status, alone := call(t, s, "trial",
			fmt.Sprintf(`{"experiment": "serve-1", "key": %q}`, key[:12]))
		require.Equal(t, 200, status)
		assert.Equal(t, key, alone["key"])
		assert.Equal(t, trial["algorithm"] == "ga", alone["history"] != nil)
		board, err := puzzle.Parse(alone["board"].(string), puzzle.Size{})
		require.NoError(t, err)
		moves, err := puzzle.ParseMoves(alone["moves"].(string), puzzle.BlankNotation)
		require.NoError(t, err)
		end, err := board.Replay(moves)
		require.NoError(t, err)
		assert.Equal(t, alone["goal"], end.String())
	}
	assert.Len(t, keys, 8)
	status, answer = call(t, s, "trial", `{"key": ""}`)
	assert.Equal(t, 404, status)
	assert.Contains(t, answer["error"], "8 trials of serve-1")

	report := request(s, "GET", "/api/v1/report?experiment=serve-1", "")
	assert.Equal(t, 200, report.StatusCode)
	assert.Equal(t, reportPolicy, report.Header.Get("Content-Security-Policy"))
	assert.Contains(t, text(t, report), "<h1>Experiment serve-1</h1>")
	assert.Equal(t, 404, request(s, "GET", "/api/v1/report?experiment=other", "").StatusCode)

	_, again := call(t, s, "start", toStart(t, definition))
	assert.Equal(t, 8.0, again["done"], "the trials are kept")
	assert.Equal(t, "serve-1", again["experiment"])
}

// The answer of start does not change while the experiment goes on.
func TestStartAnswersWithACopy(t *testing.T) {
	s := newServer(t, Options{Jobs: 4, Memory: 64 << 20})
	run, err := s.start(t.Context(), startRequest{
		`{"puzzles": [{"size": "3x3", "count": 100000}], "solvers": [{"algorithm": "idastar"}]}`,
	})
	require.NoError(t, err)
	before := run.Solvers[0]
	waitFor(t, "a trial has ended", func() bool { return s.running.last.get().Done > run.Done })
	assert.Equal(t, before, run.Solvers[0])
	s.running.end()
}

// An experiment is stopped, what has ended is kept, and it continues when it is started again.
func TestStop(t *testing.T) {
	workers := func() cluster.Status {
		return cluster.Status{Rate: 7, Workers: []cluster.Worker{{Name: "abacus/1", Jobs: 3}}}
	}
	s := newServer(t, Options{Jobs: 4, Memory: 64 << 20, Workers: workers})
	long := `{"name": "long", "puzzles": [{"size": "3x3", "count": 100000}], "solvers": ` +
		`[{"algorithm": "idastar"}]}`
	status, run := call(t, s, "start", toStart(t, long))
	require.Equal(t, 200, status, run)
	assert.Equal(t, true, run["running"])
	assert.Equal(t, 7.0, run["shared"].(map[string]any)["rate"])
	waited := make(chan string)
	go func() {
		waited <- text(t, request(s, "POST", "/api/v1/start", toStart(t, definition),
			"Accept", "text/event-stream", "Npuzzle-Client", "second"))
	}()
	waitFor(t, "the second experiment waits", func() bool {
		s.running.queue.mu.Lock()
		defer s.running.queue.mu.Unlock()
		return len(s.running.queue.waiting) == 1
	})
	refused := request(s, "POST", "/api/v1/stop", `{"experiment": "long"}`, "Npuzzle-Client",
		"second")
	assert.Equal(t, 403, refused.StatusCode)
	assert.Contains(t, text(t, refused), "only that browser can stop it")
	_, list := call(t, s, "experiments", "{}")
	assert.Equal(t, "long", list["running"])
	waitFor(t, "a trial has ended", func() bool { return s.running.last.get().Done > 0 })
	assert.Equal(t, 2, s.largeQueue.free, "it takes half of the slots")
	status, run = call(t, s, "stop", `{"experiment": "long"}`)
	require.Equal(t, 200, status, run)
	assert.Equal(t, false, run["running"])
	assert.Nil(t, run["shared"])
	assert.Equal(t, true, run["stopped"])
	done := run["done"].(float64)
	assert.Less(t, done, 100_000.0)
	events := <-waited
	assert.Contains(t, events, "event: queue\ndata: {\"place\":1}")
	assert.Contains(t, events, `"yours":true`,
		"the second experiment begins when the first one has ended")
	waitFor(t, "the second experiment has ended", func() bool { return s.running.queue.idle() })
	_, trials := call(t, s, "trials", `{"experiment": "long", "count": 1}`)
	assert.Equal(t, done, trials["done"])
	assert.True(t, s.largeQueue.idle(), "its slots are free")

	_, run = call(t, s, "start", toStart(t, long))
	assert.GreaterOrEqual(t, run["done"], done)
	s.running.end() // as the end of the server does
	assert.False(t, s.running.last.get().Running)
	status, _ = call(t, s, "start", toStart(t, long))
	assert.Equal(t, 503, status, "the server ends")
}

// What cannot run is refused before anything is written.
func TestStartRefuses(t *testing.T) {
	s := newServer(t, Options{Jobs: 2, Memory: 64 << 20, TimeLimit: time.Minute})
	for _, c := range []struct {
		definition string
		status     int
		says       string
	}{
		{"", 400, "experiment:1: empty"},
		{"solvers: []", 400, "no puzzles"},
		{"puzzles: [{size: 3x3, count: 1}]", 400, "0 solvers"},
		{"time-limit: 1s\npuzzles: [{file: /etc/passwd}]\nsolvers: [{algorithm: bfs}]", 400,
			`experiment:2: file "/etc/passwd" cannot be read from here; expected boards`},
		{"puzzles: [{size: 3x3, count: 1}]\nsolvers: [{algorithm: bfs}]", 400,
			"expected a limit of at most 60.0 s"},
		{"time-limit: 1h\npuzzles: [{size: 3x3, count: 1}]\nsolvers: [{algorithm: bfs}]", 400,
			"expected a limit"},
		{"time-limit: 1s\npuzzles: [{size: 9x9, count: 1}]\nsolvers: [{algorithm: bfs}]", 400,
			"at most 64"},
		{"time-limit: 1s\npuzzles: [{size: 3x3, count: 100001}]\nsolvers: [{algorithm: bfs}]", 400,
			"at most 100000"},
		{"time-limit: 1s\nisolate: true\npuzzles: [{size: 3x3, count: 1}]\nsolvers: [{algorithm: " +
			"bfs}]", 400,
			"isolate is not possible here"},
		{"time-limit: 1s\nmemory-limit: 1GB\npuzzles: [{size: 3x3, count: 1}]\nsolvers: " +
			"[{algorithm: bfs}]", 400,
			"memory-limit 1 GB; expected at most 25.2 MB"},
	} {
		status, answer := call(t, s, "start", toStart(t, c.definition))
		assert.Equal(t, c.status, status, c.definition)
		assert.Contains(t, answer["error"], c.says)
	}
	assert.NoFileExists(t, s.Store)
	for method, params := range map[string]string{
		"follow": `{"experiment": "none"}`, "stop": `{"experiment": "none"}`,
		"trial":  `{"key": "0"}`,
		"trials": `{"experiment": "none"}`,
	} {
		status, _ := call(t, s, method, params)
		assert.Equal(t, 404, status, method)
	}

	// Another process writes to the store.
	other, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.sqlite"))
	require.NoError(t, err)
	defer other.Close()
	s.Store = other.Name()
	status, answer := call(t, s, "start", toStart(t, definition))
	assert.Equal(t, 503, status)
	assert.Contains(t, answer["error"], "is in use by process")
}
