package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// post sends a request over a network.
func post(ctx context.Context, client *http.Client, address, body string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, "POST", address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream")
	return client.Do(request)
}

// waitFor polls until a condition holds.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	end := time.After(time.Minute)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-end:
			t.Fatalf("not within a minute: %s", what)
		case <-tick.C:
		}
	}
}

// Fifty clients ask for everything at once, and some go away in the middle. All get answers, and
// when the server has ended, no goroutine is left.
func TestLoad(t *testing.T) {
	before := runtime.NumGoroutine()
	rounds := 2
	if slow.Asked() {
		rounds = 5
	}
	client := &http.Client{Transport: &http.Transport{}}
	t.Run("clients", func(t *testing.T) {
		s := newServer(t, Options{Jobs: 4, Memory: 256 << 20, TimeLimit: 2 * time.Second})
		address := browser.Serve(t, s.Serve)
		var running sync.WaitGroup
		for n := range 50 {
			running.Go(func() {
				for round := range rounds {
					ctx, leave := context.WithTimeout(t.Context(), time.Minute)
					path := "/api/v1/solve"
					body := strings.Replace(heavy, "%v", "0.05", 1)
					switch (n + round) % 5 {
					case 0:
						path = "/api/v1/shuffle"
						body = fmt.Sprintf(`{"size": "4x4", "seed": %d}`, n)
					case 1:
						body = `{"board": "8 6 7/2 5 4/3 0 1"}`
					case 2:
						path = "/api/v1/experiments"
						body = "{}"
					}
					answer, err := post(ctx, client, address+path, body)
					if assert.NoError(t, err) {
						assert.Equal(t, 200, answer.StatusCode, path)
						if (n+round)%5 == 3 {
							leave() // before the last event
						}
						io.Copy(io.Discard, answer.Body)
						assert.True(t, (n+round)%5 == 3 || ctx.Err() == nil, "%s hangs", path)
						answer.Body.Close()
					}
					leave()
				}
			})
		}
		running.Wait()
		waitFor(t, "all slots are free", func() bool {
			return s.largeQueue.idle() && s.smallQueue.idle()
		})
	})
	client.CloseIdleConnections()
	waitFor(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

// When a search has been answered, its memory has gone back to the system.
func TestMemoryGoesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures memory, which the race detector multiplies")
	}
	s := newServer(t, Options{Memory: 128 << 20})
	debug.FreeOSMemory()
	before := held()
	status, answer := call(t, s, "solve",
		strings.Replace(strings.Replace(heavy, "%v", "60", 1), "bfs", "astar", 1))
	assert.Equal(t, 200, status)
	assert.Equal(t, "memory-limit", answer["status"])
	assert.Less(t, held(), before+kept)
}

// A browser that sends no end of its request, or does not read its answer, loses the connection,
// and its search ends.
func TestSlowBrowsers(t *testing.T) {
	s := newServer(t, Options{Jobs: 1})
	s.readTime = 50 * time.Millisecond
	s.writeTime = 50 * time.Millisecond
	ended := make(chan struct{}, 1)
	flood := func(ctx context.Context, _ []byte, emit api.Emit) (any, error) {
		defer func() { ended <- struct{}{} }()
		for ctx.Err() == nil {
			emit("progress", strings.Repeat("x", 1<<16))
		}
		return nil, ctx.Err()
	}
	to := s.routes["solve"]
	s.routes["flood"] = route{
		params: to.params,
		answer: to.answer,
		event:  to.event,
		work:   smallWork,
		small:  flood,
	}
	address := strings.TrimPrefix(browser.Serve(t, s.Serve), "http://")
	for _, c := range []struct{ name, sent string }{
		{"no end of the headers", "POST /api/v1/board HTTP/1.1\r\nHost: localhost\r\n"},
		{"no end of the body",
			"POST /api/v1/board HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"},
	} {
		connection, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer connection.Close()
		fmt.Fprint(connection, c.sent)
		connection.SetReadDeadline(time.Now().Add(time.Minute))
		_, err = io.Copy(io.Discard, connection) // to the end
		assert.NoError(t, err, c.name)
	}
	connection, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer connection.Close()
	fmt.Fprint(connection,
		"POST /api/v1/flood HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"+
			"Content-Length: 2\r\n\r\n{}")
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the search goes on for a browser that reads nothing")
	}
	waitFor(t, "the slot is free", s.smallQueue.idle)
}

