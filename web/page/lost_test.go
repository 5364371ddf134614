package page_test

import (
	"context"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web"
	"npuzzle/web/browser"
)

// A race whose server has ended announces no result, and says what is wrong.
func TestRaceWithoutServer(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	address, end := serveUntil(t)
	v := openAt(t, address, "")
	v.goTo("race", "board="+far)
	v.Wait(button("Start"))
	v.LoseServer()
	end()
	v.Run(`for (let answers = true; answers;)
		answers = await fetch('js/main.js', {cache: 'no-store'}).then(() => true, () => false)`)
	v.Click(button("Start"))
	v.Wait(`document.querySelector('h1').textContent === 'No solver could run.'`)
	v.says("The server does not answer. Is npuzzle serve still running?")
	assert.Zero(t, browser.Value[int](v.Page, `document.querySelectorAll('.lane .playback:not([hidden])').length`))
}

// A view whose script did not load says so, and loads when its tab is pressed again.
func TestViewIsLoadedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.Wait(tile("7"))
	v.LoseServer()
	block := func(patterns ...*network.BlockPattern) {
		_, err := chromedp.Call(v.Context, network.SetBlockedURLs,
			network.SetBlockedURLsParams{URLPatterns: patterns})
		require.NoError(t, err)
	}
	block(&network.BlockPattern{URLPattern: "*://*:*/js/views/learn.js", Block: true})
	v.Click(find("nav a", "Learn"))
	v.says("The view Learn did not load")
	block(&network.BlockPattern{URLPattern: "*://*:*/learn.css", Block: true})
	v.Click(button("Try again")) // loads the page again
	v.says("The view Learn did not load: Error: learn.css is missing")
	block(&network.BlockPattern{URLPattern: "*://*:*/*", Block: false})
	v.Click(find("nav a", "Learn"))
	v.Wait(`document.querySelector('.view.learn h1')`)
}

// Views open in a browser that does not let the page store anything.
func TestPageWithoutStorage(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.blockStorage()
	for _, view := range v.views() {
		v.goTo(view, "board="+nearGoal)
	}
	v.goTo("race", "")
	v.Click(button("Class race"))
	v.Wait(button("Start for all")) // this browser is the host
	code := browser.Value[string](v.Page, `location.hash.slice(-4)`)

	// What a visitor presses works, too.
	v.goTo("play", "board="+nearGoal)
	v.Click(tile("1"))
	v.Click(button("4x4"))
	v.hasSize("4 by 4")
	v.Click(button("3x3"))
	v.Click(`document.getElementById('theme')`)
	v.goTo("solve", "board="+far)
	v.Click(solveButton)
	v.says("31 moves")

	// A racer joins and plays.
	v.Do(chromedp.Reload()) // the host is forgotten
	v.goTo("race", "class="+code)
	v.Fill(field("Your name"), "Ada")
	v.Click(button("Join"))
	v.says("Welcome, Ada.")
}

// restartable serves a page at an address that stays when the server is ended and started again.
type restartable struct {
	t       *testing.T
	options web.Options
	address string // such as 127.0.0.1:8080
	cancel  context.CancelFunc
	ended   chan error
}

// newRestartable starts a server, which ends with the test.
func newRestartable(t *testing.T, options web.Options) *restartable {
	r := &restartable{t: t, options: options, address: "127.0.0.1:0"}
	r.start()
	t.Cleanup(r.end)
	return r
}

// newClass starts the server of a class, whose host has the token "host", and whose code is bcdf.
func newClass(t *testing.T) *restartable {
	class := &web.Class{Code: "bcdf", Token: "guest"}
	return newRestartable(t, web.Options{Token: "host", Class: class})
}

func (r *restartable) start() {
	r.t.Helper()
	listener, err := net.Listen("tcp", r.address)
	require.NoError(r.t, err)
	r.address = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	server := newServer(r.t, r.options)
	r.cancel = cancel
	r.ended = make(chan error, 1)
	go func() { r.ended <- server.Serve(ctx, listener) }()
}

