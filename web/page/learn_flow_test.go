package page_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/web/browser"
)

// chapters are the parts of the tutorial, and what a reader does in each.
var chapters = []struct {
	name string
	play func(v *visit)
}{
	{"states", func(v *visit) {
		v.Wait(figure("Moves to the goal") + ` === '20'`)
		v.Click(button("Goal"))
		v.Wait(figure("Boards this far") + ` === '1'`)
		v.Click(tile("8"))
		v.Wait(figure("Moves to the goal") + ` === '1'`)
		v.Click(button("Swap two tiles"))
		v.says("No moves lead to the goal.")
		v.stage("Inversions")
		v.Wait(figure("Pairs compared") + ` === '0'`)                    // the figure opens at its start
		v.Wait(`document.querySelectorAll('.arcs .ahead').length === 1`) // the picture is not empty before the count
		v.Click(button("Last"))
		v.says("1 inversion: odd")
		v.stage("Parity")
		v.says("This board has 1 inversion. After each move: U: 3, L: 1, R: 1.")
		v.Click(button("Swap two tiles"))
		v.says("This board has 0 inversions. After each move: U: 2, L: 0, R: 0.")
		v.Click(button("Last"))
		v.says("0 inversions: even, so the board can be solved.")
		v.stage("Distance")
		v.redraws("Random board")
		v.Wait(figure("Moves to the goal") + ` !== 'no plan'`)
		v.Wait(`document.querySelector('.player input').max > 1`)
		v.Click(button("Last"))
		v.Wait(figure("Moves to the goal") + ` === '0'`) // the plan leads to the goal
		v.program("Right on 1,000 of 1,000 random arrangements.")
		v.edit("inversions % 2 === 0", "true")
		v.program("It is wrong on")
	}},
	{"tree", func(v *visit) {
		v.Wait(`document.querySelectorAll('.pseudocode .off').length === 3`)
		v.Wait(`[...document.querySelectorAll('.tree .gh')].every((e) => e.textContent === '')`)
		v.Click(button("Last"))
		v.says("found with 53 expansions. With a visited set: 47.")
		v.Wait(figure("Duplicates") + ` === '0'`)
		v.stage("Open list") // a search that has ended has ended in the next stage, too
		v.says("found with 53 expansions. With a visited set: 47.")
		v.Wait(`document.querySelector('.tree .gh').textContent === 'no. 1'`)
		v.stage("Visited set")
		v.says("A plan of 7 moves (R U L L D R R), found with 47 expansions. Without a visited set: 53.")
		assert.Equal(v.t, "47", browser.Value[string](v.Page, figure("Expanded")), "the figure and the sentence agree")
		v.Choose(field("Start"), "0 4 1/3 2 5")
		v.Click(button("Last"))
		v.says("A plan of 13 moves")
		v.Choose(field("Start"), "2 3 5/1 0 4")
		v.Click(button("Last"))
		v.byRounds("board")
		v.program("none is longer than the shortest.")
	}},
	{"bfs", func(v *visit) {
		v.Click(button("Step"))
		v.Wait(`document.querySelectorAll('.growing circle.open').length > 1`)
		v.Wait(`!document.querySelector('.growing line')`)
		v.stage("Growth")
		v.Wait(`document.querySelector('.growing line:not(.level)') && document.querySelector('.growing text')`)
		for board, moves := range map[string]string{"1 3 5/4 0 2/7 8 6": "6", "1 2 3/7 0 4/5 8 6": "8"} {
			v.Choose(field("Start"), board)
			v.Click(button("Last"))
			v.says("The goal is in layer " + moves + ": a shortest plan has " + moves + " moves.")
		}
		v.program("none is longer than the shortest.")
		if slow.Asked() {
			v.edit("open.shift()", "open.pop()")
			v.program("3 of 3 are longer than the shortest.")
		}
	}},
	{"heuristics", func(v *visit) {
		v.Click(button("Last"))
		v.Wait(figure("Sum so far") + ` === ` + figure("Misplaced tiles"))
		v.Wait(figure("Distance") + ` === '19'`)
		v.stage("Manhattan")
		v.Click(button("First"))
		v.Hover(tile("6"))
		v.says("Tile 6: 1 row and 2 columns, so 3.")
		v.Wait(`document.querySelectorAll('.arrows path').length === 1`)
		v.Click(button("Last"))
		v.Wait(figure("Sum so far") + ` === ` + figure("Manhattan distance"))
		v.stage("Linear conflict")
		v.Wait(figure("Sum so far") + ` === ` + figure("Linear conflict"))
		v.stage("Prediction")
		v.Click(button("Manhattan distance"))
		v.says("Right. Manhattan distance expands 4.9 times fewer boards, and both plans have 19 moves.")
		v.Wait("new Set([...document.querySelectorAll('.bars .amount')].map((e) => e.offsetLeft)).size === 1")
		v.redraws("Random board")
		v.Wait(`!document.querySelector('.bars .amount')`)
		v.Click(button("Misplaced tiles"))
		v.says("Not quite.")
		v.program("Admissible on all 181,440 boards: it never estimates too much.")
		rows := `[...document.querySelectorAll('.lab tbody tr')].map((row) => row.children[1].textContent)`
		v.Wait(rows + `.length === 3`)
		counts := browser.Value[[]string](v.Page, rows)
		assert.Equal(v.t, counts[0], counts[2], "the first program is the Manhattan distance")
		v.Wait(`[...document.querySelectorAll('.lab tbody tr')].every((row) =>
			row.children[2].textContent === '20 of 20')`)
		v.edit("return sum", "tiles.sort(); return sum") // sorts a copy of the board
		v.program("Admissible on all 181,440 boards: it never estimates too much.")
		assert.Equal(v.t, counts, browser.Value[[]string](v.Page, rows), "the searches have boards of their own")
		v.edit("return sum", "return 2 * sum")
		v.program("Not admissible: it estimates too much on")
		v.edit("let sum = 0;", "fetch('/'); let sum = 0;")
		v.program("Line 3: fetch is not a function")
		v.Wait(`document.querySelector('.editor .line.bad').textContent.includes("fetch")`)
		v.edit("fetch('/');", "let = = ;")
		v.program("Line 3: ")
		v.Wait(`!location.href.includes('sum')`) // a link never carries code
		if slow.Asked() {
			v.edit("let = = ;", "for (;;) {}")
			v.program("Stopped after 20 s: does your loop end?")
		}
	}},
	{"astar", func(v *visit) {
		v.Wait(`[...document.querySelectorAll('.tree .f')].every((e) => /^g \d+$/.test(e.textContent))`)
		v.Click(button("Last"))
		v.says("A plan of 6 moves")
		v.stage("g and h")
		v.Wait(`[...document.querySelectorAll('.tree .gh')].every((e) => /^h \d+$/.test(e.textContent))`)
		v.stage("f = g + h")
		v.says("A plan of 6 moves (R U L D D R), found with 8 expansions. 2 of them are off the path to the goal.")
		assert.Equal(v.t, "8", browser.Value[string](v.Page, figure("Expanded")))
		labels := browser.Value[[]string](v.Page,
			`[...document.querySelectorAll('.tree .f')].map((n) => n.textContent)`)
		for _, label := range labels {
			assert.Regexp(v.t, `^f \d+$`, label)
		}
		v.keepsShorterWays()
		v.Choose(field("Heuristic"), "misplaced")
		v.Click(button("Last"))
		v.says("A plan of 6 moves")
		v.program("none is longer than the shortest.")
	}},
	{"idastar", func(v *visit) {
		v.Click(button("Last"))
		v.says("A plan of 8 moves. Boards expanded: 1 at bound 4, 3 at bound 6, 14 at bound 8.")
		v.Wait(`!document.querySelector('.deepening line') && !document.querySelector('.bars .amount')`)
		v.stage("The bound")
		v.Wait(`document.querySelector('.deepening line')`)
		v.stage("Iterations")
		v.Wait(`[...document.querySelectorAll('.bars strong')].map((e) => e.textContent).join() === '1,3,14'`)
		const hard = `document.querySelector('.card .player')`
		v.Wait(hard + `.querySelector('input').max > 1`)
		v.Run(hard + `.querySelector('.steps button:last-child').click()`)
		v.Wait(`document.querySelectorAll('[aria-label="IDA* and A* on this board"] tbody tr').length === 2`)
		v.program("none is longer than the shortest.")
	}},
	{"weighted", func(v *visit) {
		v.Click(button("Last"))
		v.says("A*: g + h: 17 moves, 83 expanded.")
		v.keepsShorterWays()
		v.stage("Weighted A*")
		v.stage("Greedy")
		v.says("A*: g + h: 17 moves, 83 expanded. Weighted A*: g + 2 h: 19 moves, 21 expanded. Greedy: h: 43 moves,")
		v.says("A* expands 83 boards for a plan of 17 moves. With w = 2, the search expands 21, a quarter")
		v.Click(button("Solve by all"))
		v.says("Each point is a plan.")
		v.Wait(`document.querySelectorAll('[aria-label="Plans for this board"] tbody tr').length >= 7`)
		v.program("times the moves of shortest plans.")
	}},
	{"patterns", func(v *visit) {
		v.Click(button("Last"))
		v.says("The table is complete: 3,024 entries")
		v.stage("Two groups")
		v.says("The table is complete: 3,024 entries")
		v.stage("The sum")
		v.Wait(figure("Distance") + ` === '20'`)
		number := func(name string) int {
			n, err := strconv.Atoi(browser.Value[string](v.Page, figure(name)))
			assert.NoError(v.t, err)
			return n
		}
		assert.Equal(v.t, number("Tiles 1 to 4")+number("Tiles 5 to 8"), number("Sum"))
		assert.GreaterOrEqual(v.t, number("Sum"), number("Manhattan distance"))
		assert.LessOrEqual(v.t, number("Sum"), number("Distance"))
		v.Wait(`document.querySelectorAll('.drawn .marked').length === 2`)
		v.redraws("Random board")
		v.program("Groups of 4, 4 tiles: tables of 6,048 entries.")
	}},
	{"beam", func(v *visit) {
		v.Click(button("Last"))
		v.says("A plan of 40 moves; the shortest has 16.")
		v.Wait(`!document.querySelector('.small-node.optimal')`)
		v.stage("What is lost")
		v.Wait(`document.querySelectorAll('.small-node.optimal:not(.cut)').length > 0`)
		// The beam leaves the shortest plans early.
		v.Wait(`(() => {
			const nodes = [...document.querySelectorAll('.small-node')];
			return nodes.findLastIndex((e) => e.matches('.optimal:not(.cut)')) < nodes.length / 2;
		})()`)
		v.stage("The width")
		v.Run(`const box = document.querySelector('[aria-label="Width of the beam"]');
			box.value = 16; box.dispatchEvent(new Event('input', {bubbles: true}))`)
		v.Click(button("Last"))
		v.says("A plan of 16 moves; the shortest has 16.")
		v.Wait(`document.querySelectorAll('.small-node.optimal.way').length === 17`)
		v.program("All plans lead to the goal.")
	}},
	{"chromosomes", func(v *visit) {
		v.stage("Context")
		v.Run(`document.querySelector('[aria-label="Gene 1"]').focus()`)
		before := browser.Value[string](v.Page, `document.querySelector('.gene .mono').textContent`)
		v.Press(kb.ArrowRight)
		v.Wait(`document.querySelector('.gene .mono').textContent !== ` + strconv.Quote(before))
		v.says("The board after gene 1")
		v.Run(`const gene = document.querySelector('[aria-label="Gene 1"]');
			gene.value = 0.99; gene.dispatchEvent(new Event('input', {bubbles: true}))`)
		v.Wait(`[...document.querySelectorAll('.was')].some((e) => /^was [UDLR]$/.test(e.textContent))`)
		v.stage("Fitness")
		v.says("Fitness: 900 × ")
		v.Click(button("Mutate one gene"))
		v.announced("is now")
		v.Click(button("Random genes"))
		v.program("1,000 of 1,000 random chromosomes are legal plans of 20 moves.")
	}},
	{"evolution", func(v *visit) {
		v.Click(button("Cut at random"))
		v.stage("Mutation")
		v.Click(button("Mutate the child"))
		v.announced("of the child mutated")
		v.says("Fitness: 900 × ")
		v.Click(button("Evolve"))
		v.says("The run ")
		v.Wait(button("Evolve"))
		// The sentence, the controls and the curve count the same generations.
		counts := browser.Value[[]string](v.Page, `[
			/after ([\d,]+) generation/.exec(document.querySelector('main').innerText)[1].replace(',', ''),
			document.querySelector('.card .player input').max,
			/Generation \d+ of (\d+)/.exec(document.querySelector('main').innerText)[1],
			String(document.querySelector('.drawn polyline').points.length)]`)
		for _, n := range counts {
			assert.Equal(v.t, counts[0], n)
		}
		v.program("A difference of up to 8 boards may be chance.")
	}},
}