// A search that takes longer than a browser has to send or take something goes on, with events and
// without.
func TestLongSearch(t *testing.T) {
	s := newServer(t, Options{})
	s.readTime = 50 * time.Millisecond
	s.writeTime = 50 * time.Millisecond
	address := browser.Serve(t, s.Serve)
	answer, err := http.Post(address+"/api/v1/solve", "application/json",
		strings.NewReader(strings.Replace(heavy, "%v", "0.3", 1)))
	require.NoError(t, err)
	assert.Equal(t, 200, answer.StatusCode)
	assert.Contains(t, text(t, answer), `"status":"time-limit"`)
	answer, err = post(t.Context(), http.DefaultClient, address+"/api/v1/solve",
		strings.Replace(heavy, "%v", "0.3", 1))
	require.NoError(t, err)
	_, last := events(t, answer.Body)
	assert.Equal(t, "time-limit", last["status"])
}

// FuzzAPI sends any body to any path. The server answers with a status of its interface and,
// except for the page, with JSON.
func FuzzAPI(f *testing.F) {
	for path, body := range map[string]string{
		"board":    `{"text": "1 2/3 0", "goal": "snail"}`,
		"shuffle":  `{"size": "3x3", "walk": 9, "seed": 1}`,
		"estimate": `{"boards": ["1 2/3 0"], "heuristic": "max(manhattan,linear-conflict)"}`,
		"solve": `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "settings": {"population": "50"},
			"move_costs": "1,2,1,2", "node_limit": 100, "history": true}`,
		"watch": `{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "astar"}`, "space": `{"size": "2x3"}`,
		"start": `{"definition": "time-limit: 9ms\npuzzles: [{size: 2x2, count: 1}]\n` +
			`solvers: [{algorithm: bfs}]"}`,
		"experiments": "{}", "experiment": `{"experiment": "serve-1"}`,
		"configurations": "{}", "configuration": `{"size": "3x3", "heuristic": "manhattan",
			"population": 10, "generations": 10, "phases": 1, "boards": 5, "seed": 1}`,
		"follow": `{"experiment": ""}`,
		"trials": `{"experiment": "a", "skip": 1, "count": 2}`, "trial": `{"key": "ab"}`,
		"stop":     `{"experiment": "a"}`,
		"describe": "", "report?experiment=serve-1": "", "../../js/main.js": "", "openapi.yaml": "",
	} {
		f.Add(path, body, true)
		f.Add(path, body, false)
	}
	s := newServer(f, Options{Jobs: 2, Memory: 64 << 20, TimeLimit: 50 * time.Millisecond})
	f.Fuzz(func(t *testing.T, path, body string, stream bool) {
		path = "/api/v1/" + path
		if _, err := url.Parse("http://localhost" + path); err != nil {
			t.Skip("no address")
		}
		var headers []string
		if stream {
			headers = []string{"Accept", "text/event-stream"}
		}
		answer := request(s, "POST", path, body, headers...)
		text := text(t, answer)
		assert.Contains(t, []int{200, 307, 400, 404, 405, 413, 503}, answer.StatusCode, text)
		if answer.Header.Get("Content-Type") == "application/json" {
			assert.True(t, json.Valid([]byte(text)), text)
			assert.Equal(t, answer.StatusCode != 200, strings.HasPrefix(text, `{"error":`), text)
		}
	})
}
