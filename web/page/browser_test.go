package page_test

import (
	"cmp"
	"context"
	"flag"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench/lab"
	"npuzzle/solvers"
	"npuzzle/web"
	"npuzzle/web/browser"
	"npuzzle/web/page"
)

// shared is the browser of all tests.
var shared browser.Shared

// TestMain runs more tests at a time than there are cores, because they mostly wait for what a
// person would see.
func TestMain(m *testing.M) {
	const parallel = "test.parallel"
	asked := false
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == parallel })
	if !asked {
		flag.Set(parallel, "4")
	}
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

// visit is a person in front of the page.
type visit struct {
	*browser.Page
	t       *testing.T
	address string // of the page
	served  bool   // by a server; otherwise the page is one file
}

// serve serves the page on loopback with a store of its own, and returns the address.
func serve(t *testing.T) string {
	address, _ := serveUntil(t)
	return address
}

// serveUntil serves the page as serve does, and returns a function that ends the server.
func serveUntil(t *testing.T) (address string, end func()) {
	// Unlike the context of the test, this one lasts until the tabs are closed.
	ended, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	s := newServer(t, web.Options{})
	address = browser.Serve(t, func(ctx context.Context, listener net.Listener) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		context.AfterFunc(ended, cancel)
		return s.Serve(ctx, listener)
	})
	return address + "/", end
}

// newServer makes a server of the page, with a store of its own.
func newServer(t *testing.T, options web.Options) *web.Server {
	t.Helper()
	library := &solvers.Library{Dir: t.TempDir()}
	options.Files = page.Files()
	options.Library = library
	options.Lab = lab.Lab{Prepare: library.Prepare}
	options.Store = filepath.Join(t.TempDir(), "lab.sqlite")
	options.Jobs = 4
	options.Memory = 1 << 30
	options.TimeLimit = cmp.Or(options.TimeLimit, 2*time.Minute)
	s, err := web.New(options)
	require.NoError(t, err)
	return s
}

// oneFile writes the page that works from disk, and returns its address.
func oneFile(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "npuzzle.html")
	out, err := exec.CommandContext(t.Context(), "go", "run", "../standalone", "--out", name).CombinedOutput()
	require.NoError(t, err, string(out))
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(name)}
	return file.String()
}

// inBothForms runs a test of the page as a server sends it, and of the page in one file. Browsers
// wait much of the time, so tests open several pages at a time.
func inBothForms(t *testing.T, run func(t *testing.T, served bool, open func(t *testing.T) *visit)) {
	b := shared.Start(t)
	t.Run("served", func(t *testing.T) {
		t.Parallel()
		run(t, true, func(t *testing.T) *visit {
			address := serve(t) // its own for each visit, with an empty store
			return &visit{b.Open(t, address), t, address, true}
		})
	})
	t.Run("file", func(t *testing.T) {
		if testing.Short() {
			t.Skip("-short: the form that a server sends is enough")
		}
		browser.OnlyNamed(t)
		t.Parallel()
		address := oneFile(t)
		run(t, false, func(t *testing.T) *visit { return &visit{b.Open(t, address), t, address, false} })
	})
}

// startNamed starts the browser that the environment names, or skips the test.
func startNamed(t *testing.T) *browser.Browser {
	browser.OnlyNamed(t)
	return shared.Start(t)
}

// openServed opens the page as a server sends it.
func openServed(t *testing.T) *visit { return openAt(t, serve(t), "") }

// openAt opens the page of a server at an address, with a query such as "?code=bcdf" or "".
func openAt(t *testing.T, address, query string) *visit {
	return &visit{startNamed(t).Open(t, address+query), t, address, true}
}

// goTo opens a view, with a query such as "board=1+2/3+0".
func (v *visit) goTo(view, query string) {
	v.t.Helper()
	v.Run(`const changed = new Promise((done) => addEventListener('hashchange', done, {once: true}));
		const before = location.hash;
		location.hash = ` + strconv.Quote("#/"+view+"?"+query) + `;
		if (location.hash !== before) await changed;`)
	v.Wait(`document.querySelector('main > .view.` + view + ` h1')`)
	v.Wait(`document.querySelector('nav [aria-current]').textContent.toLowerCase() === '` + view + `'`)
}

// find returns the expression for the first element of a kind that is shown and has a text.
func find(selector, text string) string {
	return `[...document.querySelectorAll("` + selector + `")].find((e) => e.checkVisibility() && e.textContent === ` +
		strconv.Quote(text) + `)`
}

func button(text string) string { return find("main button", text) }

// solveButton is the expression for the button that solves, which names what it does: "Solve with
// A*", "Solve again".
const solveButton = `[...document.querySelectorAll("main button")].find((e) =>
	e.checkVisibility() && e.textContent.startsWith("Solve"))`

// field returns the expression for the control of a label.
func field(label string) string { return find("main label", label) + `?.control` }

// figure returns the expression for the text of a named figure.
func figure(name string) string { return find(".figures dt", name) + `?.nextSibling.textContent` }

// tile returns the expression for a tile of the first board.
func tile(number string) string { return find(".board .tile", number) }

// says waits until a text is shown.
func (v *visit) says(text string) {
	v.t.Helper()
	v.Wait(`[...document.querySelectorAll('main, body > .note')].some((e) => e.innerText.includes(` +
		strconv.Quote(text) + `))`)
}

// remembers begins to keep all texts of the page, for said.
func (v *visit) remembers() {
	v.t.Helper()
	v.Run(`
		window.texts = [];
		const keep = () => texts.push(document.querySelector('main').innerText);
		new MutationObserver(keep).observe(document.querySelector('main'), {
			subtree: true, childList: true, characterData: true,
		});`)
}

// said waits until a text has been shown since the call of remembers, for however short a time.
func (v *visit) said(text string) {
	v.t.Helper()
	v.Wait(`texts.some((shown) => shown.includes(` + strconv.Quote(text) + `))`)
}

// announced waits until a text is read out.
func (v *visit) announced(text string) {
	v.t.Helper()
	v.Wait(`document.getElementById('live').textContent.includes(` + strconv.Quote(text) + `)`)
}

// redraws presses a button and waits until a board has changed.
func (v *visit) redraws(text string) {
	v.t.Helper()
	const boards = `[...document.querySelectorAll('.board')].map((b) => b.textContent + b.ariaLabel).join()`
	before := browser.Value[string](v.Page, boards)
	v.Click(button(text))
	v.Wait(boards + ` !== ` + strconv.Quote(before))
}

// shows waits until the first board has the tiles, such as "Row 1: 1, 2. Row 2: 3, blank."
func (v *visit) shows(tiles string) {
	v.t.Helper()
	v.Wait(words + ` === ` + strconv.Quote(tiles))
}

// hasSize waits until the first board has a size, such as "3 by 4".
func (v *visit) hasSize(size string) {
	v.t.Helper()
	v.Wait(`document.querySelector('.board').getAttribute('aria-label').includes(` + strconv.Quote(size) + `)`)
}

// words is the expression for the tiles of the first board in words, as screen readers get them.
const words = `(document.querySelector('.board > .hidden')?.textContent
	?? document.querySelector('.board').getAttribute('aria-label').replace(/^[^.]*\. /, ''))`

// texts returns the texts of all elements that a selector finds, with single spaces.
func (v *visit) texts(selector string) []string {
	v.t.Helper()
	return browser.Value[[]string](v.Page, `[...document.querySelectorAll(`+strconv.Quote(selector)+`)]
		.map((e) => e.textContent.replace(/\s+/g, ' ').trim())`)
}