// stage turns a figure to a stage. Its text takes the place of the text before.
func (v *visit) stage(name string) {
	v.t.Helper()
	v.Click(`[...document.querySelectorAll('.stages .chips button')].find((e) =>
		e.textContent.replace(/^\d+\. /, '') === ` + strconv.Quote(name) + `)`)
	v.Wait(`document.querySelector('.stages [aria-pressed=true]').textContent.endsWith(` + strconv.Quote(name) + `)`)
}

// byRounds lets a step be a round, such as a board, and not a line. The figure stays where it is.
func (v *visit) byRounds(unit string) {
	v.t.Helper()
	const slider = `document.querySelector('.stepper .player input')`
	lines := browser.Value[int](v.Page, `Number(`+slider+`.max)`)
	expanded := browser.Value[string](v.Page, figure("Expanded"))
	v.Choose(`document.querySelector('[aria-label="Size of a step"]')`, strings.ToUpper(unit[:1])+unit[1:])
	rounds := browser.Value[int](v.Page, `Number(`+slider+`.max)`)
	assert.Less(v.t, rounds, lines/4)
	assert.Equal(v.t, expanded, browser.Value[string](v.Page, figure("Expanded")))
	v.Run(button("Last") + `.click()`) // where the figure is, unless it was still being drawn
	v.Click(button("Back"))
	v.Click(button("Back"))
	v.Wait(figure("Expanded") + ` === String(` + expanded + ` - 1)`)
	v.Choose(`document.querySelector('[aria-label="Size of a step"]')`, "Line")
}

