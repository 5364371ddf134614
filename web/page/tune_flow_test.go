package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/web/browser"
)

// tuneRows is the expression for the texts of the rows of the table, without those of the study.
const tuneRows = `[...document.querySelectorAll('.tried tbody tr:not(.printed)')].map((e) => e.textContent)`

// setTune sets a number of the view Tune.
func (v *visit) setTune(name, value string) {
	v.t.Helper()
	v.Fill(field(name), value)
}

// Settings are tried with the keyboard. The row stays, with an interval and the study's figure.
func tune(v *visit) {
	v.goTo("tune", "")
	if !v.served {
		v.says("so it needs the program and its server.")
		v.says("npuzzle serve --open")
		v.Wait(button("Copy"))
		return
	}
	v.Wait(field("Population"))
	// The study's first settings of the size are chosen, and all of its rows are shown.
	assert.Equal(v.t, []string{"100", "100", "5", "100", "1"}, browser.Value[[]string](v.Page,
		`[...document.querySelectorAll('.controls input[type=number]')].map((e) => e.value)`))
	v.Wait(`document.querySelectorAll('.tried tr.printed').length === 7`)
	v.says("The study solved 64.0\u00a0% of 100 boards with these settings.")
	v.Wait(`document.querySelectorAll('.plots .printed').length === 14`) // in two plots
	v.Click(button("2x2"))
	v.says("Up to 100 plans for a board")
	v.says("The study solved 89.8\u00a0% of 1,000 boards with these settings.")
	v.Wait(`document.querySelectorAll('.tried tr.printed').length === 7`)

	// A slider takes round numbers, and starts nothing.
	v.Run(`document.querySelector('[aria-label^=Population]').focus()`)
	v.Press(kb.ArrowRight)
	v.Wait(field("Population") + `.value === '20'`)
	v.says("Up to 200 plans for a board")
	v.says("The study solved 89.7\u00a0% of 1,000 boards with these settings.")
	v.Wait(`document.querySelector('.command').textContent.includes('--population 20 ')`)
	v.setTune("Phases", "77")
	v.says("Choose a whole number from 1 to 20 for phases.")
	v.Wait(button("Try these settings") + `.ariaDisabled === 'true'`)
	v.setTune("Phases", "1")
	v.setTune("Seed", "9007199254740993") // rounded, it would be another seed
	v.says("Choose a whole number from 0 to 9007199254740991 for seed.")
	v.setTune("Seed", "1")
	v.setTune("Boards", "60")
	assert.Empty(v.t, browser.Value[[]string](v.Page, tuneRows))

	// While the server does not answer, nothing can be tried. The button says so at once.
	assert.Equal(v.t, "true", browser.Value[string](v.Page, `(async () => {
		const { heard, missed } = await import('./js/connection.js');
		missed();
		const { ariaDisabled } = document.querySelector('button.primary');
		heard();
		return ariaDisabled;
	})()`))
	v.Wait(button("Try these settings") + `.ariaDisabled === 'false'`)

	// Enter in a field starts the try.
	v.remembers()
	v.Run(field("Phases") + `.focus()`)
	v.Press(kb.Enter)
	v.Wait(`/^The genetic algorithm solves \d+ % of 60 boards of 2x2\.$/.test(
		document.querySelector('h1').textContent.replaceAll('\u00a0', ' '))`)
	v.Wait(button("Try on new boards"))
	rows := browser.Value[[]string](v.Page, tuneRows)
	if assert.Len(v.t, rows, 1) {
		text := strings.ReplaceAll(rows[0], "\u00a0", " ")
		assert.Regexp(v.t, `^20 / 10 / 160\d+\.\d % \(\d+\.\d–\d+\.\d\)89\.7 % \(87\.7–91\.4\)`, text)
		assert.Regexp(v.t, `(differs|agrees|no clear difference)`, text)
	}
	v.said("120 runs")
	v.Wait(`document.querySelectorAll('.plots .tried.chosen').length === 2`)
	v.Wait(`document.querySelectorAll('.tried tr.printed').length === 6`)
	assert.Equal(v.t, fmt.Sprint(true), browser.Value[string](v.Page,
		`document.querySelector('.tried tr').closest('table').querySelector('[aria-current]') ===
			document.querySelector('.tried tbody tr') ? 'true' : 'false'`))

	// The experiment is one of the store.
	const name = "ga-2x2-manhattan-20-10-1-boards60-seed1"
	v.Wait(`document.querySelector('.command').textContent.endsWith('--name ` + name + `')`)
	v.Click(find("main a", "All boards and plans of this try"))
	v.Wait(`location.hash.endsWith('experiment=` + name + `')`)
	v.says("Genetic algorithm with population 20, 10 generations and 1 phase, beside A*")

	// The rows are there after a return, and a press on a row chooses its settings.
	v.goTo("tune", "")
	v.Wait(button("Try on new boards"))
	v.Click(`document.querySelector('[aria-label="10 / 10 / 5: population 10, 10 generations, 5 phases"]')`)
	v.says("The study solved 98.9\u00a0% of 1,000 boards with these settings.")
	v.Wait(field("Phases") + `.value === '5'`)
	v.Wait(button("Try these settings"))
	if slow.Asked() {
		tuneMore(v)
	}
}

