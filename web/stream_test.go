package web

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// Streams are compressed if the request accepts gzip, except for one short event.
func TestStreamsAreCompressed(t *testing.T) {
	s := newServer(t, Options{})
	for _, c := range []struct {
		name, method, params, accept, encoding string
	}{
		{"large", "space", `{"size": "2x4"}`, "gzip", "gzip"},
		{"large, not accepted", "space", `{"size": "2x4"}`, "", ""},
		{"events", "solve", `{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "idastar"}`, "gzip", "gzip"},
		{"short", "board", `{"text": "1 2/3 0"}`, "gzip", ""},
		{"short, but only gzip", "board", `{"text": "1 2/3 0"}`, "gzip, identity;q=0", "gzip"},
		{"error", "board", `{"text": "1 2/3 3"}`, "gzip", ""},
	} {
		answer := request(s, "POST", "/api/v1/"+c.method, c.params, "Accept", "text/event-stream",
			"Accept-Encoding", c.accept)
		assert.Equal(t, 200, answer.StatusCode, c.name)
		assert.Equal(t, c.encoding, answer.Header.Get("Content-Encoding"), c.name)
		var body io.Reader = answer.Body
		if c.encoding == "gzip" {
			unpacked, err := gzip.NewReader(body)
			require.NoError(t, err, c.name)
			body = unpacked
		}
		names, _ := events(t, body)
		if c.name == "error" {
			assert.Equal(t, []string{"error"}, names)
		} else {
			assert.Equal(t, "result", names[len(names)-1], c.name)
		}
	}
	refused := request(s, "POST", "/api/v1/board", `{"text": "1 2/3 0"}`, "Accept", "text/event-stream",
		"Accept-Encoding", "identity;q=0")
	assert.Equal(t, 406, refused.StatusCode)
}

// An event of a compressed stream is there before the next one.
func TestCompressedEventsComeAtOnce(t *testing.T) {
	s := newServer(t, Options{})
	next := make(chan bool)
	s.routes["slow"] = route{run: func(ctx context.Context, _ []byte, emit api.Emit) (any, error) {
		emit("progress", "first")
		<-next
		return "last", nil
	}}
	address := browser.Serve(t, s.Serve)
	r, err := http.NewRequest("POST", address+"/api/v1/slow", strings.NewReader("{}"))
	require.NoError(t, err)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Accept-Encoding", "gzip")
	answer, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, "gzip", answer.Header.Get("Content-Encoding"))
	unpacked, err := gzip.NewReader(answer.Body)
	require.NoError(t, err)
	lines := bufio.NewScanner(unpacked)
	require.True(t, lines.Scan())
	assert.Equal(t, "event: progress", lines.Text())
	close(next)
	var rest []string
	for lines.Scan() {
		rest = append(rest, lines.Text())
	}
	assert.Contains(t, rest, `data: "last"`)
}
