package page_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// The first minute of a visit: a board of 8 to 10 moves, what two programs did on it, and the way
// through Watch and Race to Learn.
func firstMinute(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.says("This is a laboratory of search: solve the board by hand, then watch two programs look for " +
		"the shortest way, one of them with a small part of the work.")
	v.Wait(`/^#\/play\?puzzle=\d+$/.test(location.hash)`)
	link := browser.Value[string](v.Page, `location.href`)
	start := v.board()
	plan := shortest(v.t, start)
	assert.GreaterOrEqual(v.t, len(plan), 8)
	assert.LessOrEqual(v.t, len(plan), 10)

	// The link opens the same board. Other visits begin with other boards: three visits have one board
	// in common once in 300,000 times.
	numbers := []string{link[strings.LastIndex(link, "=")+1:]}
	for _, address := range []string{link, v.address, v.address} {
		other := *v
		other.Page = v.Another(address)
		other.Wait(`/^#\/play\?puzzle=\d+$/.test(location.hash)`)
		if address == link {
			assert.Equal(v.t, start, other.board())
		}
		numbers = append(numbers, browser.Value[string](other.Page, `location.hash.match(/\d+/)[0]`))
	}
	assert.Equal(v.t, numbers[0], numbers[1])
	different := slices.Compact(slices.Sorted(slices.Values(numbers)))
	assert.Greater(v.t, len(different), 1, "%v", numbers)

	v.Press(keysOf(plan))
	v.Wait(fmt.Sprintf(`document.querySelector('h1').textContent ===
		'Solved in %d moves You cannot do better.'`, len(plan)))
	before := browser.Value[[]float64](v.Page, places)
	astar := reached(v.t, start, "astar")
	bfs := reached(v.t, start, "bfs")
	assert.Less(v.t, astar, bfs)
	v.says(fmt.Sprintf("A* reached %d boards, and breadth-first search %d boards.", astar, bfs))
	v.announced(fmt.Sprintf("A* reached %d boards", astar))
	assert.Equal(v.t, before, browser.Value[[]float64](v.Page, places), "the comparison moves no button")

	// Watch shows both searches on this very board, with the same numbers.
	v.Wait(`location.hash === '#/play?board=1+2+3/4+5+6/7+8+0'`) // so that the way back leads there
	v.Click(find("main a", "Watch both searches"))
	v.Wait(`document.querySelector('.view.watch')`)
	v.Wait(`document.querySelector('.watch .headline').textContent.startsWith('Both found ` +
		strconv.Itoa(len(plan)) + ` moves.')`)
	assert.Equal(v.t, []string{strconv.Itoa(astar), strconv.Itoa(bfs)}, v.texts(".share b"))
	assert.Empty(v.t, v.texts(".watch .note")[0], "the board is not replaced")
	v.Run(`history.back()`) // to the result
	v.says(fmt.Sprintf("A* reached %d boards", astar))
	v.Run(`history.forward()`)
	v.Wait(`document.querySelector('.watch .headline')?.textContent.includes(' reached ')`)

	v.Click(find("main a", "Next: a race"))
	v.Wait(`document.querySelector('.view.race')`)
	v.shows("Row 1: blank, 6, 15, 11. Row 2: 1, 7, 9, 12. Row 3: 8, 10, 2, 14. Row 4: 3, 4, 13, 5.")
	v.Wait(`!` + find("main a", "Next: learn how"))
	v.Click(button("Start"))
	v.Click(button("Stop"))
	v.Click(find("main a", "Next: learn how"))
	v.Wait(`document.querySelector('.view.learn h1')`)
}

// board returns the first board on the page.
func (v *visit) board() puzzle.Board {
	v.t.Helper()
	v.Wait(tile("1"))
	text := browser.Value[string](v.Page, `(`+words+`).replaceAll('blank', '0').match(/: [^.]*/g)
		.map((row) => row.slice(2).replaceAll(',', '')).join('/')`)
	board, err := puzzle.Parse(text, puzzle.Size{})
	require.NoError(v.t, err)
	return board
}

