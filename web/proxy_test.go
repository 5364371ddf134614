package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"npuzzle/web/api"
	"npuzzle/web/browser"
)

func TestParsePublicURL(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"https://puzzles.example/lab/", "https://puzzles.example/lab/"},
		{"https://puzzles.example/lab", "https://puzzles.example/lab/"},
		{"https://puzzles.example", "https://puzzles.example/"},
		{"HTTPS://Puzzles.Example.:443/Lab", "https://puzzles.example/Lab/"},
		{"http://puzzles.example:80/", "http://puzzles.example/"},
		{"http://puzzles.example:443/", "http://puzzles.example:443/"},
		{"http://my_host:08080/a/b.c~d-e/", "http://my_host:8080/a/b.c~d-e/"},
		{"http://192.0.2.7/lab/", "http://192.0.2.7/lab/"},
		{"https://[2001:DB8:0::1]/lab/", "https://[2001:db8::1]/lab/"},
		{"https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443/"},
		{"https://xn--pzz-sna.example/", "https://xn--pzz-sna.example/"},
		{"https://puzzles.example/apis/", "https://puzzles.example/apis/"},
	} {
		public, err := ParsePublicURL(c.text)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, public.String(), c.text)
	}
	for text, says := range map[string]string{
		"":                              "the scheme is neither http nor https",
		"puzzles.example/lab/":          "the scheme is neither http nor https",
		"//puzzles.example/lab/":        "the scheme is neither http nor https",
		"ftp://puzzles.example/":        "the scheme is neither http nor https",
		"https:":                        "neither a name nor an address",
		"https:///lab/":                 "neither a name nor an address",
		"https://pözzles.example/":      "neither a name nor an address",
		"https://*.example/":            "neither a name nor an address",
		"https://[fe80::1%25eth0]/":     "neither a name nor an address",
		"https://puzzles.example:/":     "the port is missing after the colon",
		"https://puzzles.example:0/":    "port 0 is not from 1 to 65535",
		"https://puzzles.example:99999": "port 99999 is not from 1 to 65535",
		"https://puzzles.example:x/":    "not a URL",
		"https://[::1/":                 "not a URL",
		"https://me@puzzles.example/":   "the URL has a user name",
		"https://puzzles.example/?a=b":  "the URL has a query or a fragment",
		"https://puzzles.example/?":     "the URL has a query or a fragment",
		"https://puzzles.example/#":     "the URL has a query or a fragment",
		"https://puzzles.example//lab/": `the part ""`,
		"https://puzzles.example/a//b":  `the part ""`,
		"https://puzzles.example/a/..":  `the part ".."`,
		"https://puzzles.example/a%2fb": `the part "a%2fb"`,
		"https://puzzles.example/a b/":  `the part "a%20b"`,
		"https://puzzles.example/a;b/":  `the part "a;b"`,
		"https://puzzles.example/{a}/":  `the part "%7Ba%7D"`,
		"https://puzzles.example/api": "the path begins with /api/, which is a folder of the " +
			"page",
		"https://puzzles.example/js/x/": "the path begins with /js/, which is a folder of the page",
	} {
		_, err := ParsePublicURL(text)
		require.ErrorContains(t, err, says, text)
		assert.ErrorContains(t, err, "; expected a URL such as https://puzzles.example/lab/", text)
	}
}

// proxied is the page behind a proxy that encrypts, as a browser sees it.
type proxied struct {
	*http.Client
	server *Server
}

// behindProxy starts a server at https://puzzles.example/lab/. The proxy rewrites the host and
// removes the path, or passes them on.
func behindProxy(t *testing.T, rewritesHost, removesPath bool) proxied {
	t.Helper()
	public, err := ParsePublicURL("https://puzzles.example/lab/")
	require.NoError(t, err)
	address := public.String() + "?token=secret"
	s := newServer(t, Options{Public: public, Token: "secret", Address: address})
	proxy := browser.Proxy(t, browser.Serve(t, s.Serve), func(r *httputil.ProxyRequest) {
		if !rewritesHost {
			r.Out.Host = r.In.Host
		}
		if removesPath {
			r.Out.URL.Path = "/" + strings.TrimPrefix(r.In.URL.Path, "/lab/")
		}
	})
	front := httptest.NewTLSServer(proxy)
	t.Cleanup(front.Close)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	toFront := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, front.Listener.Addr().String())
	}
	transport := &http.Transport{
		DialContext: toFront, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return proxied{&http.Client{Transport: transport, Jar: jar}, s}
}

// ask sends a request to the public host. Pairs are headers.
func (p proxied) ask(t *testing.T, method, path, body string, pairs ...string) *http.Response {
	t.Helper()
	address := "https://puzzles.example" + path
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	answer, err := p.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// Behind a proxy, everything stays below the public path: redirects, the cookie, and links. The
// proxy may rewrite the host or not, and remove the path or not.
func TestProxy(t *testing.T) {
	t.Parallel()
	for _, rewritesHost := range []bool{false, true} {
		for _, removesPath := range []bool{false, true} {
			name := fmt.Sprintf("rewrites host %v, removes path %v", rewritesHost, removesPath)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := behindProxy(t, rewritesHost, removesPath)
				p.opensPage(t)
				p.answersPrograms(t)
				p.refusesForeignPages(t)
				p.sendsEvents(t)
			})
		}
	}
}

