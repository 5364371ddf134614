// Package browser opens pages in headless Chromium, for tests.
//
// [Start] starts a browser without network access: it reaches only files and this
// machine. The tests of a package can share a browser, see [Shared]. NPUZZLE_BROWSER names
// the browser. Without it, Start uses a Chromium on the PATH, or skips the test if there is
// none. [OnlyNamed] leaves a test out unless NPUZZLE_BROWSER names the browser.
// [Browser.Open] opens an address in a tab with its own storage. The tab records console
// messages and requested addresses. At its end, the test fails if the page logged anything
// or requested an address on another server.
//
// [Page.Wait] waits until a JavaScript expression is true, so tests need no sleeps.
package browser

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// variable is the environment variable that names the browser. If it is unset, tests use
// a Chromium that they find.
const variable = "NPUZZLE_BROWSER"

// patience is the maximum time of all that a test does with a page.
const patience = 9 * time.Minute

// Browser is a running Chromium.
type Browser struct{ ctx context.Context }

// Start starts a browser, which is closed when the test ends.
func Start(t testing.TB) *Browser {
	t.Helper()
	ctx, cancel := start(t, t.TempDir())
	t.Cleanup(cancel)
	return &Browser{ctx: ctx}
}

// Shared is a browser that many tests share, because each start of a browser takes a second or two
// of processor time. The zero value is ready. TestMain calls Close.
type Shared struct {
	mu     sync.Mutex
	ctx    context.Context // of the browser; nil before the first call of Start
	cancel context.CancelFunc
	folder string
}

// Start returns the browser, and starts it at the first call.
func (s *Shared) Start(t testing.TB) *Browser {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folder == "" {
		folder, err := os.MkdirTemp("", "npuzzle-browser")
		require.NoError(t, err)
		s.folder = folder
	}
	if s.ctx == nil {
		s.ctx, s.cancel = start(t, s.folder)
	}
	return &Browser{ctx: s.ctx}
}

// Close ends the browser, if it was started.
func (s *Shared) Close() {
	if s.cancel != nil {
		s.cancel()
	}
	os.RemoveAll(s.folder)
}

// disabled are the features that the browser lacks: those that chromedp disables, and two that draw
// parts of the browser's own windows, for which each window would take a fifth of a second.
const disabled = "Translate,BlinkGenPropertyTrees,InitialWebUI,WebUIOmniboxPopup"

// start starts a browser that keeps its files in a folder. The returned function ends it.
func start(t testing.TB, folder string) (context.Context, context.CancelFunc) {
	t.Helper()
	path := os.Getenv(variable)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		t.Skipf("no Chromium here to open the page in; %s names one", variable)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(folder),
		chromedp.Flag("disable-features", disabled),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.ProxyServer("127.0.0.1:9"),
		chromedp.WindowSize(1280, 900),
	)
	ctx, endProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeTab := chromedp.NewContext(ctx)
	cancel := func() {
		closeTab()
		endProcess()
	}
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		require.NoError(t, err)
	}
	return ctx, cancel
}

// OnlyNamed skips a test unless NPUZZLE_BROWSER names the browser. Most tests of the page and of
// reports begin with it, so that go test ./... takes a few minutes less. .ci/run names the browser.
func OnlyNamed(t testing.TB) {
	t.Helper()
	if os.Getenv(variable) == "" {
		t.Skipf("a test for work on pages; it runs if %s names the browser, such as chromium", variable)
	}
}

// Serve runs a server function on a listener on loopback until the test ends. It returns
// the address.
func Serve(t testing.TB, serve func(context.Context, net.Listener) error) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	return "http://" + listener.Addr().String()
}

// Proxy returns a reverse proxy to an address. The function change edits each request that the
// proxy sends on.
//
// The proxy reads each request to its end first. Otherwise, net/http/httputil sometimes breaks off
// an answer that begins before the proxy has seen the end of the request.
func Proxy(
	t testing.TB, address string, change func(*httputil.ProxyRequest),
) *httputil.ReverseProxy {
	t.Helper()
	target, err := url.Parse(address)
	require.NoError(t, err)
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		change(r)
		if r.Out.Body == nil {
			return
		}
		body, err := io.ReadAll(r.In.Body)
		assert.NoError(t, err)
		r.Out.Body = io.NopCloser(bytes.NewReader(body))
	}}
}

