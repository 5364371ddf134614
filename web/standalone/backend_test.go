package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// openBackend opens a page that shows nothing. Its script makes backend and a function that
// starts a search.
func openBackend(t *testing.T, p program) *browser.Page {
	const script = `
		import { fromPage, worker } from './worker.js';
		globalThis.backend = worker(fromPage);
		globalThis.stop = new AbortController();
		globalThis.solve = (params, onEvent = () => {}) => backend.stream('solve', params, onEvent, stop.signal);
		globalThis.hard = '14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0';`
	return open(t, p, func(folder string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "js", "main.js"), []byte(script),
			0o666))
	})
}

// The browser gives the answers that the program gives, apart from times.
func TestAnswersAreThoseOfTheProgram(t *testing.T) {
	page := openBackend(t, solvers(t))
	limit := browser.Value[uint64](page, `backend.call("describe", {}).then((d) => d.max_memory)`)
	a := api.API{MaxMemory: limit, MaxThread: 1}
	for _, request := range []struct{ method, params string }{
		{"describe", `{}`},
		{"board", `{"text": "1 2 3/4 5 6/8 7 0"}`},
		{"shuffle", `{"size": "4x4", "walk": 40, "seed": 7}`},
		{"shuffle", `{"size": "6x6", "seed": 7}`},
		{"estimate", `{"boards": ["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 0 8"], "heuristic": ` +
			`"walking-distance"}`},
		{"solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "A*", "settings": {"heuristic": ` +
			`"manhattan"}}`},
		{"solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "IDA*"}`},
		{"solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "bfs"}`},
		{"solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "settings": {"seed": "3"}, ` +
			`"history": true}`},
		{"solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ucs", "node_limit": 1000}`},
		{"solve", `{"board": "2 1 3/4 5 6/7 8 0"}`},
	} {
		var native map[string]any
		answer, err := a.Call(t.Context(), request.method, []byte(request.params),
			func(string, any) {})
		require.NoError(t, err)
		text, err := json.Marshal(answer)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &native))

		call := `backend.call("` + request.method + `", `
		if api.Methods()[request.method].Event != nil {
			call = `solve(`
		}
		browser := browser.Value[map[string]any](page, call+request.params+`)`)
		for _, record := range []map[string]any{native, browser} {
			maps.DeleteFunc(record, func(key string, _ any) bool {
				return strings.Contains(key, "seconds")
			})
			delete(record, "found") // has times
		}
		assert.Equal(t, native, browser, request)
	}
}

// Errors are rejected promises whose messages have one line.
func TestErrors(t *testing.T) {
	browser.OnlyNamed(t)
	page := openBackend(t, solvers(t))
	message := func(call string) string {
		return browser.Value[string](page, call+`.then(() => "no error", (error) => error.message)`)
	}
	assert.Equal(t, "board 1 (line 1, field 2): \"two\" is not a tile; expected a whole number, "+
		"or 0, _, x, . or - for the blank", message(`backend.call("board", {text: "1 two/3 0"})`))
	assert.Equal(t, `method "fly" is unknown`, message(`backend.call("fly", {})`))
	assert.Contains(t, message(`solve({board: "1 2/3 0", algorithm: "dfs"})`), "dfs")
	assert.Contains(t, message(`solve({board: hard, settings: {heuristic: "pdb"}})`), "needs files")
}

// A search ends at each limit, also a search of the genetic solver.
func TestLimits(t *testing.T) {
	browser.OnlyNamed(t)
	page := openBackend(t, solvers(t))
	for _, c := range []struct{ params, want string }{
		{`algorithm: "astar", settings: {heuristic: "zero"}, node_limit: 100000`, "node-limit"},
		{`algorithm: "astar", settings: {heuristic: "zero"}, memory_limit: 20e6`, "memory-limit"},
		{`algorithm: "astar", settings: {heuristic: "zero"}, time_limit: 0.2`, "time-limit"},
		{`algorithm: "idastar", settings: {heuristic: "manhattan"}, time_limit: 0.2`, "time-limit"},
		{`algorithm: "bfs", time_limit: 0.2`, "time-limit"},
	} {
		assert.Equal(t, c.want, browser.Value[string](page,
			`solve({board: hard, `+c.params+`}).then((r) => r.status)`), c)
	}
	// The limit counts from the request, so the time of the record may be shorter.
	took := browser.Value[float64](page, `(async () => {
		const began = performance.now();
		await solve({board: hard, algorithm: "ga", time_limit: 1});
		return (performance.now() - began) / 1000;
	})()`)
	assert.GreaterOrEqual(t, took, 1.0, "the genetic solver improves its plan up to the limit")
	assert.Less(t, took, 60.0)
}

// A search sends its progress while it runs, lets short requests be answered, and ends when it
// is stopped. The next search then works as before.
func TestStop(t *testing.T) {
	browser.OnlyNamed(t)
	page := openBackend(t, solvers(t))
	got := browser.Value[[]string](page, `(async () => {
		let events = 0;
		let search;
		await new Promise((begin) => {
			search = solve({board: hard, algorithm: 'idastar', settings: {heuristic: 'zero'}}, (event, data) => {
				if (event === 'progress' && data.expanded > 0 && ++events === 3) begin();
			});
		});
		const { board } = await backend.call('board', {text: '1 2/3 0'});
		stop.abort();
		const name = (error) => error.name;
		const stopped = [await search.catch(name), await solve({board: hard}).catch(name)];
		globalThis.stop = new AbortController();
		return [board, ...stopped, (await solve({board: '1 2/0 3'})).status];
	})()`)
	assert.Equal(t, []string{"1 2/3 0", "AbortError", "AbortError", "solved"}, got)
}

// A page whose WebAssembly is damaged says so.
func TestDamage(t *testing.T) {
	browser.OnlyNamed(t)
	p := solvers(t)
	damaged, err := compress([]byte("no module"))
	require.NoError(t, err)
	page := openBackend(t, program{damaged, p.exec})
	got := browser.Value[string](page,
		`backend.call("describe", {}).catch((error) => error.message)`)
	assert.Contains(t, got, "The solvers cannot be loaded: ")
}