// checkFigures returns what is wrong with the figures of a chapter. Each has one set of controls
// that is shown, in each stage. A step back undoes a step, the slider reaches any step, from
// anywhere, and the speed counts the steps of a second. The clock of the page stands still.
const checkFigures = `(async () => {
	const wrong = [];
	const check = (figure, name, first) => {
		const expect = (good, what) => good || wrong.push(name + ': ' + what);
		const shown = [...figure.querySelectorAll('.player')].filter((e) => e.checkVisibility());
		if (shown.length !== 1) return wrong.push(name + ': ' + shown.length + ' sets of controls');
		const [player] = shown;
		const slider = player.querySelector('input[type=range]');
		const speed = player.querySelector('[aria-label=Speed]');
		const [start, back, play, next, end] = player.querySelectorAll('.steps button');
		const [least, most] = [Number(slider.min), Number(slider.max)];
		if (most < least + 1) return wrong.push(name + ': ' + most + ' steps');
		const at = () => Number(slider.value);
		const go = (step) => {
			slider.value = step;
			slider.dispatchEvent(new Event('input', {bubbles: true}));
		};
		const picture = () => {
			const copy = figure.cloneNode(true);
			for (const e of copy.querySelectorAll('.player')) e.remove();
			for (const e of copy.querySelectorAll('[class]')) {
				e.setAttribute('class', [...e.classList].sort().join(' '));
			}
			return copy;
		};
		const same = (one, other) => one.isEqualNode(other);
		const middle = Math.floor((least + most) / 2);
		go(middle);
		const before = picture();
		next.click();
		expect(at() === middle + 1, 'Step does not go a step');
		expect(!same(picture(), before), 'Step changes nothing');
		back.click();
		expect(at() === middle, 'Back does not go back');
		expect(same(picture(), before), 'Back does not undo a step');
		for (const step of [most, middle, least]) {
			go(step);
			expect(at() === step, 'the slider does not reach step ' + step);
			const text = player.textContent.replaceAll(',', '');
			expect(text.includes(step + ' of ' + most), 'no number of step ' + step);
			expect(step !== middle || same(picture(), before), 'step ' + step + ' depends on the step before');
		}
		if (!first) return; // controls are the same in all stages
		start.click();
		expect(at() === least && start.disabled && back.disabled, 'First does not go to the first step');
		end.click();
		expect(at() === most && end.disabled && next.disabled, 'Last does not go to the last step');
		const {requestAnimationFrame} = globalThis;
		let tick;
		globalThis.requestAnimationFrame = (draw) => { tick = draw; return 1; };
		performance.now = () => 1000;
		const places = () => [...player.querySelectorAll('*')].map((e) => [e.offsetLeft, e.offsetWidth]).join();
		for (const {value} of speed.options) {
			start.click();
			speed.value = value;
			const still = places();
			play.click();
			expect(places() === still, 'controls move when Play becomes Pause');
			tick(1500);
			expect(at() === Math.min(most, least + value / 2), value + ' steps per second: ' + at());
			if (play.textContent === 'Pause') play.click();
		}
		delete performance.now;
		globalThis.requestAnimationFrame = requestAnimationFrame;
	};
	for (const figure of document.querySelectorAll('.figure-first, .chapter > .card')) {
		const name = figure.querySelector('.card > h2')?.textContent ?? 'first figure';
		const stages = [...figure.querySelectorAll('.stages .chips button')];
		if (stages.length === 0) check(figure, name, true);
		stages[0]?.click();
		for (const [i, stage] of stages.entries()) {
			check(figure, name + ', ' + stage.textContent, i === 0);
			const on = figure.querySelector('.next-stage');
			const last = i === stages.length - 1;
			if (on.checkVisibility() === last) wrong.push(name + ': the way to the next stage');
			if (!last) on.click();
		}
	}
	// Drawings fit their new sizes, and nothing moves any more.
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	return wrong;
})()`