// shortest returns a shortest plan for a board.
func shortest(t *testing.T, board puzzle.Board) []puzzle.Move {
	t.Helper()
	answer, err := new(api.API).Solve(t.Context(), api.SolveRequest{Board: board.String()},
		func(string, any) {})
	require.NoError(t, err)
	require.True(t, answer.Optimal)
	moves, err := puzzle.ParseMoves(*answer.Moves, puzzle.BlankNotation)
	require.NoError(t, err)
	return moves
}

// keysOf returns the keys that make moves of the blank. A key is the direction of the tile.
func keysOf(moves []puzzle.Move) string {
	keys := map[puzzle.Move]string{
		puzzle.Up: kb.ArrowDown, puzzle.Down: kb.ArrowUp,
		puzzle.Left: kb.ArrowRight, puzzle.Right: kb.ArrowLeft,
	}
	text := ""
	for _, move := range moves {
		text += keys[move]
	}
	return text
}

// bytesOfRank is the size of a board in the list of api.WatchProgress.
const bytesOfRank = 4

// reached returns how many boards the search of an algorithm reaches, as Watch lists them.
func reached(t *testing.T, board puzzle.Board, algorithm string) int {
	t.Helper()
	settings := map[string]string{}
	if algorithm == "astar" {
		settings["heuristic"] = "manhattan"
	}
	states := 0
	_, err := new(api.API).Watch(t.Context(),
		api.SolveRequest{Board: board.String(), Algorithm: algorithm, Settings: settings},
		func(_ string, data any) { states += len(data.(api.WatchProgress).Reached) / bytesOfRank })
	require.NoError(t, err)
	return states
}

// All boards for a first visit are 8 to 10 moves from the goal, and there is a number for each such
// board. Breadth-first search reaches many times as many of them as A*.
func TestFirstBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	boards := browser.Value[[]string](v.Page, `(async () => {
		const { firstBoard, firstBoards } = await import('./js/firstboard.js');
		const { format } = await import('./js/board.js');
		return Array.from({ length: firstBoards }, (_, i) => format(firstBoard(i + 1)));
	})()`)
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	distances, err := exact.Distances(t.Context(), goal, puzzle.Costs{})
	require.NoError(t, err)
	near := 0
	for _, cost := range distances.All() {
		if cost >= 8 && cost <= 10 {
			near++
		}
	}
	assert.Len(t, boards, near)
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(boards))), near, "a board has two numbers")
	for i, text := range boards {
		board, err := puzzle.Parse(text, puzzle.Size{})
		require.NoError(t, err)
		distance, ok := distances.Distance(board)
		assert.True(t, ok, text)
		assert.GreaterOrEqual(t, distance, puzzle.Cost(8), text)
		assert.LessOrEqual(t, distance, puzzle.Cost(10), text)
		if i%10 == 0 || slow.Asked() {
			assert.Greater(t, reached(t, board, "bfs"), 4*reached(t, board, "astar"), text)
		}
	}

	v.goTo("play", "puzzle=1")
	v.Wait(`location.hash === '#/play?puzzle=1'`)
	one := v.board()
	assert.Equal(t, boards[0], one.String())
	plan := shortest(t, one)
	v.Press(keysOf(plan[:1]))
	v.Wait(`location.hash.startsWith('#/play?board=')`)
	v.Do(chromedp.Reload())
	v.Wait(figure("Moves") + ` === '1'`)
	v.Click(button("Restart")) // the board has its number again
	v.Wait(`location.hash === '#/play?puzzle=1'`)
	for _, wrong := range []string{"0", "x", strconv.Itoa(near + 1)} {
		v.goTo("play", "puzzle="+wrong)
		v.says(`The address holds no board: puzzle "` + wrong + `" is unknown; expected 1 to ` +
			strconv.Itoa(near))
		v.Click(find("button", "Close"))
	}
}

