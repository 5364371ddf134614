// Package browser opens pages in headless Chromium, for tests.
//
// [Start] starts a browser that has no network: it reaches files and this machine alone. It uses
// the browser that NPUZZLE_BROWSER names, or a Chromium on the PATH. If there is neither, it skips
// the test. [Browser.Open] opens an address in a tab with a storage of its own. The tab records
// what the page logs and asks for. When the test ends, it fails if the page logged anything, or
// asked for an address elsewhere.
//
// A [Page] is driven as a person would do it, by pointer, fingers and keys. Elements are named by
// JavaScript expressions. [Page.Wait] waits until an expression holds, so tests need no sleeps.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// variable names the browser that tests must use. Unset, they use one that they find, if any.
const variable = "NPUZZLE_BROWSER"

// patience is how long a page may take for all that a test does with it.
const patience = 3 * time.Minute

// Browser is a running Chromium.
type Browser struct{ ctx context.Context }

// Start starts a browser, which ends with the test.
func Start(t testing.TB) *Browser {
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
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.ProxyServer("127.0.0.1:9"),
		chromedp.WindowSize(1280, 900),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx))
	return &Browser{ctx}
}

// Serve calls a server's function on a listener on loopback, until the test ends. It returns the address.
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

// Page is a page in a tab.
type Page struct {
	Context context.Context // of the tab, for actions of chromedp

	t      testing.TB
	lock   sync.Mutex
	asked  []string // addresses
	logged []string
}

// Open opens an address in a new tab, which is closed when the test ends.
func (b *Browser) Open(t testing.TB, address string) *Page {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &Page{Context: ctx, t: t}
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
	p.Go(address)
	return p
}

// check fails the test if the page logged anything, or asked for an address elsewhere.
func (p *Page) check(address string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	assert.Empty(p.t, p.logged, "the page logged something")
	own, err := url.Parse(address)
	require.NoError(p.t, err)
	for _, text := range p.asked {
		asked, err := url.Parse(text)
		require.NoError(p.t, err)
		inside := asked.Scheme == "data" || asked.Scheme == "blob"
		file := asked.Scheme == "file" && asked.Path == own.Path // no other file
		same := asked.Scheme != "file" && asked.Scheme == own.Scheme && asked.Host == own.Host
		assert.True(p.t, inside || file || same, "the page asked for %s", text)
	}
	assert.NotEmpty(p.t, p.asked, "the page itself")
}

// Do runs an action of chromedp.
func (p *Page) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.Context, actions...))
}

// Go opens an address in the tab.
func (p *Page) Go(address string) {
	p.t.Helper()
	p.Do(chromedp.Navigate(address))
}

// Value returns the value of an expression, or of the promise that it gives.
func Value[T any](p *Page, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.Context, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return value
}

// Run runs statements.
func (p *Page) Run(statements string) {
	p.t.Helper()
	Value[bool](p, `(async () => { `+statements+`; return true; })()`)
}

// wait is how long a condition may take. Machines with much else to do are slow.
const wait = time.Minute

// Wait waits until a condition holds. A condition that throws does not hold yet.
func (p *Page) Wait(condition string) {
	p.t.Helper()
	failed := Value[string](p, fmt.Sprintf(`new Promise((done) => {
		const end = Date.now() + %d;
		const look = () => {
			let why = '';
			try { if (%s) return done(''); } catch (error) { why = String(error); }
			if (Date.now() < end) setTimeout(look, 20);
			else done('not so: ' + why + '\n' + document.body.innerText.slice(0, 3000));
		};
		look();
	})`, wait.Milliseconds(), condition))
	require.Empty(p.t, failed, condition)
}

// Text returns a text as a literal of JavaScript.
func Text(text string) string {
	literal, err := json.Marshal(text)
	if err != nil {
		panic(err) // no text is like that
	}
	return string(literal)
}