// keepsShorterWays sees pseudocode that skips a board only if no shorter way to it was found.
func (v *visit) keepsShorterWays() {
	v.t.Helper()
	code := browser.Value[string](v.Page, `document.querySelector('.pseudocode').textContent`)
	assert.Contains(v.t, code, "if next was reached in as few moves: skip itg[next] ← g[node] + 1add next to open")
	assert.NotContains(v.t, code, "visited")
}

// The searches of the tutorial do what their lines say: they skip a board if it was reached in as
// few moves, and note the moves of a shorter way.
func TestLinesOfSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	type outcome struct{ Length, Wrong, Shorter int }
	got := browser.Value[map[string]outcome](openServed(t).Page, `(async () => {
		const { begin, bestFirst, estimates, lines } = await import('/js/learn/algorithms.js');
		const { parse } = await import('/js/board.js');
		const run = (weight) => {
			const search = begin();
			const reached = new Map();
			let [wrong, shorter, keeps] = [0, 0, null];
			for (const line of bestFirst(search, parse('2 1 3/5 4 0/6 7 8'),
				{ priority: ({ g, h }) => g + weight * h, estimate: estimates.manhattan, most: 10_000 })) {
				if (line === lines.loop && reached.size === 0) reached.set(search.nodes[0].key, 0);
				if (keeps !== null && (line === lines.remember) !== keeps) wrong++;
				keeps = null;
				if (line !== lines.known) continue;
				const { key, g } = search.child;
				const before = reached.get(key);
				keeps = before === undefined || g < before;
				if (keeps) reached.set(key, g);
				if (keeps && before !== undefined) shorter++;
			}
			return { length: search.found.g, wrong, shorter };
		};
		return { astar: run(1), weighted: run(2) };
	})()`)
	assert.Equal(t, map[string]outcome{
		"astar": {Length: 19, Shorter: 5}, "weighted": {Length: 19, Shorter: 25},
	}, got)
}

