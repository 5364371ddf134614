package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// A page of another server reaches nothing, whatever it asks for: neither by its own name that
// leads to this machine, nor by its origin.
func TestForeignPages(t *testing.T) {
	public, err := ParsePublicURL("https://puzzles.example/lab/")
	require.NoError(t, err)
	names := []string{"box"}
	local := newServer(t, Options{Names: names})
	open := newServer(t, Options{Names: names, Token: "secret"})
	proxied := newServer(t, Options{Names: names, Public: public})
	for _, c := range []struct {
		host, origin         string
		local, open, proxied int // statuses
	}{
		{"127.0.0.1:8080", "", 200, 200, 200},
		{"127.0.0.1", "", 200, 200, 200},
		{"localhost:8080", "http://localhost:8080", 200, 200, 403},
		{"LOCALHOST:9000", "", 200, 200, 200},
		{"LOCALHOST:9000", "http://localhost:9000", 200, 200, 403},
		{"localhost.:8080", "http://localhost.:8080", 200, 200, 403},
		{"localhost:80", "http://localhost", 200, 200, 403},
		{"[::1]:8080", "http://[::1]:8080", 200, 200, 403},
		{"[::1]", "", 200, 200, 200},
		{"127.1.2.3:80", "", 200, 200, 200},
		{"box:8080", "http://box:8080", 200, 200, 403},
		{"192.0.2.7:8080", "http://192.0.2.7:8080", 403, 200, 403},

		{"puzzles.example", "", 403, 403, 200},
		{"puzzles.example", "https://puzzles.example", 403, 403, 200},
		{"Puzzles.Example.:443", "https://puzzles.example", 403, 403, 200},
		{"puzzles.example", "https://puzzles.example.", 403, 403, 200},
		{"127.0.0.1:8080", "https://puzzles.example", 403, 403, 200},
		{"puzzles.example", "http://puzzles.example", 403, 403, 403},
		{"puzzles.example", "https://puzzles.example:8443", 403, 403, 403},
		{"puzzles.example", "https://puzzles.example/", 403, 403, 403},
		{"puzzles.example", "https://me@puzzles.example", 403, 403, 403},
		{"a.puzzles.example", "", 403, 403, 403},
		{"puzzles.example.evil.example", "", 403, 403, 403},

		{"evil.example", "", 403, 403, 403},
		{"evil.example:8080", "http://evil.example:8080", 403, 403, 403},
		{"evil.example", "https://puzzles.example", 403, 403, 403},
		{"localhost.evil.example:8080", "", 403, 403, 403},
		{"127.0.0.1.evil.example:8080", "", 403, 403, 403},
		{"evil.example/127.0.0.1", "", 403, 403, 403},
		{"evil@127.0.0.1:8080", "", 403, 403, 403},
		{"", "", 403, 403, 403},
		{".", "", 403, 403, 403},
		{"127.0.0.1:8080", "http://evil.example", 403, 403, 403},
		{"127.0.0.1:8080", "http://127.0.0.1:9090", 403, 403, 403},
		{"127.0.0.1:8080", "https://127.0.0.1:8080", 403, 403, 403},
		{"127.0.0.1:8080", "null", 403, 403, 403},
		{"127.0.0.1:99999", "null", 403, 403, 403},
		{"localhost:8080", "http://127.0.0.1:8080", 403, 403, 403},
	} {
		for _, path := range []string{"/", "/js/main.js", "/api/v1/describe",
			"/api/v1/openapi.yaml"} {
			headers := []string{"Host", c.host, "Authorization", "Bearer secret"}
			if c.origin != "" {
				headers = append(headers, "Origin", c.origin)
			}
			what := fmt.Sprintf("%q %q %s", c.host, c.origin, path)
			assert.Equal(t, c.local, request(local, "GET", path, "", headers...).StatusCode, what)
			assert.Equal(t, c.open, request(open, "GET", path, "", headers...).StatusCode, what)
			assert.Equal(t, c.proxied, request(proxied, "GET", path, "", headers...).StatusCode,
				what)
		}
	}
	got := request(local, "POST", "/api/v1/nothing", "{}", "Origin", "http://evil.example")
	assert.Equal(t, 403, got.StatusCode, "checked before routing")
}