// end ends the server, if it runs.
func (r *restartable) end() {
	r.t.Helper()
	if r.cancel == nil {
		return
	}
	r.cancel()
	r.cancel = nil
	assert.NoError(r.t, <-r.ended)
}

// shownLost is the expression for the text of the note that the connection is lost.
const shownLost = `document.querySelector('body > .lost:not([hidden])')?.textContent`

// Every view says that the server is gone, also if nothing is pressed. When the server is back, the
// note goes, and the view works.
func TestLostConnection(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{})
	address := "http://" + server.address + "/"
	v := openAt(t, address, "")
	v.LoseServer()
	for _, view := range v.views() {
		// A script can be asked for over a connection to the server of before.
		v.Run(`location.hash = '#/` + view + `?board=` + far + `'`)
		shown := `document.querySelector('main > .view.` + view + ` h1')`
		v.Wait(shown + ` || (` + button("Try again") + `?.click(), false)`)
		v.Wait(shownLost + ` === undefined`)
		server.end()
		v.Wait(shownLost + `?.startsWith('The server does not answer.')`)
		server.start()
		v.Run(find("body > .lost button", "Try again") + `?.click()`) // or the page tries by itself
		v.Wait(shownLost + ` === undefined`)
	}
	// A view that is opened while the server is gone, with a script that is there, opens again.
	v.goTo("solve", "board="+far)
	v.goTo("play", "board="+far)
	server.end()
	v.goTo("solve", "board="+far)
	v.Wait(shownLost)
	v.Click(button("4x4")) // whose answer does not come
	v.Wait(`document.querySelector('main .note.bad')`)
	server.start()
	v.Wait(shownLost + ` === undefined`)
	v.Click(solveButton)
	v.says("31 moves")
}

// A view that lacks an answer opens again when the server is back, and shows what the address names.
// One that lacks none stays as it is, with what the reader has done in it.
func TestViewsAfterLostConnection(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{})
	v := openAt(t, "http://"+server.address+"/", "")
	v.LoseServer()
	back := func() {
		t.Helper()
		v.Wait(shownLost)
		server.start()
		v.Wait(shownLost + ` === undefined`)
	}
	const view = `document.querySelector('main > .view')`
	v.goTo("race", "") // loads its script
	v.goTo("play", "board="+nearGoal)
	v.Run(`globalThis.before = ` + view)
	server.end()
	back()
	v.Run(`await new Promise((done) => setTimeout(done, 500))`)
	assert.True(t, browser.Value[bool](v.Page, `before.isConnected`), "nothing was missing")

	server.end()
	v.Wait(shownLost)
	v.Run(`location.hash = '#/race?class=bcdf'`)
	v.Wait(button("Back to Race"))
	v.Run(`globalThis.before = ` + view)
	back()
	v.Wait(`!before.isConnected && ` + view)
	v.Run(`await new Promise((done) => setTimeout(done, 500))`) // until the address is written
	assert.Contains(t, browser.Value[string](v.Page, `location.hash`), "class=bcdf")
}

// The note comes within two seconds, because the page asks often and waits shortly.
func TestLostConnectionIsNoticedSoon(t *testing.T) {
	sum := 0
	for _, name := range []string{"every", "patience"} {
		found := regexp.MustCompile(`const ` + name + ` = (\d+);`).FindStringSubmatch(read(t, "js/connection.js"))
		require.NotNil(t, found, name)
		milliseconds, err := strconv.Atoi(found[1])
		require.NoError(t, err)
		sum += milliseconds
	}
	assert.Less(t, sum, 2000)
}

