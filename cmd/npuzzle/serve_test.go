package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// served is a running serve. A test reads its output, one address on each line.
type served struct {
	addresses []string
	store     string // its file
	interrupt func() (status int, errors string)
}

// startServing runs serve until the test interrupts it. It returns once the addresses are printed.
func startServing(t *testing.T, args ...string) served {
	t.Helper()
	folder := t.TempDir()
	store := filepath.Join(folder, "lab.sqlite")
	args = append(args, "--store", store, "--pdb-dir", folder)
	ctx, cancel := context.WithCancel(t.Context())
	out, written := io.Pipe()
	var errors bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"npuzzle", "serve"}, args...), strings.NewReader(""),
			written, &errors)
		written.Close()
	}()
	text := make([]byte, 10_000)
	n, err := out.Read(text) // the addresses are written at once
	if err != nil {
		require.NoError(t, err, "%d %s", <-ended, errors.String())
	}
	interrupt := func() (int, string) {
		defer debug.SetMemoryLimit(memoryLimit)
		cancel()
		status := <-ended
		return status, errors.String()
	}
	return served{strings.Fields(string(text[:n])), store, interrupt}
}

// The examples of the help work: the page is served where it says, a board is solved, and an
// interrupt ends the server in the usual way.
func TestServe(t *testing.T) {
	var opened []string
	defer func(old func(string) error) { openBrowser = old }(openBrowser)
	openBrowser = func(address string) error {
		opened = append(opened, address)
		return nil
	}
	_, examples, _ := strings.Cut(npuzzle("", "serve", "--help").out, "EXAMPLES:\n")
	lines := strings.Split(strings.TrimSpace(examples), "\n")
	require.Len(t, lines, 2)
	for _, line := range lines {
		args := strings.Fields(line)[2:]
		if len(args) == 0 {
			args = []string{"--port", "0"} // another program may have the usual one
		}
		s := startServing(t, args...)
		require.Len(t, s.addresses, 1)
		assert.Regexp(t, `^http://127\.0\.0\.1:\d+/$`, s.addresses[0])
		page, err := http.Get(s.addresses[0])
		require.NoError(t, err)
		assert.Equal(t, 200, page.StatusCode)
		page.Body.Close()
		answer, err := http.Post(s.addresses[0]+"api/v1/solve", "application/json",
			strings.NewReader(`{"board": "1 2 3/4 5 6/0 7 8"}`))
		require.NoError(t, err)
		var record map[string]any
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&record))
		assert.Equal(t, "R R", record["moves"])
		answer.Body.Close()
		status, errors := s.interrupt()
		assert.Equal(t, cli.ExitDone, status)
		assert.Equal(t, "npuzzle: serving the page; Ctrl-C ends\n", errors)
	}
	require.Len(t, opened, 1, "--open")
}

// A server that other machines can reach prints addresses with a token, and answers nothing
// without it.
func TestServeToken(t *testing.T) {
	parallel(t)
	s := startServing(t, "--host", "0.0.0.0", "--port", "0")
	defer s.interrupt()
	address, err := url.Parse(s.addresses[0])
	require.NoError(t, err)
	require.NotEmpty(t, address.Query().Get("token"))
	get := func(address string) (status int, end string) {
		answer, err := (&http.Client{}).Get(address)
		require.NoError(t, err)
		answer.Body.Close()
		return answer.StatusCode, answer.Request.URL.String()
	}
	bare := "http://" + address.Host + "/"
	status, _ := get(bare)
	assert.Equal(t, 401, status)
	_, end := get(address.String())
	assert.Equal(t, bare, end, "the token leaves the address")
}

// With --class, students get in by the code that serve says, as guests.
func TestServeClass(t *testing.T) {
	parallel(t)
	s := startServing(t, "--class", "--port", "0")
	address, err := url.Parse(s.addresses[0])
	require.NoError(t, err)
	require.NotEmpty(t, address.Query().Get("token"))
	bare := "http://" + address.Host + "/"
	r, err := http.NewRequest("GET", bare, nil)
	require.NoError(t, err)
	r.Header.Set("Accept", "text/html")
	door, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	assert.Equal(t, 401, door.StatusCode)
	assert.Contains(t, door.Header.Get("Content-Type"), "text/html")
	door.Body.Close()
	post := func(token, method string) (status int) {
		r, err := http.NewRequest("POST", bare+"api/v1/"+method, strings.NewReader("{}"))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		answer.Body.Close()
		return answer.StatusCode
	}
	assert.Equal(t, 200, post(address.Query().Get("token"), "class"))
	status, errors := s.interrupt()
	assert.Equal(t, cli.ExitDone, status)
	said := regexp.MustCompile(`students open (http://\S+/) and enter the code ([A-Z]{4})\n`)
	assert.Regexp(t, said, errors)
}

// Behind a proxy, serve prints the public address, and needs the token even on loopback.
func TestServePublicURL(t *testing.T) {
	parallel(t)
	s := startServing(t, "--port", "0", "--public-url", "https://Puzzles.example/lab")
	require.Len(t, s.addresses, 1)
	require.Regexp(t, `^https://puzzles\.example/lab/\?token=\w+$`, s.addresses[0])
	status, errors := s.interrupt()
	assert.Equal(t, cli.ExitDone, status)
	assert.Regexp(t, `^npuzzle: the proxy must send requests to http://127\.0\.0\.1:\d+/\n`+
		`npuzzle: serving the page; Ctrl-C ends\n$`, errors)
}

func TestServeCannotListen(t *testing.T) {
	parallel(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--port", port},
			"address already in use; expected another --host, or another --port"},
		{[]string{"--port", "70000"}, "expected a whole number from 0 to 65535"},
		{[]string{"--host", "203.0.113.7", "--port", "0"}, "listen tcp 203.0.113.7:0: "},
		{[]string{"page"}, "serve takes no arguments"},
		{[]string{"--public-url", ""}, "--public-url: expected a text that is not empty"},
		{[]string{"--public-url", "https://a.example/?b"},
			"--public-url: the URL has a query or a fragment; expected"},
	} {
		got := npuzzle("", append([]string{"serve"}, c.args...)...)
		assert.Equal(t, cli.ExitUsage, got.status, c.args)
		assert.Contains(t, got.errors, c.says)
		assert.Empty(t, got.out)
	}
}