// opensPage opens the page with the token. Afterwards, the browser has the cookie.
func (p proxied) opensPage(t *testing.T) {
	assert.Equal(t, 401, p.ask(t, "GET", "/lab/", "").StatusCode, "without the token")
	direct := *p.Client
	direct.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	got := proxied{&direct, p.server}.ask(t, "GET", "/lab/?token=secret", "")
	assert.Equal(t, 303, got.StatusCode)
	assert.Equal(t, "/lab/", got.Header.Get("Location"))
	require.Len(t, got.Cookies(), 1)
	cookie := got.Cookies()[0]
	assert.Equal(t, "/lab/", cookie.Path)
	assert.True(t, cookie.Secure)
	assert.True(t, cookie.HttpOnly)

	for path, end := range map[string]string{
		"/lab/":                     "/lab/",
		"/lab/index.html":           "/lab/index.html",
		"/lab/js/main.js":           "/lab/js/main.js",
		"/lab/js//main.js":          "/lab/js/main.js",
		"/lab/x/../js/main.js":      "/lab/js/main.js",
		"/lab/api/v1/describe":      "/lab/api/v1/describe",
		"/lab/api//v1/describe":     "/lab/api/v1/describe",
		"/lab/api/v1/openapi.yaml":  "/lab/api/v1/openapi.yaml",
		"/lab/?token=secret#/solve": "/lab/",
	} {
		got = p.ask(t, "GET", path, "", "Origin", "https://puzzles.example")
		assert.Equal(t, 200, got.StatusCode, path)
		assert.Equal(t, end, got.Request.URL.Path, path)
	}
	got = p.ask(t, "GET", "/lab/nothing", "")
	assert.Equal(t, 404, got.StatusCode)
}

func (p proxied) answersPrograms(t *testing.T) {
	program := *p.Client
	program.Jar = nil
	client := proxied{&program, p.server}
	assert.Equal(t, 401, client.ask(t, "GET", "/lab/api/v1/describe", "").StatusCode)
	for _, authorization := range []string{"Bearer secret", "bearer secret"} {
		got := client.ask(t, "POST", "/lab/api/v1/board", `{"text": "1 2/3 0"}`,
			"Authorization", authorization)
		assert.Equal(t, 200, got.StatusCode, authorization)
	}
	got := p.ask(t, "GET", "/lab/api/v1/openapi.yaml", "")
	var spec struct{ Servers []struct{ URL string } }
	require.NoError(t, yaml.NewDecoder(got.Body).Decode(&spec))
	require.Len(t, spec.Servers, 1)
	assert.Equal(t, "https://puzzles.example/lab", spec.Servers[0].URL)
	got = p.ask(t, "POST", "/lab/api/v1/open-race", `{"board": "1 2/0 3"}`)
	assert.Contains(t, text(t, got),
		`"link":"https://puzzles.example/lab/?token=secret#/race?class=`)
	got = p.ask(t, "POST", "/lab/api/v1/nothing", "{}")
	assert.Contains(t, text(t, got), "see /lab/api/v1/openapi.yaml")
}

func (p proxied) refusesForeignPages(t *testing.T) {
	for _, origin := range []string{
		"https://evil.example", "http://puzzles.example", "https://puzzles.example:8443", "null",
		"https://puzzles.example.evil.example", "http://127.0.0.1:8080", "http://localhost",
	} {
		got := p.ask(t, "POST", "/lab/api/v1/describe", "{}", "Origin", origin)
		assert.Equal(t, 403, got.StatusCode, origin)
		assert.Contains(t, text(t, got), "expected https://puzzles.example", origin)
	}
}

// Events arrive one by one. While there are none, comments keep the connection open.
func (p proxied) sendsEvents(t *testing.T) {
	next := make(chan bool)
	wait := func(ctx context.Context, _ []byte, emit api.Emit) (any, error) {
		emit("progress", 1)
		<-next
		return 2, nil
	}
	to := p.server.routes["board"]
	p.server.routes["wait"] = route{params: to.params, answer: to.answer, run: wait}
	p.server.beat = time.Millisecond
	got := p.ask(t, "POST", "/lab/api/v1/wait", "{}", "Accept", "text/event-stream")
	assert.Equal(t, "no", got.Header.Get("X-Accel-Buffering"))
	assert.Equal(t, "no-store, no-transform", got.Header.Get("Cache-Control"))
	lines := bufio.NewScanner(got.Body)
	for _, want := range []string{"event: progress", ": still running", ": still running"} {
		for lines.Text() != want && lines.Scan() {
		}
		require.Equal(t, want, lines.Text())
		lines.Scan()
	}
	next <- true
	rest, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	assert.Contains(t, string(rest), "event: result\ndata: 2\n\n")
}

// Behind a proxy, a request without the name of a client cannot stop the experiments of others.
func TestProxyStopsNothing(t *testing.T) {
	public, err := ParsePublicURL("https://puzzles.example/lab/")
	require.NoError(t, err)
	local := httptest.NewRequest("POST", "/", nil)
	local.RemoteAddr = "127.0.0.1:9999"
	assert.True(t, newServer(t, Options{}).isHere(local))
	assert.False(t, newServer(t, Options{Public: public}).isHere(local))
}