func TestToken(t *testing.T) {
	s := newServer(t, Options{Token: "secret"})
	for _, path := range []string{"/", "/?token=", "/?token=wrong", "/js/main.js?token=secret",
		"/api/v1/describe", "/nothing"} {
		got := request(s, "GET", path, "")
		assert.Equal(t, 401, got.StatusCode, path)
		assert.Empty(t, got.Cookies(), path)
		assert.Contains(t, text(t, got), "the token is missing or wrong", path)
	}
	for _, pair := range [][2]string{{"Authorization", "Bearer wrong"}, {"Authorization", "secret"},
		{"Authorization", "Basic secret"}, {"Cookie", tokenCookie + "=wrong"},
		{"Cookie", "token=secret"}} {
		assert.Equal(t, 401, request(s, "GET", "/", "", pair[0], pair[1]).StatusCode, pair)
	}

	got := request(s, "GET", "/?token=secret", "")
	assert.Equal(t, 303, got.StatusCode)
	assert.Equal(t, "/", got.Header.Get("Location"))
	require.Len(t, got.Cookies(), 1)
	cookie := got.Cookies()[0]
	assert.True(t, cookie.HttpOnly)
	assert.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	assert.Equal(t, 200,
		request(s, "GET", "/js/main.js", "", "Cookie", cookie.Name+"="+cookie.Value).StatusCode)
	both := fmt.Sprintf("%s=other; %[1]s=secret", tokenCookie)
	got = request(s, "GET", "/js/main.js", "", "Cookie", both)
	assert.Equal(t, 200, got.StatusCode, "another server of this host has a cookie of this name")
	for _, authorization := range []string{"Bearer secret", "BEARER  secret"} {
		got = request(s, "POST", "/api/v1/describe", "{}", "Authorization", authorization)
		assert.Equal(t, 200, got.StatusCode, authorization)
	}

	assert.False(t, NeedsToken(&net.TCPAddr{IP: net.ParseIP("127.0.0.1")}, nil))
	assert.False(t, NeedsToken(&net.TCPAddr{IP: net.ParseIP("::1")}, nil))
	assert.True(t, NeedsToken(&net.TCPAddr{IP: net.ParseIP("::")}, nil))
	assert.True(t, NeedsToken(&net.TCPAddr{IP: net.ParseIP("192.0.2.7")}, nil))
	public, err := ParsePublicURL("https://puzzles.example/")
	require.NoError(t, err)
	assert.True(t, NeedsToken(&net.TCPAddr{IP: net.ParseIP("127.0.0.1")}, public))
}

// A panic ends its request alone, with an answer, be it before or while events are sent.
func TestPanic(t *testing.T) {
	s := newServer(t, Options{})
	crash := func(context.Context, []byte, api.Emit) (any, error) { panic("broken") }
	to := s.routes["solve"]
	s.routes["crash"] = route{params: to.params, answer: to.answer, work: smallWork, small: crash}
	late := func(ctx context.Context, params []byte, emit api.Emit) (any, error) {
		emit("progress", 1)
		return crash(ctx, params, emit)
	}
	s.routes["late"] = route{
		params: to.params,
		answer: to.answer,
		event:  to.event,
		work:   smallWork,
		small:  late,
	}
	for range smallJobs + 1 { // the slot is returned
		status, answer := call(t, s, "crash", "{}")
		assert.Equal(t, 500, status)
		assert.Equal(t, "internal error: broken", answer["error"])
		got := request(s, "POST", "/api/v1/late", "{}", "Accept", "text/event-stream")
		names, last := events(t, got.Body)
		assert.Equal(t, []string{"progress", "error"}, names)
		assert.Equal(t, "internal error: broken", last["error"])
	}
	assert.Equal(t, 200, request(s, "GET", "/", "").StatusCode)
}

// A body that is long or that does not come, and headers that are too long, do not hold the server.
func TestBodies(t *testing.T) {
	s := newServer(t, Options{})
	address := browser.Serve(t, s.Serve)
	post := func(body io.Reader) (int, error) {
		answer, err := http.Post(address+"/api/v1/board", "application/json", body)
		if err != nil {
			return 0, err
		}
		answer.Body.Close()
		return answer.StatusCode, nil
	}
	status, err := post(io.LimitReader(zeros{}, 1<<30))
	if err == nil { // or the connection is closed before all is sent
		assert.Equal(t, 413, status)
	}
	connection, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	require.NoError(t, err)
	defer connection.Close()
	fmt.Fprintf(connection, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: %s\r\n\r\n",
		strings.Repeat("x", 1<<17))
	connection.SetReadDeadline(time.Now().Add(time.Minute))
	answer, _ := io.ReadAll(connection)
	assert.Contains(t, string(answer), "431")
	status, err = post(strings.NewReader(`{"text": "1 2/3 0"}`))
	require.NoError(t, err)
	assert.Equal(t, 200, status)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