// tuneMore tries other boards, stops, and continues.
func tuneMore(v *visit) {
	v.setTune("Boards", "20")
	v.Click(button("Try these settings"))
	v.Wait(button("Try on new boards"))
	v.Click(button("Try on new boards"))
	v.Wait(tuneRows + `.length === 3`)
	v.Wait(field("Seed") + `.value === '2'`)
	v.Wait(button("Try on new boards"))

	// A long try is stopped, and continues.
	v.Click(button("3x3"))
	v.setTune("Population", "200")
	v.setTune("Phases", "20")
	v.setTune("Boards", "2000")
	v.Click(button("Try these settings"))
	v.Wait(`/of 2,000/.test(document.querySelector('.tried tbody').textContent)`)
	v.Wait(button("Stop"))
	v.Click(button("Stop"))
	v.Wait(button("Continue"))
	v.NotWide("tune")
	for _, width := range []int64{390, 320} {
		v.Resize(width, 844)
		v.NotWide(fmt.Sprintf("tune, %d pixels wide", width))
	}
}

// While an experiment runs, rows that do not come are a fault that the page names.
func TestTuneWithoutRows(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.goTo("tune", "")
	v.Wait(button("Try these settings"))
	v.setTune("Phases", "20")
	v.setTune("Boards", "2000")
	v.LoseServer()
	_, err := chromedp.Call(v.Context, network.SetBlockedURLs, network.SetBlockedURLsParams{
		URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/api/v1/configurations", Block: true}},
	})
	require.NoError(t, err)
	v.Click(button("Try these settings"))
	v.Wait(`document.querySelector('.view .note.bad')?.textContent.startsWith('The server does not answer.')`)
	v.Run(button("Stop") + `?.click()`) // unless it has ended
	v.Wait(`!` + button("Stop"))
}

// What the host of a class tries appears on the pages of guests, who start nothing themselves.
func TestTuneInClass(t *testing.T) {
	slow.Only(t, "waits for the server's questions; TestClass looks at the page of a guest")
	t.Parallel()
	server := newClass(t)
	address := "http://" + server.address + "/"
	host := openAt(t, address, "?token=host")
	host.goTo("tune", "")
	host.Wait(button("Try these settings"))
	guest := &visit{host.Another(address + "?code=bcdf"), t, address, true}
	guest.goTo("tune", "")
	guest.says("In a class, the host starts the experiments.")
	assert.False(t, browser.Value[bool](guest.Page,
		`document.querySelector('button.primary').checkVisibility()`))
	host.Click(button("2x2"))
	host.setTune("Boards", "300")
	host.Click(button("Try these settings"))
	guest.says("of 300 boards of 2x2.")
	assert.Len(t, browser.Value[[]string](guest.Page, tuneRows), 1)

	// When the server has ended, nothing starts, and the rows stay. When another one is there, with
	// another store, its rows are shown, and an experiment can be started. A guest sees all of it.
	host.Click(button("3x3"))
	host.setTune("Phases", "20")
	host.setTune("Boards", "2000")
	host.Click(button("Try these settings"))
	const partly = `/^\d+ of 2,000$/.test(document.querySelector('.tried tbody td:nth-child(2)').textContent)`
	guest.Wait(partly)
	host.LoseServer()
	guest.LoseServer()
	server.end()
	host.Wait(shownLost)
	host.Wait(`document.querySelector('button.primary').ariaDisabled === 'true'`)
	host.Wait(partly)
	server.start()
	for _, v := range []*visit{host, guest} {
		v.Wait(tuneRows + `.length === 0`)
		v.Wait(`!document.querySelector('.view .progress').checkVisibility()`)
	}
	host.Click(button("Try these settings"))
	guest.Wait(`document.querySelector('.view .progress').checkVisibility()`)
	host.Click(button("Stop"))
	host.Wait(button("Continue"))
}
