package page_test

import (
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// start starts an experiment of 2x3 boards from the form and follows it to its end.
func (v *visit) start() {
	v.goTo("experiments", "")
	v.Click(find("main a", "New experiment"))
	v.Wait(field("Puzzles"))
	v.Wait(field("A*"))
	v.Click(find("summary", "Options"))
	v.Fill(field("Size"), "2x3")
	v.Fill(field("Puzzles"), "6")
	v.Wait(field("Experiment file (YAML)") + `.value.includes('idastar')`)
	v.says("24 trials of at most 10 s, so at most 4 minutes on one core.")
	v.Click(button("Start"))
	v.says("All 24 trials have ended.")
	v.says("Boards 1 to 6 of 6")
}

// An experiment is started and followed. Its report is read, and a trial is played back.
func experiments(v *visit) {
	if !v.served {
		v.goTo("play", "")
		assert.Equal(v.t, "Play Solve Race Watch Learn",
			browser.Value[string](v.Page,
				`[...document.querySelectorAll('#nav a')].map((a) => a.textContent).join(' ')`))
		return
	}
	v.start()
	v.Wait(`document.querySelectorAll('[aria-label="Results by solver"] tbody tr').length === 4`)
	v.Wait(`/^(All 4 solvers solved|.* did best: (it|they) solved) all 6 boards with shortest plans\b.*\.$/.test(
		document.querySelector('h1').textContent)`)
	// The plot comes first, and each solver has a line. The columns of numbers are aligned to the right.
	assert.Equal(v.t, []string{"true", "4", "right", "sticky"}, browser.Value[[]string](v.Page, `(() => {
		const plot = document.querySelector('.results figure');
		const table = document.querySelector('[aria-label="Results by solver"] table');
		return [String(plot.getBoundingClientRect().bottom <= table.getBoundingClientRect().top),
			String(plot.querySelectorAll('polyline').length),
			[...new Set([...table.querySelectorAll('td:not(:first-child)')].map((e) =>
				getComputedStyle(e).textAlign))].join(),
			getComputedStyle(table.querySelector('td')).position];
	})()`))
	// A row for a board, and a column for a solver.
	assert.Equal(v.t, 6, browser.Value[int](v.Page, `document.querySelectorAll('[aria-label=Trials] tbody tr').length`))
	assert.Equal(v.t, 6, browser.Value[int](v.Page, `document.querySelectorAll('[aria-label=Trials] th').length`))
	const first = `document.querySelector('[aria-label=Trials] td').textContent`
	assert.Equal(v.t, "1", browser.Value[string](v.Page, first))
	v.NotWide("experiments")
	v.Click(`document.querySelector('[aria-label$=": puzzle 6, IDA*"]')`)
	v.says("Puzzle 6, IDA*")
	v.Click(button("End"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, blank.")
	v.Click(find("summary", "Show the report here"))
	v.Wait(`document.querySelector('iframe').checkVisibility()`)
	v.Click(find("summary", "Show the experiment file"))
	v.says("algorithm: idastar")
	v.Click(button("Use for a new experiment"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('idastar')`)
	// Several heuristics and settings are several solvers.
	v.goTo("experiments", "experiment=new:")
	v.Click(field("manhattan"))
	v.Click(button("Add a setting"))
	v.Choose(`document.querySelector('[aria-label=Setting]')`, "weight")
	v.Fill(`document.querySelector('[aria-label=Values]')`, "1.5, 3")
	v.Click(field("Weighted A*"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('heuristic: [manhattan, linear-conflict]')`)
	v.Wait(field("Experiment file (YAML)") + `.value.includes('weight: [1.5, 3]')`)
	v.Fill(field("Puzzles"), "2")
	v.Click(button("Start"))
	v.says("trials have ended.")
	v.Wait(`[...document.querySelectorAll('[aria-label="Results by solver"] td:first-child')].filter((e) =>
		/^Weighted A/.test(e.textContent)).length === 4`)

	// The gallery has a sentence and a picture of each study, and the experiments of the store.
	v.Click(find("main a", "← All findings"))
	v.Wait(`document.querySelectorAll('.finding').length === 6`)
	assert.Equal(v.t, "", browser.Value[string](v.Page,
		`[...document.querySelectorAll('.finding')].map((e) => e.textContent)
			.filter((text) => /NaN|undefined|null/.test(text)).join()`))
	// A bar is as long as its number says.
	assert.Empty(v.t, browser.Value[[]string](v.Page, `[...document.querySelectorAll('.finding')].filter((card) => {
		const bars = [...card.querySelectorAll('.bars > div')].map((e) =>
			[parseFloat(e.querySelector('b').textContent.replaceAll(',', '')), e.querySelector('i').offsetWidth]);
		const [number, width] = bars.reduce((a, b) => (b[0] > a[0] ? b : a));
		return bars.some(([n, w]) => Math.abs(w / width - n / number) > 0.02);
	}).map((card) => card.textContent)`))
	v.Wait(`document.querySelectorAll('.own li').length === 2`)
	assert.Equal(v.t, "Breadth-first, A*, IDA*, Weighted A*, Genetic on 2 boards of 2x3",
		browser.Value[string](v.Page, `document.querySelector('.own a').textContent`))
	v.NotWide("the gallery")
	// A missing table hides one picture, and not the others.
	v.Run(`window.kept = fetch;
		window.fetch = async (address, ...rest) => (String(address).endsWith('/random.csv')
			? new Response('', { status: 404 }) : kept(address, ...rest))`)
	v.goTo("experiments", "experiment=new:")
	v.Click(find("main a", "← All findings"))
	v.says("There is no table random of the study four-searches.")
	v.Wait(`document.querySelectorAll('.bars').length === 5`)
	v.Run(`window.fetch = kept`)

	// A study has verdicts, and its report has figures in the style of the page.
	v.Click(`document.querySelector('.finding[href$="four-searches"]')`)
	v.Wait(`/^A\* expands \d+ states/.test(document.querySelector('h1').textContent)`)
	v.says("Claims of the study: 3 hold, 2 fail")
	assert.Equal(v.t, []int{3, 2}, browser.Value[[]int](v.Page,
		`['holds', 'fails'].map((verdict) => document.querySelectorAll('.verdicts .' + verdict).length)`))
	v.Click(find("summary", "The whole report"))
	v.Wait(`document.querySelector('.plotted')`)
	v.Run(`document.querySelector('.plotted').scrollIntoView()`)
	v.Wait(`[...document.querySelectorAll('.plotted text')].some((e) => e.textContent === 'IDA* manhattan')`)
	v.NotWide("a study")
	for _, study := range []string{"evolution", "four-heuristics", "ga-vs-astar", "shuffle-study", "tutorial"} {
		v.goTo("experiments", "experiment=example:"+study)
		v.Wait(`document.querySelector('.verdicts b') && document.querySelectorAll('.bars b').length > 2 &&
			document.querySelector('.about h2').textContent.length > 10`)
		v.Wait(`location.hash.endsWith('` + study + `') && document.querySelector('h1').textContent.endsWith('.')`)
	}
	// An answer for a page that was left does not overwrite a later one.
	v.Run(`location.hash = '#/experiments?experiment=serve-1'; await new Promise((done) => setTimeout(done));
		location.hash = '#/experiments?experiment=example:tutorial'`)
	v.Wait(`document.querySelector('h1').textContent.startsWith('Remembering visited boards saves')`)
	v.Click(find("main a", "← All findings"))
	v.Click(find("main a", "New experiment"))
	v.Wait(field("Puzzles"))

	// What cannot run is explained.
	v.Fill(field("Experiment file (YAML)"), "puzzles: []")
	v.Click(button("Start"))
	v.says("experiment:1: ")

	v.Do(chromedp.Navigate(v.address + "api/v1/report?experiment=serve-1"))
	v.Wait(`document.querySelector('h1').textContent === 'Experiment serve-1'`)
	v.Wait(`document.querySelectorAll('figure svg').length > 3`) // the page may still be loading
}
