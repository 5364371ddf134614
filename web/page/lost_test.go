package page_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
