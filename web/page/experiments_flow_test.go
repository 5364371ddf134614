package page_test

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// start starts an experiment of 2x3 boards from the form and follows it to its end.
func (v *visit) start() {
	v.goTo("browse", "")
	v.Click(`[...document.querySelectorAll('main nav a')].find((a) => a.textContent.startsWith('New experiment'))`)
	v.Wait(field("Puzzles"))
	v.Wait(field("A*"))
	v.Fill(field("Size"), "2x3")
	v.Fill(field("Puzzles"), "6")
	v.Click(field("IDA*"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('idastar')`)
	v.Click(button("Start"))
	v.says("All 30 trials have ended.")
	v.says("1 to 20 of 30")
}

// An experiment is started and followed. Its report is read, and a trial is played back.
func browse(v *visit) {
	if !v.served {
		v.goTo("play", "")
		assert.Equal(v.t, "Play Solve Race Watch Learn",
			browser.Value[string](v.Page,
				`[...document.querySelectorAll('#nav a')].map((a) => a.textContent).join(' ')`))
		return
	}
	v.start()
	v.Wait(`document.querySelectorAll('[aria-label="Results by solver"] tbody tr').length === 5`)
	v.says("1 to 20 of 30")
	v.Click(button("Next"))
	v.says("21 to 30 of 30")
	v.Click(`document.querySelector('[aria-label="Show puzzle 6, idastar"]')`)
	v.says("Puzzle 6, idastar")
	v.Click(button("End"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, blank.")
	v.Click(find("summary", "Show the report here"))
	v.Wait(`document.querySelector('iframe').checkVisibility()`)
	v.Click(find("summary", "Show the experiment file"))
	v.says("algorithm: idastar")
	v.Click(button("Use for a new experiment"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('idastar')`)
	// The link that was followed keeps the focus when the list is refreshed.
	const link = `[...document.querySelectorAll('main nav a')].find((a) => a.textContent.startsWith('serve-1'))`
	v.Run(link + `.focus()`)
	v.Press(kb.Enter)
	v.Wait(`document.querySelector('[aria-label="Results by solver"]')`)
	v.Wait(link + `.getAttribute('aria-current') === 'true'`)
	assert.True(v.t, browser.Value[bool](v.Page, `document.activeElement === `+link))

	// What cannot run is explained.
	v.Click(`[...document.querySelectorAll('main nav a')].find((a) => a.textContent.startsWith('New experiment'))`)
	v.Fill(field("Experiment file (YAML)"), "puzzles: []")
	v.Click(button("Start"))
	v.says("experiment:1: ")

	v.Do(chromedp.Navigate(v.address + "api/v1/report?experiment=serve-1"))
	v.Wait(`document.querySelector('h1').textContent === 'Experiment serve-1'`)
	v.Wait(`document.querySelectorAll('figure svg').length > 3`) // the page may still be loading
}