// Page is a page in a tab.
type Page struct {
	Context context.Context // context of the tab, for actions of chromedp

	t       testing.TB
	browser *Browser
	lock    sync.Mutex
	asked   []string // requested addresses
	logged  []string // console messages
	lost    bool     // whether the server may be gone
}

// Open opens an address in a new tab, which is closed when the test ends.
func (b *Browser) Open(t testing.TB, address string) *Page {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &Page{Context: ctx, t: t, browser: b}
	messages := chromedp.Console(ctx)
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		if event, ok := event.(*network.EventRequestWillBeSent); ok {
			p.lock.Lock()
			defer p.lock.Unlock()
			p.asked = append(p.asked, event.Request.URL)
		}
	}))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for message, err := range messages {
			if err != nil {
				return
			}
			p.lock.Lock()
			p.logged = append(p.logged, string(message.Type)+": "+message.Text)
			p.lock.Unlock()
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		p.check(address)
	})
	_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	require.NoError(t, err)
	p.Do(chromedp.Navigate(address))
	return p
}

// Another opens an address in another tab of the same browser, with its own storage.
func (p *Page) Another(address string) *Page {
	p.t.Helper()
	return p.browser.Open(p.t, address)
}

// LoseServer lets the browser log that it does not reach the server, or that the server does not
// know it. The page itself may still log nothing.
func (p *Page) LoseServer() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.lost = true
}

// check fails the test if the page logged anything or requested an address on another
// server.
func (p *Page) check(address string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, message := range p.logged {
		const failure = "error: Failed to load resource: "
		unreached := strings.HasPrefix(message, failure+"net::ERR_")
		unknown := strings.HasPrefix(message, failure+"the server responded with a status of 401")
		assert.True(p.t, p.lost && (unreached || unknown), "the page logged %s", message)
	}
	server, err := url.Parse(address)
	require.NoError(p.t, err)
	for _, text := range p.asked {
		asked, err := url.Parse(text)
		require.NoError(p.t, err)
		inside := asked.Scheme == "data" || asked.Scheme == "blob"
		file := asked.Scheme == "file" && asked.Path == server.Path // no other file
		same := asked.Scheme != "file" && asked.Scheme == server.Scheme && asked.Host == server.Host
		assert.True(p.t, inside || file || same, "the page asked for %s", text)
	}
	assert.NotEmpty(p.t, p.asked, "the page itself")
}

// Do runs an action of chromedp.
func (p *Page) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.Context, actions...))
}

// Value returns the value of a JavaScript expression. If the value is a promise, Value
// returns what the promise resolves to.
func Value[T any](p *Page, expression string) T {
	p.t.Helper()
	value, same := ValueUnlessLeft[T](p, expression)
	require.True(p.t, same, "the browser left the page that should evaluate %s", expression)
	return value
}

// ValueUnlessLeft is Value for expressions at a time at which the browser may leave the page, because
// the page is loaded again or another one is loaded. It returns false if this interrupted the
// expression.
func ValueUnlessLeft[T any](p *Page, expression string) (value T, same bool) {
	p.t.Helper()
	value, err := chromedp.Run(p.Context,
		chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	// This text is all that the browser says of the cause.
	if err != nil && strings.Contains(err.Error(), "Inspected target navigated or closed") {
		return value, false
	}
	require.NoError(p.t, err, expression)
	return value, true
}

// Run runs JavaScript statements, which may use await.
func (p *Page) Run(statements string) {
	p.t.Helper()
	Value[bool](p, `(async () => { `+statements+`; return true; })()`)
}

// wait is the maximum time to wait for a condition. It is long because machines under
// load are slow.
const wait = 3 * time.Minute

// Wait waits until a condition is true. A condition that throws counts as false, and so does one
// that is interrupted because the browser leaves the page. Wait asks again and again from here,
// because pages that may not run scripts have no timers.
func (p *Page) Wait(condition string) {
	p.t.Helper()
	look := `(() => { try { return (` + condition +
		`) ? '' : 'false'; } catch (error) { return String(error); } })()`
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.Now().Add(wait)
	for {
		why, same := ValueUnlessLeft[string](p, look)
		if !same {
			why = "the browser left the page"
		}
		if why == "" {
			return
		}
		if time.Now().After(end) {
			shown := Value[string](p, `document.body.innerText.slice(0, 3000)`)
			require.Fail(p.t, "not so: "+condition, why+"\n"+shown)
		}
		<-tick.C
	}
}
