package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each kind of answer is compressed if the request accepts gzip, and not otherwise.
func TestAcceptEncoding(t *testing.T) {
	s := newServer(t, Options{})
	const none = "406"
	for _, c := range []struct {
		accepts []string // lines of the header
		long    string   // coding of an answer for which gzip pays
		short   string   // coding of an answer for which gzip does not pay
	}{
		{nil, "", ""},
		{[]string{""}, "", ""},
		{[]string{"gzip"}, "gzip", ""},
		{[]string{"GZip"}, "gzip", ""},
		{[]string{"x-gzip"}, "gzip", ""},
		{[]string{"br, gzip;q=0.9"}, "gzip", ""},
		{[]string{"br", "gzip"}, "gzip", ""},
		{[]string{"br\t,\tgzip ; Q=0.001"}, "gzip", ""},
		{[]string{"gzip;q=1.000"}, "gzip", ""},
		{[]string{"*"}, "gzip", ""},
		{[]string{"br, *;q=0.1"}, "gzip", ""},

		{[]string{"br"}, "", ""},
		{[]string{"gzipped"}, "", ""},
		{[]string{"gzip;q=0"}, "", ""},
		{[]string{"gzip; q=0"}, "", ""},
		{[]string{"gzip;q=0.000"}, "", ""},
		{[]string{"gzip;q=0, *"}, "", ""},
		{[]string{"*, gzip;q=0"}, "", ""},
		{[]string{"gzip;q=0.5, identity"}, "", ""},
		{[]string{"gzip;q=0.5, identity;q=0.6"}, "", ""},
		{[]string{"gzip;q=0.6, identity;q=0.5"}, "gzip", ""},
		{[]string{"identity"}, "", ""},
		{[]string{"*;q=0, identity"}, "", ""},
		{[]string{"*;q=0, identity;q=0.1"}, "", ""},
		{[]string{"gzip;q=2"}, "", ""},
		{[]string{"gzip;q=-1"}, "", ""},
		{[]string{"gzip;q=x"}, "", ""},
		{[]string{"gzip;q="}, "", ""},
		{[]string{"gzip;q=0.1234"}, "", ""},

		{[]string{"gzip, identity;q=0"}, "gzip", "gzip"},
		{[]string{"gzip, *;q=0"}, "gzip", "gzip"},
		{[]string{"*, identity;q=0"}, "gzip", "gzip"},
		{[]string{"identity;q=0"}, none, none},
		{[]string{"*;q=0"}, none, none},
		{[]string{"br, identity;q=0"}, none, none},
		{[]string{"gzip;q=0, *;q=0"}, none, none},
		{[]string{"identity;q=0, gzip;q=0, *"}, none, none},
	} {
		for path, want := range map[string]string{
			"/js/main.js":          c.long,
			"/":                    c.short,
			"/api/v1/openapi.yaml": c.long,
			"/api/v1/describe":     c.long,
			"/api/v1/experiments":  c.short,
		} {
			r := httptest.NewRequest("GET", "http://127.0.0.1"+path, nil)
			if c.accepts != nil {
				r.Header["Accept-Encoding"] = c.accepts
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			got := w.Result()
			assert.Contains(t, got.Header.Get("Vary"), "Accept-Encoding", path)
			if want == none {
				assert.Equal(t, http.StatusNotAcceptable, got.StatusCode, "%q %s", c.accepts, path)
				assert.Contains(t, w.Body.String(), "expected gzip or identity")
				continue
			}
			assert.Equal(t, http.StatusOK, got.StatusCode, "%q %s", c.accepts, path)
			assert.Equal(t, want, got.Header.Get("Content-Encoding"), "%q %s", c.accepts, path)
			isGzip := len(w.Body.Bytes()) > 2 && w.Body.Bytes()[0] == 0x1f &&
				w.Body.Bytes()[1] == 0x8b
			assert.Equal(t, want == "gzip", isGzip, "%q %s", c.accepts, path)
		}
	}
}

func TestAccept(t *testing.T) {
	s := newServer(t, Options{})
	const events, json = "text/event-stream", "application/json"
	for accepts, want := range map[string]string{
		"":                             json,
		"*/*":                          json,
		"text/*":                       json,
		"application/json":             json,
		"text/event-streams":           json,
		"text/event-stream;q=0":        json,
		"text/event-stream;q=0, */*":   json,
		"text/event-stream;q=0.5, */*": json,
		"application/json, text/event-stream;q=0.5": json,
		"text/event-stream":                         events,
		"Text/Event-Stream; charset=utf-8; q=0.5":   events,
		"text/event-stream, */*":                    events,
		"application/json, text/event-stream":       events,
		"text/event-stream, application/json;q=0.9": events,
	} {
		got := request(s, "POST", "/api/v1/board", `{"text": "1 2/3 0"}`, "Accept", accepts)
		assert.Equal(t, want, got.Header.Get("Content-Type"), accepts)
		assert.Contains(t, got.Header.Get("Vary"), "Accept", accepts)
	}
}

// A browser that has a file does not get it again, whichever form it has. A part of a file is a
// part of its form.
func TestCachedFiles(t *testing.T) {
	s := newServer(t, Options{})
	plain := request(s, "GET", "/js/main.js", "").Header.Get("Etag")
	packed := request(s, "GET", "/js/main.js", "", "Accept-Encoding", "gzip").Header.Get("Etag")
	for _, c := range []struct {
		encoding, tags string
		status         int
	}{
		{"", plain, 304},
		{"", "W/" + plain, 304},
		{"", `"other", ` + plain, 304},
		{"", "*", 304},
		{"", packed, 200},
		{"gzip", packed, 304},
		{"gzip", "W/" + packed, 304},
		{"gzip", plain, 200},
		{"gzip;q=0", packed, 200},
		{"", plain[:len(plain)-2] + `"`, 200},
	} {
		pairs := []string{"If-None-Match", c.tags, "Accept-Encoding", c.encoding}
		got := request(s, "GET", "/js/main.js", "", pairs...)
		assert.Equal(t, c.status, got.StatusCode, c)
	}
	whole := text(t, request(s, "GET", "/js/main.js", "", "Accept-Encoding", "gzip"))
	part := request(s, "GET", "/js/main.js", "", "Accept-Encoding", "gzip", "Range", "bytes=2-9")
	assert.Equal(t, 206, part.StatusCode)
	assert.Equal(t, whole[2:10], text(t, part))
	wrong := request(s, "GET", "/js/main.js", "", "Range", "bytes=999999-")
	assert.Equal(t, 416, wrong.StatusCode)
}
