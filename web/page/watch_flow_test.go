package page_test

import (
	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// Two searches are watched on one clock. The view begins by itself. Results appear when they are
// reached.
func watch(v *visit) {
	v.Media("", "prefers-reduced-motion", "no-preference")
	v.goTo("watch", "board=7+2+4/5+0+6/8+3+1")
	headline := `document.querySelector('.watch .headline').textContent`
	text := func(panel string) string {
		return `document.querySelector('[aria-label="` + panel + ` search"] .result').textContent`
	}
	v.Wait(button("Pause")) // it plays by itself
	v.Wait(`!document.querySelector('.watch.loading')`)
	v.says("Each row holds the boards equally far from the goal.")
	v.says("A dot is one board.")
	assert.True(v.t, browser.Value[bool](v.Page, `document.querySelector('.legend').getBoundingClientRect().bottom <=
		document.querySelector('.panels').getBoundingClientRect().top`), "the legend is above the pictures")
	const population = `document.querySelector('.watch .explained .help')`
	v.Wait(`!` + population + `.checkVisibility()`)
	v.jumpsNot()
	v.Wait(text("First") + ` === 'Found the shortest plan, 20 moves.'`)
	v.Wait(text("Second") + ` === 'Searching …'`)
	v.says("Which search reaches fewer boards: A* or breadth-first?")
	v.Click(button("Last"))
	v.Wait(`/^Both found 20 moves\. A\* reached \d[\d.]*.% of the boards, breadth-first \d[\d.]*.%\. ` +
		`Breadth-first reached \d+ times as many as A\*\.$/.test(` + headline + `)`)
	assert.True(v.t, browser.Value[bool](v.Page, `(() => {
		const [first, second] = [...document.querySelectorAll('.share')]
			.map((e) => Number(/^[\d,]+/.exec(e.innerText.trim())[0].replaceAll(',', '')));
		return `+headline+`.includes(' ' + Math.round(second / first) + ' times ');
	})()`), "the factor is that of the numbers below")
	v.Wait(button("Watch again"))
	assert.Equal(v.t, 1, browser.Value[int](v.Page, `document.querySelectorAll('.player').length`), "one player")
	// Both pictures fit a phone, whose pixels are small.
	v.Resize(390, 844)
	v.Wait(`[...document.querySelectorAll('.layers canvas')].every((e) =>
		e.getBoundingClientRect().bottom <= document.querySelector('.player').getBoundingClientRect().top)`)
	v.Wait(`new Set([...document.querySelectorAll('.layers canvas')]
		.map((e) => e.getBoundingClientRect().top)).size === 1`) // side by side
	v.Resize(1280, 900)
	assert.True(v.t, browser.Value[bool](v.Page,
		`document.querySelector('.watch .options').getBoundingClientRect().bottom <= innerHeight`),
		"the pictures, the player and the name of the options fit the window")

	// A plan is not shown before it is reached. Boards that are not neighbours do not slide.
	v.Click(button("First"))
	v.Wait(text("First") + ` === 'Searching …'`)
	v.Wait(`document.querySelector('.share').innerText.replace(/\s+/g, ' ') === '1 of 181,440 boards'`)
	assert.Zero(v.t, browser.Value[int](v.Page,
		`document.querySelector('.pointed .board').getAnimations({subtree: true}).length`))
	v.Click(button("Last"))
	v.Wait(text("Second") + ` === 'Found the shortest plan, 20 moves.'`)
	// The plan is in the middle of the picture. A dot that is pointed at is shown as a board.
	v.Wait(`(() => {
		const canvas = document.querySelector('.layers canvas');
		const box = canvas.getBoundingClientRect();
		const axis = 72 + (box.width - 136) / 2;
		canvas.dispatchEvent(new PointerEvent('pointermove',
			{ clientX: box.left + axis, clientY: box.top + (box.height - 18) * 10.5 / 32 }));
		return document.querySelector('.pointed').innerText.includes('this dot')
			&& document.querySelector('.pointed').innerText.includes('10 moves to go');
	})()`)

	// Plans of different lengths have a sentence each.
	v.Choose(`document.querySelector('[aria-label="Second search"] select')`, "greedy")
	v.Wait(button("Pause"))
	v.Click(button("Last"))
	v.Wait(`/^A\* found 20 moves and reached \S+.% of the boards\. ` +
		`Greedy found \d+ moves and reached \S+.% of the boards\. ` +
		`(A\*|Greedy) reached \d[\d.]* times as many as (greedy|A\*)\.$/.test(` + headline + `)`)

	// The genetic solver shows its generations.
	v.Choose(`document.querySelector('[aria-label="Second search"] select')`, "ga")
	v.Wait(button("Pause"))
	v.Wait(text("Second") + ` === 'The first plans are random.'`)
	v.Wait(`/^Phase \d, generation \d+: best plan \d+ moves? from the goal, average [\d.]+\.$/.test(` +
		text("Second") + `)`)
	v.Click(button("Last"))
	v.Wait(`/^Both found 20 moves\. A\* reached .*, genetic |^A\* found 20 moves .* Genetic found \d+ moves /.test(` +
		headline + `)`)
	v.Wait(population + `.checkVisibility()`)
	v.Wait(`/^Found a plan, \d+ moves\. The first came in generation \d+( of phase \d)?\.$/.test(` +
		text("Second") + `)`)
	v.Wait(`location.hash.includes('searches=astar,ga') || location.hash.includes('searches=astar%2Cga')`)
	// Two searches with one algorithm are not equal: they differ in the heuristic, or in the random
	// numbers.
	v.Choose(`document.querySelector('[aria-label="Second search"] select')`, "astar")
	v.Wait(button("Pause"))
	v.Click(button("Last"))
	const found = `/^Both found 20 moves\. A\* with Manhattan distance reached [\d.]+.% of the boards, ` +
		`A\* with misplaced tiles [\d.]+.%\. ` +
		`A\* with misplaced tiles reached [\d.]+ times as many as A\* with Manhattan distance\.$/`
	v.Wait(found + `.test(` + headline + `)`)
	v.Click(find("summary", "Options"))
	v.Wait(`[...document.querySelectorAll('.watch .scroll')].every((e) => e.scrollWidth <= e.clientWidth)`)
	v.Click(find("summary", "The layers as a table"))
	rows := browser.Value[int](v.Page,
		`document.querySelectorAll('[aria-label="Boards by distance"] tbody tr').length`)
	assert.Equal(v.t, 32, rows)

	v.goTo("play", "board=7+2+4/5+0+6/8+3+1")
	v.goTo("watch", "board=7+2+4/5+0+6/8+3+1&searches=ga,ga")
	v.Wait(button("Pause"))
	v.Click(button("Last"))
	v.Wait(`/Genetic 1 .*reached .*enetic 2 /.test(` + headline + `)`)
	v.Wait(`new Set([...document.querySelectorAll('.share b')].map((e) => e.textContent)).size === 2`)

	// Another size begins with a shuffled board.
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Click(button("2x4"))
	v.hasSize("2 by 4")
	v.Wait(`location.hash.includes('board=') && !location.hash.includes('1+2+3+4/5+6+7+0')`)
	v.says(" reached ")
	// The result does not play by itself.
	v.Wait(`document.querySelector('.player input').value === document.querySelector('.player input').max`)

	// A board that cannot be watched stays the board of the other views. The view uses another one,
	// and says why.
	v.goTo("watch", "board="+hard)
	v.says("4x4 has too many boards to draw. This one is 3x3.")
	v.says(" reached ")
	v.Wait(`location.hash.includes('board=` + hard + `')`)
	v.goTo("watch", "board=1+2+0+3+4/")
	v.says("1x5 has only 5 boards. This one is 3x3.")
	v.says(" reached ")
	v.goTo("watch", "board="+nearGoal)
	v.says("Your board is 4 moves from the goal. This one is farther.")
	v.says(" reached ")
	v.Click(button("New board"))
	v.Wait(`!location.hash.includes('board=` + nearGoal + `') && !document.querySelector('.note').innerText`)
}

// jumpsNot sees the controls of the player keep their places while it plays.
func (v *visit) jumpsNot() {
	v.t.Helper()
	places := browser.Value[[]string](v.Page, `(async () => {
		const places = new Set();
		for (let i = 0; i < 20; i++) {
			places.add([...document.querySelectorAll('.player button, .player input')]
				.map((e) => [e.offsetLeft, e.offsetTop, e.offsetWidth]).join());
			await new Promise((done) => setTimeout(done, 25));
		}
		return [...places];
	})()`)
	assert.Len(v.t, places, 1)
}