// A server that is started anew without its tokens asks for the code again.
func TestRenewedServer(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{Token: "first", Class: &web.Class{Code: "bcdf", Token: "guest"}})
	address := "http://" + server.address + "/"
	v := openAt(t, address, "?code=bcdf")
	v.LoseServer()
	v.Wait(tile("7"))
	server.end() // the guest is told, and is not told otherwise when the server is gone
	v.Wait(shownLost + ` === 'The host has ended the server.Try again'`)
	asked := browser.Value[int](v.Page, sessions)
	v.Wait(fmt.Sprintf(`%s > %d`, sessions, asked+1))
	assert.Equal(t, "The host has ended the server.Try again", browser.Value[string](v.Page, shownLost))
	server.options = web.Options{Token: "second", Class: &web.Class{Code: "ghjk", Token: "other"}}
	server.start()
	v.Wait(shownLost + `.includes('does not know this browser')`)
	v.Click(find("body > .lost button", "Enter again"))
	v.Wait(`document.querySelector('input[name="code"]')`)
}

// What a page could not learn about a solved board while the server was away, it says when the server
// is back.
func TestResultAfterLostConnection(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{})
	address := "http://" + server.address + "/"
	v := openAt(t, address, "")
	v.goTo("play", "board="+nearGoal)
	v.LoseServer()
	server.end()
	v.Wait(shownLost)
	v.Press(kb.ArrowLeft + kb.ArrowUp + kb.ArrowLeft + kb.ArrowUp)
	v.Wait(`document.querySelector('h1').textContent.startsWith('Solved in 4 moves')`)
	assert.Nil(t, browser.Value[any](v.Page, find("main a", "Watch both searches")+` ?? null`))
	server.start()
	v.Wait(find("main a", "Watch both searches"))
	assert.Equal(t, "Solved in 4 moves You cannot do better.",
		browser.Value[string](v.Page, `document.querySelector('h1').textContent`))
}

// On a phone, the note that the server is gone hides no button for good.
func TestNoteCoversNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	address, end := serveUntil(t)
	v := openAt(t, address, "")
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("watch", "board="+far)
	v.settled("watch")
	v.LoseServer()
	end()
	v.Wait(shownLost)
	v.notCovered(".lost") // Watch has its player at the lower edge of the window
	v.Resize(360, 640)
	v.goTo("play", "")
	v.Run(`scrollTo(0, document.documentElement.scrollHeight)`)
	for _, name := range []string{"New puzzle", "Hint", "Restart"} {
		assert.True(t, browser.Value[bool](v.Page, `(() => {
			const element = `+button(name)+`;
			const { left, top, width, height } = element.getBoundingClientRect();
			return document.elementFromPoint(left + width / 2, top + height / 2) === element;
		})()`), name)
	}
	assert.True(t, browser.Value[bool](v.Page,
		`(scrollTo(0, 0), document.querySelector('body > .lost').getBoundingClientRect().bottom <= innerHeight)`))
}

// notCovered checks that a note of the page covers no tab and no control of the player of Watch, on
// phones, wherever the page is scrolled.
func (v *visit) notCovered(note string) {
	v.t.Helper()
	for _, width := range []int64{375, 320} {
		v.Resize(width, 667)
		for _, place := range []string{"0", "document.documentElement.scrollHeight"} {
			assert.Empty(v.t, browser.Value[[]string](v.Page, `(async () => {
				scrollTo(0, `+place+`);
				await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
				const note = document.querySelector('body > `+note+`');
				const wrong = [];
				const box = note.getBoundingClientRect();
				if (box.top < 0 || box.bottom > innerHeight) wrong.push('the note is not seen');
				for (const e of document.querySelectorAll('nav a, .watch .player :is(button, input, select)')) {
					const { left, top, bottom, width, height } = e.getBoundingClientRect();
					if (!e.checkVisibility() || bottom < 0) continue;
					const there = document.elementFromPoint(left + width / 2, top + height / 2);
					if (note.contains(there)) wrong.push('the note covers ' + e.outerHTML);
				}
				return wrong;
			})()`), "%d pixels wide, scrolled to %s", width, place)
		}
	}
}

// The page of a class race says within two polls that the server is gone.
func TestClassRaceWithoutServer(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	address, end := serveUntil(t)
	v := openAt(t, address, "")
	v.goTo("race", "")
	v.Click(button("Class race"))
	v.Wait(button("Start for all"))
	v.LoseServer()
	end()
	v.says("The server does not answer. Is npuzzle serve still running? The page tries again.")
}
