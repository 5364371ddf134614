package page_test

import (
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// start starts an experiment of 2x3 boards from the form and follows it to its end.
func (v *visit) start() {
	v.goTo("experiments", "")
	v.Click(find("main a", "Run your own experiment"))
	v.Wait(field("Number of boards"))
	v.Wait(field("A*"))
	v.says("4 solvers on 100 boards of 3x3: 400 runs, each with a time limit of 1 s. Most end in milliseconds.")
	v.Wait(`document.querySelectorAll('.samples .board').length === 6`)
	v.Click(button("4x4"))
	v.says("400 runs, each with a time limit of 1 s. This takes at most 7 minutes.")
	v.Wait(`document.querySelector('.samples .board').ariaLabel.includes('Row 4')`)
	v.Click(button("2x3"))
	// New samples move what is below them, so a click there before would miss.
	v.Wait(`[...document.querySelectorAll('.samples .board')].every((e) =>
		/Row 2/.test(e.ariaLabel) && !/Row 3/.test(e.ariaLabel))`)
	v.Fill(field("Number of boards"), "0")
	v.says("Choose a number of boards from 1 to 10,000.")
	v.Wait(field("Number of boards") + `.matches(':invalid')`)
	v.Fill(field("Number of boards"), "6")
	v.Click(find("summary", "Options"))
	v.Wait(find("summary", "Edit as text") + `.checkVisibility()`)
	v.Click(find("summary", "Edit as text"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('idastar')`)
	v.Click(button("Start"))
	v.says("2x3. 24 runs, begun ")
	v.says("A* (linear conflict)")
}

// barsFit checks that a bar of a finding is as long as its number says.
func barsFit(v *visit) {
	assert.Empty(v.t, browser.Value[[]string](v.Page, `(() => {
		const bars = [...document.querySelectorAll('.bars > div')].map((e) => [e.textContent,
			parseFloat(e.querySelector('b').textContent.replaceAll(',', '')), e.querySelector('i').offsetWidth]);
		const [, number, width] = bars.reduce((a, b) => (b[1] > a[1] ? b : a));
		return bars.filter(([, n, w]) => Math.abs(w / width - n / number) > 0.02).map(([text]) => text);
	})()`))
}

// An experiment is started and followed. Its report is read, and a trial is played back.
func experiments(v *visit) {
	if !v.served {
		v.goTo("play", "")
		assert.Equal(v.t, "Play Watch Race Learn Solve Tune",
			browser.Value[string](v.Page,
				`[...document.querySelectorAll('#nav a')].map((a) => a.textContent).join(' ')`))
		return
	}
	v.start()
	v.Wait(`document.querySelectorAll('[aria-label="Results by solver"] tbody tr').length === 4`)
	// The heading is the conclusion of the analysis: on 6 boards, nothing shows that a solver did
	// best.
	v.Wait(`/(solved the same boards with plans of the same costs|o difference from .* is shown for) ?.*\.$/.test(
		document.querySelector('h1').textContent)`)
	assert.NotContains(v.t, browser.Value[string](v.Page, `document.querySelector('h1').textContent`), "best")
	// The plot comes first, and each solver has a line. The columns of numbers are aligned to the
	// right.
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
	v.Click(find("summary", "Every board and its plans"))
	v.says("Boards 1 to 6 of 6")
	assert.Equal(v.t, 6, browser.Value[int](v.Page, `document.querySelectorAll('[aria-label=Trials] tbody tr').length`))
	assert.Equal(v.t, 6, browser.Value[int](v.Page, `document.querySelectorAll('[aria-label=Trials] th').length`))
	const first = `document.querySelector('[aria-label=Trials] td').textContent`
	assert.Equal(v.t, "1", browser.Value[string](v.Page, first))
	v.NotWide("experiments")
	v.Click(`document.querySelector('[aria-label$=": puzzle 6, IDA*"]')`)
	v.says("Puzzle 6, IDA*")
	v.Click(button("End"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, blank.")
	v.says("The report, with all figures")
	v.Click(find("summary", "The experiment file"))
	v.says("algorithm: idastar")
	// The form shows the choices of an experiment. Each start draws new boards.
	v.Click(button("Change"))
	v.says("4 solvers on 6 boards of 2x3: 24 runs,")
	v.Click(button("Start"))
	v.Wait(`location.hash.endsWith('serve-2') && [...document.querySelectorAll('main button')].some((e) =>
		e.textContent === 'Run again with new boards')`)
	v.Wait(`!document.querySelector('main').innerText.includes('All runs are from an earlier run')`)
	// Several heuristics and settings are several solvers.
	v.goTo("experiments", "experiment=new:")
	v.Click(field("Manhattan distance"))
	v.Click(button("Add a setting"))
	v.Choose(`document.querySelector('[aria-label=Setting]')`, "weight")
	v.Fill(`document.querySelector('[aria-label=Values]')`, "1.5, 3")
	v.Click(field("Weighted A*"))
	v.Wait(field("Experiment file (YAML)") + `.value.includes('heuristic: [manhattan, linear-conflict]')`)
	v.Wait(field("Experiment file (YAML)") + `.value.includes('weight: [1.5, 3]')`)
	v.Fill(field("Number of boards"), "2")
	v.Click(button("Start"))
	v.says("on 2 boards of ")
	v.Wait(`[...document.querySelectorAll('[aria-label="Results by solver"] td:first-child')].filter((e) =>
		/^Weighted A/.test(e.textContent)).length === 4`)

	// The gallery has the picture of one study, the sentences of all, and the experiments of the
	// store.
	v.Click(find("main a", "← All findings"))
	v.Wait(`document.querySelectorAll('.finding').length === 5 && document.querySelectorAll('.thumb i').length === 12`)
	v.says("On 3x3, A* expands 861 states on average. Breadth\u2011first search expands 80,370.")
	// The claims of a study are counted by their verdicts.
	assert.Equal(v.t, "Claims: 4 hold3 in part", browser.Value[string](v.Page,
		`document.querySelector('.tally').textContent`))
	barsFit(v)
	assert.Equal(v.t, "", browser.Value[string](v.Page,
		`[...document.querySelectorAll('.finding')].map((e) => e.textContent)
			.filter((text) => /NaN|undefined|null/.test(text)).join()`))
	v.Wait(`document.querySelectorAll('.own li').length === 3`)
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
	v.Wait(`document.querySelectorAll('.finding').length === 5 && document.querySelectorAll('.thumb i').length === 12`)
	v.Run(`window.fetch = kept`)

	// A study has verdicts, and its report has figures in the style of the page.
	v.Click(find("main a", "See the study"))
	v.Wait(`document.querySelector('h1').textContent === '8-Puzzle Problem Solver'`)
	v.says("On 3x3, A* expands 861 states on average.")
	v.says("Holds on the study's four boards. Fails on random boards of this report.")
	assert.Equal(v.t, []int{4, 3, 0}, browser.Value[[]int](v.Page, `['holds', 'holds-in-part', 'fails'].map((verdict) =>
		document.querySelectorAll('.verdicts .' + verdict).length)`))
	v.says("IDA* performs better than A* in time")
	v.Click(find("main a", "The whole report"))
	// Each look scrolls again, because the page may scroll back to its top while it is being built.
	v.Wait(`document.querySelector('.plotted').scrollIntoView() ||
		[...document.querySelectorAll('.plotted text')].some((e) => e.textContent === 'IDA* manhattan')`)
	v.NotWide("a study")
	// An answer for a page that was left does not overwrite a later one.
	v.Run(`location.hash = '#/experiments?experiment=serve-1'; await new Promise((done) => setTimeout(done));
		location.hash = '#/experiments?experiment=example:tutorial'`)
	v.Wait(`document.querySelector('h1').textContent === 'Solving the sliding puzzle'`)
	v.Click(find("#nav a", "Experiments"))
	v.Click(find("main a", "Run your own experiment"))
	v.Wait(field("Number of boards"))

	// What cannot run is explained.
	v.Fill(field("Experiment file (YAML)"), "puzzles: []")
	v.says("Start runs the text under Options")
	v.Click(button("Start"))
	v.says("experiment:1: ")

	v.Do(chromedp.Navigate(v.address + "api/v1/report?experiment=serve-1"))
	v.Wait(`document.querySelector('h1').textContent === 'Experiment serve-1'`)
	v.Wait(`document.querySelectorAll('figure svg').length > 3`) // the page may still be loading
}
