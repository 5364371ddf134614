package web

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/lab"
	"npuzzle/solvers"
)

// script is a file that pays to be compressed.
var script = strings.Repeat("console.log('a');\n", 200)

// newServer returns a server of a small page, with a store that does not exist yet.
func newServer(t testing.TB, o Options) *Server {
	t.Helper()
	o.Files = fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html><title>page</title>")},
		"js/main.js": {Data: []byte(script)},
	}
	if o.Store == "" {
		o.Store = filepath.Join(t.TempDir(), "lab.sqlite")
	}
	o.Jobs = cmp.Or(o.Jobs, 1)
	library := &solvers.Library{Dir: t.TempDir()}
	o.Library = library
	o.Lab = lab.Lab{Prepare: library.Prepare}
	s, err := New(o)
	require.NoError(t, err)
	t.Cleanup(s.running.end)
	return s
}

// request sends a request to the server, without a network. Pairs are headers; "Host" sets the
// host.
func request(s *Server, method, path, body string, pairs ...string) *http.Response {
	r, err := http.NewRequest(method, "http://127.0.0.1:8080"+path, strings.NewReader(body))
	if err != nil {
		panic(err) // a mistake of the test
	}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == "Host" {
			r.Host = pairs[i+1]
		}
		r.Header.Set(pairs[i], pairs[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// call calls a method and returns the status and the answer.
func call(t testing.TB, s *Server, method, params string) (status int, answer map[string]any) {
	t.Helper()
	response := request(s, "POST", "/api/v1/"+method, params)
	require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
	schema := schemas{}.of(reflect.TypeFor[faultAnswer]())
	if to, ok := s.routes[method]; ok && response.StatusCode == 200 {
		schema = schemas{}.of(to.answer)
	}
	conforms(t, method, schema, answer)
	return response.StatusCode, answer
}

func text(t testing.TB, r *http.Response) string {
	t.Helper()
	all, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(all)
}

func TestPage(t *testing.T) {
	s := newServer(t, Options{})
	got := request(s, "GET", "/", "")
	assert.Equal(t, 200, got.StatusCode)
	assert.Equal(t, "text/html; charset=utf-8", got.Header.Get("Content-Type"))
	assert.Contains(t, text(t, got), "<title>page</title>")
	for name, value := range headers {
		assert.Equal(t, value, got.Header.Get(name), name)
	}
	assert.Len(t, headers, 4, "the policy, nosniff, no referrer, and answers for this origin alone")
	assert.Equal(t, "no-cache", got.Header.Get("Cache-Control"),
		"a new version of the program is seen")
	assert.NotContains(t, got.Header.Get("Content-Security-Policy"), "unsafe")

	got = request(s, "GET", "/js/main.js", "")
	assert.Equal(t, "text/javascript; charset=utf-8", got.Header.Get("Content-Type"))
	assert.Equal(t, script, text(t, got))
	packed := request(s, "GET", "/js/main.js", "", "Accept-Encoding", "br, gzip;q=0.9")
	assert.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	assert.Less(t, len(text(t, packed)), len(script)/5)
	tag := packed.Header.Get("Etag")
	assert.NotEqual(t, got.Header.Get("Etag"), tag, "another form, another tag")
	again := request(s, "GET", "/js/main.js", "", "Accept-Encoding", "gzip", "If-None-Match", tag)
	assert.Equal(t, 304, again.StatusCode)

	assert.Equal(t, 404, request(s, "GET", "/nothing", "").StatusCode)
	assert.Equal(t, 404, request(s, "GET", "/js", "").StatusCode, "folders are not listed")
	assert.Equal(t, 405, request(s, "POST", "/", "").StatusCode)
	assert.Equal(t, "application/yaml",
		request(s, "GET", "/api/v1/openapi.yaml", "").Header.Get("Content-Type"))
}

func TestMethods(t *testing.T) {
	s := newServer(t, Options{Jobs: 2, Memory: 64 << 20, TimeLimit: time.Minute})
	status, answer := call(t, s, "solve", `{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "A*"}`)
	assert.Equal(t, 200, status)
	assert.Equal(t, "R R", answer["moves"])
	assert.Equal(t, float64(2<<20), answer["memory_limit"], "a share of a quarter of the memory")
	assert.Equal(t, 60.0, answer["time_limit"])
	assert.Equal(t, uint64(24<<20), s.api.MaxMemory, "a share of the rest")

	got := request(s, "GET", "/api/v1/describe", "")
	require.Equal(t, 200, got.StatusCode)
	assert.Contains(t, text(t, got), `"max_cells":64`)
	assert.Equal(t, "gzip", request(s, "GET", "/api/v1/describe", "", "Accept-Encoding", "gzip").
		Header.Get("Content-Encoding"))

	for _, c := range []struct {
		method, params string
		status         int
		says           string
	}{
		{"nothing", "{}", 404, `method "nothing" is unknown`},
		{"board", "", 400, "expected a JSON object"},
		{"board", `{"texts": ""}`, 400, `key "texts" is unknown; expected text, size, goal`},
		{"board", `{"text": "1 2/3 3"}`, 400, "tile 3 appears twice"},
		{"shuffle", `{"size": "9x9"}`, 400, "size 9x9 has 81 cells; expected at most 64"},
		{"solve", `{"board": "1 2/3 0", "algorithm": "zstar"}`, 400, "zstar"},
		{"solve", `{"board": "1 2/3 0", "time_limit": -1}`, 400, "time_limit -1 is out of range"},
		{"board", `{"text": "` + strings.Repeat("1", maxBody) + `"}`, 413, "too large"},
	} {
		status, answer := call(t, s, c.method, c.params)
		assert.Equal(t, c.status, status, c.method)
		assert.Contains(t, answer["error"], c.says, c.method)
	}
	got = request(s, "GET", "/api/v1/solve", "")
	assert.Equal(t, 405, got.StatusCode)
	assert.Equal(t, "POST", got.Header.Get("Allow"))
}

// events reads the server-sent events of an answer.
func events(t testing.TB, body io.Reader) (names []string, last map[string]any) {
	t.Helper()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	var data string
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			names = append(names, name)
		}
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			data = text
		}
	}
	require.NoError(t, lines.Err())
	require.NoError(t, json.Unmarshal([]byte(data), &last))
	return names, last
}