// What two programs did is told as it is, also where they give up.
func TestComparison(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	for _, c := range []struct{ outcomes, want string }{
		{`{boards: 167, found: true}, {boards: 55409, found: true}`,
			"A* reached 167 boards, and breadth-first search 55,409 boards."},
		{`{boards: 1, found: true}, {boards: 1, found: true}`,
			"A* reached 1 board, and breadth-first search 1 board."},
		{`{boards: 1204, found: true}, {boards: 478201, found: false}`,
			"A* reached 1,204 boards. Breadth-first search gave up after 478,201 boards."},
		{`{boards: 478201, found: false}, {boards: 1204, found: true}`,
			"A* gave up after 478,201 boards. Breadth-first search reached 1,204 boards."},
		{`{boards: 51204, found: false}, {boards: 478201, found: false}`,
			"Both searches gave up: A* after 51,204 boards, " +
				"and breadth-first search after 478,201 boards."},
	} {
		assert.Equal(t, c.want, browser.Value[string](v.Page, `import('./js/compare.js').then(
			({comparison}) => comparison([`+c.outcomes+`]))`))
	}

	// On a large board, breadth-first search ends at its limit. A server that many share has a lower one.
	for shared, most := range map[string]float64{"false": 1_000_000, "true": 100_000} {
		got := browser.Value[[]any](v.Page, `(async () => {
			const { runBoth } = await import('./js/compare.js');
			const { parse } = await import('./js/board.js');
			const limits = [];
			const backend = { shared: `+shared+`, stream: async (method, request) => {
				limits.push(request.node_limit);
				return { peak_stored: 7, moves: request.algorithm === 'bfs' ? null : 'U' };
			} };
			const board = parse('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15');
			const outcomes = await runBoth(backend, board, 'blank-last', new AbortController().signal);
			return [...limits, outcomes.map(({found}) => found).join()];
		})()`)
		assert.Equal(t, []any{most, most, "true,false"}, got)
	}

	// A board of 4x4 on which breadth-first search gives up. Both searches are really counted.
	walk := 60
	drawn, err := new(api.API).Shuffle(api.ShuffleRequest{Size: "4x4", Walk: &walk, Seed: 3})
	require.NoError(t, err)
	var want []int
	for _, algorithm := range []string{"astar", "bfs"} {
		request := api.SolveRequest{Board: drawn.Board.String(), Algorithm: algorithm, NodeLimit: 1_000_000}
		if algorithm == "astar" {
			request.Settings = map[string]string{"heuristic": "manhattan"}
		}
		answer, err := new(api.API).Solve(t.Context(), request, func(string, any) {})
		require.NoError(t, err)
		require.Equal(t, algorithm == "astar", answer.Length != nil)
		want = append(want, int(answer.PeakStored))
	}
	got := browser.Value[[]int](v.Page, `(async () => {
		const { runBoth } = await import('./js/compare.js');
		const { open } = await import('./js/backend.js');
		const { parse } = await import('./js/board.js');
		const board = parse(`+strconv.Quote(drawn.Board.String())+`);
		const outcomes = await runBoth(await open(), board, 'blank-last', new AbortController().signal);
		return outcomes.map(({boards}) => boards);
	})()`)
	assert.Equal(t, want, got)
}

// networkConditions are the parameters of slowNetwork: the latency in milliseconds, and bytes per second.
type networkConditions struct {
	Offline  bool    `json:"offline"`
	Latency  float64 `json:"latency"`
	Download float64 `json:"downloadThroughput"`
	Upload   float64 `json:"uploadThroughput"`
}