// The figures in the text of chapter 2 are those of its search.
func TestTreeSearchOfTheText(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	v := openServed(t)
	counts := browser.Value[[]int](v.Page, `(async () => {
		const { begin, bestFirst } = await import('/js/learn/algorithms.js');
		const { format, legal, parse, slide, solved } = await import('/js/board.js');
		const known = new Set();
		let layer = [solved(2, 3)];
		for (let distance = 0; distance < 16; distance++) {
			for (const board of layer) known.add(format(board));
			const next = layer.flatMap((board) => legal(board).map((move) => slide(board, move)));
			const texts = new Set(next.map(format).filter((text) => !known.has(text)));
			layer = [...texts].map(parse);
		}
		return layer.map((board) => {
			const search = begin();
			for (const _ of bestFirst(search, board, { visited: false, most: 100_000 }));
			return search.expanded;
		});
	})()`)
	v.goTo("learn", "chapter=tree")
	v.says(fmt.Sprintf("a tree search expands %d to %d for a board 16 moves away",
		slices.Min(counts), slices.Max(counts)))
}

// The estimates of chapter 4 are those of the program, and its parts for the tiles add up to them.
func TestEstimatesOfTheText(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	rng := puzzle.NewRand(1, 1)
	boards := make([]puzzle.Board, 2000)
	texts := make([]string, len(boards))
	for i := range boards {
		boards[i] = puzzle.Uniform(rng, goal)
		texts[i] = strconv.Quote(boards[i].String())
	}
	got := browser.Value[map[string][]int](openServed(t).Page, `(async () => {
		const { estimates } = await import('/js/learn/algorithms.js');
		const { linearConflict } = await import('/js/learn/conflicts.js');
		const { parse } = await import('/js/board.js');
		const boards = [`+strings.Join(texts, ",")+`].map(parse);
		return {
			misplaced: boards.map(estimates.misplaced),
			manhattan: boards.map(estimates.manhattan),
			conflict: boards.map(linearConflict),
		};
	})()`)
	for name, heuristic := range map[string]heuristics.Heuristic{
		"misplaced": heuristics.Misplaced,
		"manhattan": heuristics.Manhattan,
		"conflict":  heuristics.LinearConflict,
	} {
		estimator, err := heuristics.EstimatorOf(heuristic, goal, puzzle.Costs{})
		require.NoError(t, err)
		for i, board := range boards {
			require.EqualValues(t, estimator.Estimate(board.Tiles()), got[name][i], "%s of %s", name, board)
		}
	}
}