// heavy is a search that would take minutes and gigabytes.
const heavy = `{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first",
	"algorithm": "bfs", "time_limit": %v}`

func TestStream(t *testing.T) {
	s := newServer(t, Options{Memory: 1 << 30})
	stream := []string{"Accept", "text/event-stream"}
	got := request(s, "POST", "/api/v1/solve", strings.Replace(heavy, "%v", "0.2", 1), stream...)
	assert.Equal(t, "text/event-stream", got.Header.Get("Content-Type"))
	names, last := events(t, got.Body)
	require.GreaterOrEqual(t, len(names), 2)
	assert.Equal(t, "progress", names[0])
	assert.Equal(t, "result", names[len(names)-1])
	assert.Equal(t, "time-limit", last["status"])

	// Each plan is sent in an event of its own.
	got = request(s, "POST", "/api/v1/solve", `{"board": "8 6 7/2 5 4/3 0 1", "goal": "blank-first",
		"algorithm": "ga", "node_limit": 200000, "settings": {"preset": "pure"}}`, stream...)
	names, last = events(t, got.Body)
	plans := len(last["found"].([]any))
	require.Greater(t, plans, 1)
	assert.Greater(t, len(names), plans)

	got = request(s, "POST", "/api/v1/solve", `{"board": "1 2"}`, stream...)
	assert.Equal(t, 200, got.StatusCode, "browsers log other statuses as faults of the page")
	names, last = events(t, got.Body)
	assert.Equal(t, []string{"error"}, names)
	assert.Contains(t, last["error"], "expected")

	for text, name := range map[string]string{"1 2/3 0": "result", "1 2/3 3": "error"} {
		got = request(s, "POST", "/api/v1/board", `{"text": "`+text+`"}`, stream...)
		assert.Equal(t, "text/event-stream", got.Header.Get("Content-Type"),
			"a method without progress")
		names, last = events(t, got.Body)
		assert.Equal(t, []string{name}, names, last)
	}
}

// A negative number of jobs is an error.
func TestNegativeJobs(t *testing.T) {
	_, err := New(Options{Jobs: -1})
	require.EqualError(t, err, "web: -1 jobs; expected 1 or more, or 0 for one a core")
}
