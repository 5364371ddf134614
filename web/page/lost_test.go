package page_test

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
)

// A race whose server has ended announces no result, and says what is wrong.
func TestRaceWithoutServer(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	address, end := serveUntil(t)
	v := &visit{browser.Start(t).Open(t, address), t, address, true}
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
	_, err := chromedp.Call(v.Context, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `for (const name of ['localStorage', 'sessionStorage'])
			Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError'); }});`})
	require.NoError(t, err)
	v.Do(chromedp.Reload())
	for _, view := range v.views() {
		v.goTo(view, "board="+nearGoal)
	}
	v.goTo("race", "")
	v.Click(button("Class race"))
	v.Wait(button("Start for all")) // this browser is the host
}

// The page of a class race says within two polls that the server is gone.
func TestClassRaceWithoutServer(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	address, end := serveUntil(t)
	v := &visit{browser.Start(t).Open(t, address), t, address, true}
	v.goTo("race", "")
	v.Click(button("Class race"))
	v.Wait(button("Start for all"))
	v.LoseServer()
	end()
	v.says("The server does not answer. Is npuzzle serve still running? The page tries again.")
}