// answers answers the questions of a chapter. Each that has choices says which one is right.
func (v *visit) answers() {
	v.t.Helper()
	v.Run(`for (const e of document.querySelectorAll('.questions summary')) e.click()`)
	v.Wait(`[...document.querySelectorAll('.questions details p')].every((e) => e.checkVisibility())`)
	right := browser.Value[[]int](v.Page, `[...document.querySelectorAll('.quiz')].map((quiz) =>
		[...quiz.querySelectorAll('button')].filter((chip) => {
			chip.click();
			const right = quiz.querySelector('[role=status]').textContent.startsWith('Right. ');
			return right && chip.matches('.right') && !quiz.querySelector('.wrong');
		}).length)`)
	assert.NotEmpty(v.t, right)
	for _, n := range right {
		assert.Equal(v.t, 1, n, "choices that are right")
	}
}

// program runs the program of a chapter and waits for a text. The page stops a program that takes
// long, and a busy machine may be too slow for one that ends. Then it is run again.
func (v *visit) program(says string) {
	v.t.Helper()
	const run = `[...document.querySelectorAll('.lab button')].find((e) => e.textContent === 'Run this code')`
	said := func(text string) string {
		return `document.querySelector('.lab .note').textContent.includes(` + strconv.Quote(text) + `)`
	}
	const tries = 3
	for range tries {
		v.Click(run)
		v.Wait(said(says) + ` || ` + run)
		if browser.Value[bool](v.Page, said(says)) || !browser.Value[bool](v.Page, said("Stopped after")) {
			break
		}
	}
	v.Wait(said(says))
	v.Wait(run)
}

// edit replaces a part of the program of a chapter.
func (v *visit) edit(old, new string) {
	v.t.Helper()
	v.Wait(`document.querySelector('.lab textarea').value.includes(` + strconv.Quote(old) + `)`)
	v.Run(`const text = document.querySelector('.lab textarea');
		text.value = text.value.replace(` + strconv.Quote(old) + `, ` + strconv.Quote(new) + `);
		text.dispatchEvent(new Event('input', {bubbles: true}))`)
}