// slowNetwork is a command of browsers that the library no longer has. The parameters of its successor
// differ from browser to browser.
var slowNetwork = cdp.Command[networkConditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// On a slow phone with a slow connection, the first board can be played before all else is there, and
// the comparison comes.
func TestFirstMinuteThrottled(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	_, err := chromedp.Call(v.Context, emulation.SetCPUThrottlingRate,
		emulation.SetCPUThrottlingRateParams{Rate: 4})
	require.NoError(t, err)
	_, err = chromedp.Call(v.Context, slowNetwork, networkConditions{
		Latency: 100, Download: 200_000, Upload: 100_000,
	})
	require.NoError(t, err)
	v.Resize(390, 844)
	v.Do(chromedp.Navigate(v.address + "?slow")) // another address is loaded anew
	v.says("This is a laboratory of search")
	v.solvesFirst()

	// A view that loads says so at once.
	for _, view := range []string{"Learn", "Watch"} {
		v.remembers()
		v.Click(find("nav a", view))
		v.said("Loading " + view + " …")
		v.settled(strings.ToLower(view))
	}
}

// Without storage, the first minute is the same.
func TestFirstMinuteWithoutStorage(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.Media("", "prefers-reduced-motion", "reduce")
	v.blockStorage()
	v.says("This is a laboratory of search")
	v.solvesFirst()
	v.Wait(`location.hash === '#/play?board=1+2+3/4+5+6/7+8+0'`) // so that the way back leads there
	v.Click(find("main a", "Watch both searches"))
	v.Wait(`document.querySelector('main > .view.watch h1')`)
	v.says(" reached ")
	v.Run(`history.back()`) // the result is forgotten, and the board is the goal
	v.says("This is the goal.")
}

// solvesFirst solves the board with which the visit begins, and waits for the comparison.
func (v *visit) solvesFirst() {
	v.t.Helper()
	v.Press(keysOf(shortest(v.t, v.board())))
	v.Wait(`document.querySelector('h1').textContent.startsWith('Solved in ')`)
	before := browser.Value[[]float64](v.Page, places)
	v.Wait(`/A\* reached \d+ boards, and breadth-first search \d+ boards\./
		.test(document.querySelector('main').innerText)`)
	assert.Equal(v.t, before, browser.Value[[]float64](v.Page, places), "the comparison moves no button")
}

// places is the expression for where the buttons of a solved board are.
const places = `['New puzzle', 'Challenge a friend'].map((name) => scrollY +
	[...document.querySelectorAll('main button')].find((e) => e.textContent === name).getBoundingClientRect().top)`

// blockStorage loads the page again in a browser that does not let it store anything.
func (v *visit) blockStorage() {
	v.t.Helper()
	_, err := chromedp.Call(v.Context, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `for (const name of ['localStorage', 'sessionStorage'])
			Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError'); }});`})
	require.NoError(v.t, err)
	v.Do(chromedp.Reload())
}

// small is the expression for the texts that are smaller than the smallest size of the page, which is
// 0.75 of the size that the reader has set in the browser. Boards scale with their own size, and
// drawings have a scale of their own.
const small = `[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() &&
	!e.closest('svg, .board, noscript') && [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
	parseFloat(getComputedStyle(e).fontSize) < 0.749 * %d)
	.map((e) => e.className + ' ' + e.textContent.slice(0, 40) + ' ' + getComputedStyle(e).fontSize)`

// All texts follow the size that the reader has set in the browser.
func TestFontSizeOfTheBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.Media("", "prefers-reduced-motion", "reduce")
	for _, size := range []int64{24, 16} {
		_, err := chromedp.Call(v.Context, cdppage.SetFontSizes, cdppage.SetFontSizesParams{
			FontSizes: &cdppage.FontSizes{Standard: size, Fixed: size},
		})
		require.NoError(t, err)
		for _, view := range v.views() {
			v.goTo(view, "board="+far)
			v.settled(view)
			assert.Equal(t, fmt.Sprintf("%dpx", size),
				browser.Value[string](v.Page, `getComputedStyle(document.body).fontSize`), view)
			assert.Empty(t, browser.Value[[]string](v.Page, fmt.Sprintf(small, size)), view)
			if view == "race" { // the chart grows with its texts
				v.Wait(`document.querySelector('.plot svg')`)
				assert.InDelta(t, float64(size)/16,
					browser.Value[float64](v.Page, `document.querySelector('.plot svg').getScreenCTM().a`), 0.01)
			}
			if size == 16 {
				break // one view is enough to see that the size has changed
			}
		}
	}
}