// middle scrolls to an element that does not move, and returns its middle.
func (p *Page) middle(element string) (x, y float64) {
	p.t.Helper()
	p.Wait(`(` + element + `).getAnimations().length === 0`)
	at := Value[[]float64](p, `new Promise((done) => {
		const look = () => {
			const element = `+element+`;
			if (!element) return setTimeout(look, 20);
			let box = element.getBoundingClientRect();
			if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
				element.scrollIntoView({block: 'center', behavior: 'instant'});
				box = element.getBoundingClientRect();
			}
			done([box.left + box.width / 2, box.top + box.height / 2]);
		};
		look();
	})`)
	return at[0], at[1]
}

// Click clicks on the middle of an element.
func (p *Page) Click(element string) {
	p.t.Helper()
	p.Wait(`!(` + element + `).disabled`)
	x, y := p.middle(element)
	p.Do(chromedp.MouseClickXY(x, y))
}

// Drag drags an element by the mouse.
func (p *Page) Drag(element string, right, down float64) {
	p.t.Helper()
	x, y := p.middle(element)
	p.Do(chromedp.DragAndDropXY(x, y, x+right, y+down, 5))
}

// Tap taps an element by a finger.
func (p *Page) Tap(element string) {
	p.t.Helper()
	p.touchable()
	x, y := p.middle(element)
	p.Do(chromedp.TapXY(x, y))
}

func (p *Page) touchable() {
	p.t.Helper()
	_, err := chromedp.Call(p.Context, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(p.t, err)
}

// Swipe drags an element by a finger.
func (p *Page) Swipe(element string, right, down float64) {
	p.t.Helper()
	p.touchable()
	x, y := p.middle(element)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.t.Helper()
		_, err := chromedp.Call(p.Context, input.DispatchTouchEvent,
			input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(p.t, err)
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1.0; i <= 5; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + right*i/5, Y: y + down*i/5})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Press presses keys, such as kb.ArrowUp or a text.
func (p *Page) Press(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Fill puts a text into a field in place of the one that is there, and leaves the field.
func (p *Page) Fill(field, text string) {
	p.t.Helper()
	p.Click(field)
	p.Run(`(` + field + `).select?.()`)
	p.Press(kb.Delete)
	_, err := chromedp.Call(p.Context, input.InsertText, input.InsertTextParams{Text: text})
	require.NoError(p.t, err)
	p.Run(`(` + field + `).blur()`)
}

// Choose chooses an option of a select box by its value.
func (p *Page) Choose(box, value string) {
	p.t.Helper()
	p.Wait(`[...(` + box + `).options].some((option) => option.value === ` + Text(value) + `)`)
	p.Run(`const box = ` + box + `;
		box.value = ` + Text(value) + `;
		for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, {bubbles: true}))`)
}

// Resize sets the size of the window. A narrow one is that of a phone, which is touched.
func (p *Page) Resize(width, height int64) {
	p.t.Helper()
	if width < 600 {
		p.Do(chromedp.EmulateViewport(width, height, chromedp.EmulateMobile, chromedp.EmulateTouch))
		return
	}
	p.Do(chromedp.EmulateViewport(width, height))
}

// Media sets features of the screen or the paper: pairs of a feature and its value.
func (p *Page) Media(media string, pairs ...string) {
	p.t.Helper()
	params := emulation.SetEmulatedMediaParams{Media: media}
	for i := 0; i < len(pairs); i += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	_, err := chromedp.Call(p.Context, emulation.SetEmulatedMedia, params)
	require.NoError(p.t, err)
}

// NotWide checks that the page is no wider than the window.
func (p *Page) NotWide(what string) {
	p.t.Helper()
	wide := Value[[]string](p, `document.documentElement.scrollWidth <= innerWidth ? []
		: [...document.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
		.map((e) => e.tagName + '.' + e.className).slice(0, 10)`)
	assert.Empty(p.t, wide, "%s is wider than the window", what)
}