// tooSmall lists what a finger presses in a chapter, if it has less than 40 pixels.
const tooSmall = `[...document.querySelectorAll(
	'main :is(a[href], button, input, select, textarea, summary)')].filter((e) => {
	const {width, height} = e.getBoundingClientRect();
	return e.checkVisibility() && (width < 40 || height < 40);
}).map((e) => e.outerHTML.slice(0, 100) + ' ' + e.offsetWidth + ' x ' + e.offsetHeight)`

// On a phone, chapters are no wider than the window, and all that a finger presses is large enough.
func learnOnPhone(v *visit) {
	v.goTo("learn", "")
	for _, chapter := range chapters {
		v.Resize(320, 640)
		v.Run(`location.hash = '#/learn?chapter=` + chapter.name + `'`)
		v.Wait(`location.hash.includes('=` + chapter.name + `') && document.querySelector('.questions')`)
		for _, width := range []int64{320, 390} {
			v.Resize(width, 844)
			name := fmt.Sprintf("chapter %s at %d", chapter.name, width)
			stages := browser.Value[int](v.Page, `document.querySelectorAll('.stages .chips button').length`)
			for stage := range max(1, stages) {
				v.Run(fmt.Sprintf(`document.querySelectorAll('.stages .chips button')[%d]?.click()`, stage))
				v.NotWide(name)
				assert.Empty(v.t, browser.Value[[]string](v.Page, tooSmall), "%s, stage %d", name, stage+1)
			}
		}
	}
}

// The figures of all chapters are played with, and are accessible then. Each chapter begins with a
// short text and has terms, code and questions.
func learn(v *visit) {
	v.goTo("learn", "")
	for i, chapter := range chapters {
		if i == 0 {
			v.Click(find("main nav a", "1. States"))
		} else {
			v.Click(`[...document.querySelectorAll('main button')].find((b) => b.textContent.startsWith('Next: '))`)
		}
		v.Wait(fmt.Sprintf(`document.querySelector('.chapter h1').textContent.startsWith('%d. ')`, i+1))
		v.Wait(`location.hash.includes('chapter=` + chapter.name + `')`)
		v.Wait(`document.querySelector('.lead') && document.querySelector('.questions')`)
		lead := browser.Value[string](v.Page, `document.querySelector('.lead').textContent`)
		assert.LessOrEqual(v.t, len(strings.Fields(lead)), 60, chapter.name)
		assert.Empty(v.t, browser.Value[[]string](v.Page, `[...document.querySelectorAll('.chapter > .lead ~ *')]
			.slice(0, 1).filter((e) => !e.matches('.figure-first')).map((e) => e.className)`), "the figure comes first")
		chapter.play(v)
		if v.served {
			themes := []string{"light"}
			if i == 0 || slow.Asked() {
				themes = append(themes, "dark")
			}
			v.checkAccessible("chapter "+chapter.name, themes...)
			v.Media("") // the next chapter moves
		}
		assert.Empty(v.t, browser.Value[[]string](v.Page, checkFigures), chapter.name)
		v.Wait(`document.querySelector('.source').textContent.includes('.go')`)
		v.answers()
		assert.NotZero(v.t, browser.Value[int](v.Page, `document.querySelectorAll('.terms dt').length`), chapter.name)
	}
	// On paper, all stages of a figure have their texts.
	const texts = `[...document.querySelectorAll('.stage-text')].filter((e) =>
		getComputedStyle(e).visibility === 'visible').length`
	v.Wait(texts + ` === 1`)
	v.Media("print")
	v.Wait(texts + ` === 3`)
	v.Media("")
	// Back and Forward of the browser turn the pages.
	for _, turn := range []struct {
		run     string
		chapter int
	}{
		{"history.back()", 10}, {"history.back()", 9}, {"history.forward()", 10}, {"history.go(-9)", 1},
		{"history.go(10)", 11},
	} {
		v.Run(turn.run)
		v.Wait(fmt.Sprintf(`document.querySelector('.chapter h1').textContent.startsWith('%d. ')`, turn.chapter))
		v.Wait(fmt.Sprintf(`document.querySelector('.contents [aria-current]').textContent.startsWith('%d. ')`,
			turn.chapter))
	}
}