// narrow opens all views on phones. The page has no horizontal scroll bar at 320 pixels, and
// nothing that is pressed is smaller than 40 pixels.
func narrow(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Resize(320, 568)
	for _, view := range v.views() {
		v.goTo(view, "board="+far)
		v.settled(view)
		for _, width := range []int64{390, 320} {
			v.Resize(width, 568)
			// Drawings are fitted to the new width in the next frame.
			v.Run(`await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
			v.fitsPhone(fmt.Sprintf("%s at %d", view, width))
		}
	}
	v.goTo("play", "board="+nearGoal)
	v.Press(kb.ArrowLeft + kb.ArrowUp + kb.ArrowLeft + kb.ArrowUp)
	v.Wait(find("main a", "Watch both searches"))
	v.fitsPhone("play, solved")
	v.goTo("race", "board="+nearGoal+"&race=algorithm%3Dgreedy%7Calgorithm%3Dastar")
	v.Click(button("Start"))
	v.Wait(find("main a", "Next: learn how"))
	v.fitsPhone("race, ended")
	v.goTo("solve", "board="+far+"&algorithm=astar")
	v.Click(solveButton)
	v.says("found 31 moves")
	v.options()
	v.fitsPhone("solve, with its result and options")
}

// fitsPhone checks that the page is no wider than the window, and that all that is pressed is at
// least 40 pixels high and wide: buttons, links outside of sentences, and controls. Tiles are as
// large as their board.
func (v *visit) fitsPhone(what string) {
	v.t.Helper()
	v.NotWide(what)
	assert.Empty(v.t, browser.Value[[]string](v.Page, `
		[...document.querySelectorAll('button, a.button, nav a, select, summary, input, textarea')].flatMap((e) => {
			if (!e.checkVisibility() || e.closest('.board')) return [];
			const pressed = ['radio', 'checkbox'].includes(e.type) ? e.closest('.choice, label') ?? e : e;
			const { width, height } = pressed.getBoundingClientRect();
			if (width === 0 || Math.min(width, height) >= 39.9) return [];
			return [e.outerHTML.slice(0, 120) + ': ' + Math.round(width) + 'x' + Math.round(height)];
		})`), "%s: too small for a finger", what)
}

// The first menus have what people use most. The rest is under Options.
func TestFirstMenus(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	texts := func(menu string) []string {
		t.Helper()
		v.Wait(menu + `?.options.length > 1`)
		return browser.Value[[]string](v.Page,
			`[...`+menu+`.options].filter((o) => !o.hidden).map((o) => o.textContent)`)
	}
	v.goTo("solve", "board="+far+"&algorithm=astar")
	const heuristics = `document.querySelector('.solvers select')`
	usual := []string{
		"Misplaced tiles", "Manhattan distance", "Linear conflict", "Walking distance", "Pattern database",
	}
	assert.Equal(t, usual, texts(heuristics))
	v.goTo("solve", "board="+far+"&algorithm=astar&heuristic=euclidean") // a link may have another one
	v.Wait(heuristics + `.value === 'euclidean'`)
	assert.Len(t, texts(heuristics), len(usual)+1)
	v.options()
	assert.Greater(t, len(texts(field("Heuristic"))), len(usual)+1)

	v.goTo("race", "")
	assert.Equal(t, []string{
		"Plan and proof, 4x4", "Three solvers, 4x4", "Large board, 6x6", "Heuristics, 3x3", "Blind or guided, 3x3",
	}, texts(racesMenu))
	v.Click(button("Class race"))
	v.says("npuzzle serve --class")
	assert.NotContains(t, browser.Value[string](v.Page, `document.querySelector('main').innerText`), "example")
	v.Wait(`!document.querySelector('.places').checkVisibility() || !document.querySelector('.places li')`)

	// A row of numbers that says the same as a row above is left out.
	names := browser.Value[[]string](v.Page, `(async () => {
		const { Lane } = await import('./js/race/lane.js');
		const { raceNumbers } = await import('./js/race/numbers.js');
		const lanes = [1, 2].map((seconds) => {
			const lane = new Lane({}, { state: {}, announce() {} }, () => {});
			Object.assign(lane, { name: 'A*', label: 'A*', known: { optimal: true } });
			lane.finish({ status: 'solved', length: 4, optimal: true, lower_bound: 4, seconds, moves: 'L' });
			return lane;
		});
		const [, table] = raceNumbers(lanes, []);
		return [...table.querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent);
	})()`)
	assert.Equal(t, []string{
		"How it ended", "Moves", "Moves above the shortest", "Found its best plan after",
	}, names)
}
