package page_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
	"npuzzle/web/browser"
)

// What people do on the page, in both of its forms.
func TestFlows(t *testing.T) {
	t.Parallel()
	inBothForms(t, func(t *testing.T, served bool, open func(t *testing.T) *visit) {
		for _, flow := range []struct {
			name string
			run  func(v *visit)
		}{
			{"play", play}, {"history", history}, {"shuffle", shuffle}, {"tiles", tiles}, {"texts", texts},
			{"hint", hint}, {"near the goal", near}, {"challenge", challenge}, {"solve", solve}, {"between", between},
			{"shuffle study", shuffleStudy}, {"stop", stop}, {"playback", playback}, {"settings", settings},
			{"race", race}, {"slow motion", slowMotion}, {"race yourself", raceYourself}, {"class race", classRace},
			{"watch", watch}, {"learn", learn}, {"tune", tune}, {"experiments", experiments}, {"studies", studyPages},
			{"keyboard", keyboard}, {"phone", phone}, {"fits", fits}, {"learn on a phone", learnOnPhone},
			{"first minute", firstMinute}, {"narrow", narrow},
		} {
			t.Run(flow.name, func(t *testing.T) {
				if testing.Short() && !slices.Contains([]string{"stop", "class race"}, flow.name) {
					t.Skip("asks the server for no more than other flows do, which is what the race detector watches")
				}
				basic := []string{"play", "solve", "first minute"}
				if !slices.Contains(basic, flow.name) {
					browser.OnlyNamed(t)
				}
				looks := []string{"shuffle study", "keyboard", "phone", "fits", "learn on a phone", "narrow"}
				if !served && slices.Contains(looks, flow.name) {
					t.Skip("asks the solvers for no more than other flows do, and looks the same in both forms")
				}
				if !served && !slices.Contains([]string{"near the goal", "solve", "first minute"}, flow.name) {
					slow.Only(t, "the page from disk differs in its solvers, which three flows use")
				}
				t.Parallel()
				flow.run(open(t))
			})
		}
	})
}

// racesMenu is the expression for the menu of races.
const racesMenu = `document.querySelector('.groups select')`

const (
	nearGoal = "0+1+3/4+2+5/7+8+6"                     // four moves from the goal
	far      = "8+6+7/2+5+4/3+0+1"                     // 31 moves
	first    = "0+6+15+11/1+7+9+12/8+10+2+14/3+4+13+5" // of the races
	hard     = "14+15+8+12/10+11+9+13/2+6+5+1/3+7+4+0"
	large    = "7+19+3+11+22/14+0+5+24+9/1+17+20+8+13/23+6+12+2+16/10+4+21+18+15"
)

// A board is solved by click, drag, touch and key.
func play(v *visit) {
	v.goTo("play", "board="+nearGoal)
	v.shows("Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Click(tile("1"))
	v.announced("1 left")
	width := browser.Value[float64](v.Page, tile("2")+`.getBoundingClientRect().width`)
	v.Drag(tile("2"), 0, -width/4)
	v.shows("Row 1: 1, blank, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.") // too short a way
	v.Drag(tile("2"), 0, -width)
	v.announced("2 up")
	v.Swipe(tile("5"), -width, 0)
	v.announced("5 left")
	v.Click(tile("1"))      // is not in line with the blank
	v.Click(button("Undo")) // the focus stays on a button
	v.Press(kb.ArrowLeft)
	v.Press(kb.ArrowUp)
	v.Wait(`document.querySelector("h1").textContent.startsWith("Solved in 4 moves")`)
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: 7, 8, blank.")
	v.announced("Solved in 4 moves")

	// A tap moves as well, and a click on a tile further away slides all tiles up to it.
	v.Tap(tile("6"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, blank. Row 3: 7, 8, 6.")
	v.Click(tile("4"))
	v.shows("Row 1: 1, 2, 3. Row 2: blank, 4, 5. Row 3: 7, 8, 6.")
}

// Moves are undone, redone and begun anew. The board is in the address.
func history(v *visit) {
	v.goTo("play", "board="+nearGoal)
	v.Press(kb.ArrowLeft)
	v.Press(kb.ArrowUp)
	const two = "Row 1: 1, 2, 3. Row 2: 4, blank, 5. Row 3: 7, 8, 6."
	v.shows(two)
	v.Wait(`location.hash === '#/play?board=1+2+3/4+0+5/7+8+6'`)
	v.Click(button("Undo"))
	v.shows("Row 1: 1, blank, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Press("z", chromedp.ModifierCtrl)
	v.shows("Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Press("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	v.Click(button("Redo"))
	v.shows(two)
	v.Wait(figure("Moves") + ` === '2'`)
	// A game waits while a board of another size is played.
	v.Click(button("4x4"))
	v.hasSize("4 by 4")
	v.Click(button("3x3"))
	v.shows(two)
	v.Wait(figure("Moves") + ` === '2'`)
	v.Click(button("Restart"))
	v.shows("Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Wait(button("Undo") + `.disabled`)
	v.Wait(figure("Time") + ` === '0.0 s'`)

	// A reload keeps the moves and the time.
	v.Press(kb.ArrowLeft)
	v.Press(kb.ArrowUp)
	v.Wait(`parseFloat(` + figure("Time") + `) > 0.1`)
	v.Do(chromedp.Reload())
	v.shows(two)
	v.Wait(figure("Moves") + ` === '2'`)
	v.Wait(`parseFloat(` + figure("Time") + `) > 0.1`)
	v.Click(button("Undo"))
	v.Click(button("Undo"))
	v.shows("Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Wait(`location.hash.includes('board=` + nearGoal + `')`)

	// So does a reload that comes before the address is written.
	browser.ValueUnlessLeft[string](v.Page, `
		document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true}));
		location.reload();
		''`)
	v.shows("Row 1: 1, blank, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Wait(figure("Moves") + ` === '1'`)
	// So does a reload before the browser has noticed that the address was written.
	v.Wait(`location.hash === '#/play?board=1+0+3/4+2+5/7+8+6'`)
	v.Press(kb.ArrowUp)
	v.Wait(`location.hash === '#/play?board=1+2+3/4+0+5/7+8+6'`)
	browser.ValueUnlessLeft[string](v.Page, `
		history.replaceState(null, '', '#/play?board=1+0+3/4+2+5/7+8+6');
		location.reload();
		''`)
	v.shows(two)
	v.Wait(figure("Moves") + ` === '2'`)
	v.Click(button("Undo"))
	v.Click(button("Undo"))

	v.goTo("solve", "board=1+2/0+3") // a link
	v.shows("Row 1: 1, 2. Row 2: blank, 3.")
	v.goTo("play", "")
	v.shows("Row 1: 1, 2. Row 2: blank, 3.") // all views share the board
	v.Run(`history.back()`)
	v.Wait(`document.querySelector('.view.solve')`)
}

// Shuffling by moves and uniformly gives boards that follow from the seed.
func shuffle(v *visit) {
	v.goTo("play", "")
	for _, size := range []string{"4x4", "6x6", "3x3"} {
		v.Click(button(size))
		v.hasSize(size[:1] + " by " + size[:1])
		v.Wait(button(size) + `.ariaPressed === 'true'`)
		assert.Less(v.t, browser.Value[int](v.Page, `document.querySelectorAll('.stage > .board .placed').length`), 6,
			"shuffled enough")
		v.redraws("New puzzle")
	}
	v.options()
	v.Wait(field("Rows"))
	assert.Empty(v.t, browser.Value[[]string](v.Page, `[...document.querySelectorAll('main label')]
		.filter((e) => e.checkVisibility() && ['Seed', 'Shuffle'].includes(e.textContent)).map((e) => e.textContent)`))
	v.goTo("solve", "")
	v.Wait(`document.querySelector('.solver select')`)
	v.options()
	for _, size := range []string{"2x2", "5x4", "8x8"} {
		rows, cols, _ := strings.Cut(size, "x")
		v.Choose(field("Rows"), rows)
		v.hasSize(rows + " by ")
		v.Choose(field("Columns"), cols)
		v.hasSize(rows + " by " + cols)
		draw := func(how, seed string) string {
			v.Choose(field("Shuffle"), how)
			want := "Shuffled fully with seed " + seed
			if how == "walk" {
				v.Fill(field("Moves"), "41")
				want = "Shuffled by 41 random moves with seed " + seed
			}
			v.Fill(field("Seed"), seed)
			v.Click(button("Shuffle"))
			v.says(want)
			return browser.Value[string](v.Page, words)
		}
		for _, how := range []string{"walk", "uniform"} {
			first, second := draw(how, "7"), draw(how, "8")
			assert.NotEqual(v.t, first, second, size)
			assert.Equal(v.t, first, draw(how, "7"), size)
		}
	}
}

// Tiles slide, unless the reader wants less motion. A picture is cut onto them.
func tiles(v *visit) {
	v.goTo("play", "board="+nearGoal)
	v.shows("Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	moving := func(key string) int {
		return browser.Value[int](v.Page, `(document.body.dispatchEvent(new KeyboardEvent('keydown',
			{key: '`+key+`', bubbles: true})),
			document.querySelector('.board').getAnimations({subtree: true}).length)`)
	}
	reduced := `matchMedia('(prefers-reduced-motion: reduce)').matches`
	v.Media("", "prefers-reduced-motion", "no-preference")
	v.Wait(`!` + reduced)
	assert.Positive(v.t, moving("ArrowLeft"))
	v.shows("Row 1: 1, blank, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Wait(`document.querySelector('.board').getAnimations({subtree: true}).length === 0`)
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Wait(reduced)
	assert.Zero(v.t, moving("ArrowUp"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, blank, 5. Row 3: 7, 8, 6.")

	v.options()
	choose := func(file string) {
		v.Run(`const files = new DataTransfer(), box = ` + field("A picture of your own") + `;
			files.items.add(` + file + `);
			box.files = files.files;
			box.dispatchEvent(new Event('change', {bubbles: true}))`)
	}
	parts := `new Set([...document.querySelectorAll('.board .face')].map((face) => getComputedStyle(face))
		.filter((style) => style.backgroundImage.startsWith('url("blob:'))
		.map((style) => style.backgroundPosition)).size`
	choose(`new File([await new Promise((done) => document.createElement('canvas').toBlob(done))], 'mine.png')`)
	v.Wait(parts + ` === 8`)
	choose(`new File(['text'], 'mine.txt')`)
	v.says("The browser cannot show mine.txt as a picture.")
	v.Click(button("Back to numbers"))
	v.Wait(parts + ` === 0`)
}

// Boards in text forms are read. A mistake is explained in a line, and a board of the wrong
// parity in a sentence.
func texts(v *visit) {
	v.goTo("play", "")
	v.options()
	v.Click(find("summary", "Type or paste a board"))
	use := func(text string) {
		v.Fill(field("Board"), text)
		v.Click(button("Use this board"))
	}
	use("1 2 3\n4 5 6\n7 _ 8")
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: 7, blank, 8.")
	use("1 2 3 4 5 6 0 7 8")
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: blank, 7, 8.")
	use("1 2 3/4 5 5/7 8 0")
	v.says("Row 2, cell 3: tile 5 appears twice; expected each of 0 to 8 once")
	v.announced("tile 5 appears twice")
	use("3\n1 2 3\n4 5 5\n7 8 0") // the size, and then the rows
	v.says("Line 3, number 3: tile 5 appears twice")
	use("1 2 3 4 5")
	v.says("A 3x3 board needs 9 numbers, this has 5.")
	use("1 2 3\n4 5\n6 7 0")
	v.says("Row 2 has 2 numbers; expected 3 as in row 1")
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: blank, 7, 8.")
	use("[[1, 2, 3], [4, 0, 5], [6, 7, 8]] # goal: blank-first")
	v.shows("Row 1: 1, 2, 3. Row 2: 4, blank, 5. Row 3: 6, 7, 8.")
	v.Wait(`location.hash.includes('goal=blank-first')`)
	use("1 2 3\n4 5 6\n7 8")
	v.says("Row 3 has 2 numbers; expected 3 as in row 1, with 0 for the blank")
	use("3 1 2/4 0 5/6 7 8 # goal: blank-last")
	v.Wait(`!location.hash.includes('goal=blank-first')`)
	use("2 1 3/4 5 6/7 8 0")
	v.says("This board cannot be solved.")
	v.announced("so no moves")
	v.shows("Row 1: 2, 1, 3. Row 2: 4, 5, 6. Row 3: 7, 8, blank.")
	v.Click(find("summary", "Why?"))
	v.says("Inversions: 1 pair of tiles")
	v.says("so no moves")
	v.goTo("solve", "")
	v.says("This board cannot be solved.")
	v.says("so no moves")
	v.Wait(solveButton + `.disabled`)
	v.goTo("play", "")
	v.Click(button("Swap 7 and 8"))
	v.shows("Row 1: 2, 1, 3. Row 2: 4, 5, 6. Row 3: 8, 7, blank.")
	v.says("Put the tiles in order.")
	v.goTo("play", "board=1+2+two/3+4+0")
	v.says("The address holds no board: ")
	v.Click(find("button", "Close"))
	v.Wait(`!document.querySelector('body > .note')`)

	v.goTo("play", "board=1+2+3/4+5+6/7+8+0")
	v.options()
	v.Choose(field("Goal"), "snail")
	v.says("No moves lead from the last board to this goal, so this is another board.")
	v.says("Put the tiles in order.")
	v.Wait(`location.hash.includes('goal=snail')`)
	v.goTo("play", "board=1+2+3/4+5+6/7+8+0")
	v.Choose(field("Goal"), "")
	v.Fill(field("Goal as text"), "1 2 3/4 5 6/7 0 8")
	v.Click(button("Use this goal"))
	v.Wait(`location.hash.includes('goal=1+2+3/4+5+6/7+0+8')`)
	v.Click(tile("8"))
	v.Wait(`document.querySelector("h1").textContent.startsWith("Solved in 1 move")`)
}

// Hints lead to the goal, on the shortest way.
func hint(v *visit) {
	v.goTo("play", "board="+nearGoal)
	v.says("How close can you come to the shortest solution?")
	const top = `document.querySelector('.score').getBoundingClientRect().top`
	before := browser.Value[float64](v.Page, top)
	for left := 4; left > 0; left-- {
		if left%2 == 0 {
			v.Click(button("Hint"))
		}
		assert.Equal(v.t, before, browser.Value[float64](v.Page, top), "a hint moves nothing")
		unit := "moves"
		if left == 1 {
			unit = "move"
		}
		v.Wait(fmt.Sprintf(`/^Hint: Slide tile \d (up|down|left|right)\. The goal is %d %s away\.$/.test(
			[...document.querySelectorAll('.note')].find((e) => e.checkVisibility()).textContent)`, left, unit))
		if left%2 == 0 {
			v.Click(button("Slide it")) // makes the move, and gives the next hint
		} else {
			v.Click(`document.querySelector('.tile.marked')`)
		}
	}
	v.Wait(`document.querySelector('h1').textContent === 'Solved in 4 moves With 4 hints.'`)
	v.says("No solution is shorter. Can you do it alone?")
	v.announced("No solution is shorter.")
	v.Wait(`!` + button("See the shortest"))
	v.Wait(`!` + button("Challenge a friend"))
}

// Near the goal of a large board, the plans of hints and of Solve are shortest, and proved to be
// so.
func near(v *visit) {
	size := puzzle.Size{Rows: 10, Cols: 10}
	if v.served {
		size = puzzle.Size{Rows: 8, Cols: 8} // the largest on a server
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(v.t, err)
	for _, moves := range []int{1, 30} {
		board := puzzle.Walk(puzzle.NewRand(7, 0), goal, moves)
		shortest, err := (&astar.Solver{Heuristic: heuristics.LinearConflict}).Solve(
			v.t.Context(), search.Problem{Start: board, Goal: goal}, search.Limits{})
		require.NoError(v.t, err)
		length := "1 move"
		if n := len(shortest.Moves); n > 1 {
			length = fmt.Sprintf("%d moves", n)
		}
		query := "board=" + strings.ReplaceAll(board.String(), " ", "+")
		v.goTo("play", query)
		v.Click(button("Hint"))
		v.says("The goal is " + length + " away.")
		v.goTo("solve", query)
		v.Click(solveButton)
		v.says("found " + length + " and proved that no plan is shorter.")
	}
}

// A solved board compares with the shortest plan, which can be seen, and becomes a challenge for a
// friend.
func challenge(v *visit) {
	v.goTo("play", "board="+nearGoal)
	for _, key := range []string{kb.ArrowLeft, kb.ArrowUp, kb.ArrowDown, kb.ArrowUp, kb.ArrowLeft, kb.ArrowUp} {
		v.Press(key)
	}
	v.Wait(`document.querySelector('h1').textContent === 'Solved in 6 moves 2 more than the shortest.'`)
	v.announced("breadth-first search ") // the last message about the solution
	v.Run(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`)
	v.Click(button("Challenge a friend"))
	v.announced("Link copied. This link works on this computer alone.")
	link := browser.Value[string](v.Page, `copied.replace(/.*#/, '#')`)
	assert.Regexp(v.t, `^#/play\?board=0\+1\+3/4\+2\+5/7\+8\+6&beat=6%2C\d+\.\d$`, link)
	v.Wait(`location.hash === '#/play?board=1+2+3/4+5+6/7+8+0'`)
	v.Click(button("See the shortest"))
	v.Wait(`document.querySelector('.view.solve')`)
	v.says("found 4 moves and proved that no plan is shorter.")
	v.Run(`history.back()`) // to the result
	v.Wait(`document.querySelector('h1').textContent === 'Solved in 6 moves 2 more than the shortest.'`)

	v.Run(`location.hash = ` + strconv.Quote(link))
	v.says("Can you beat 6 moves or ")
	v.says("A friend challenges you.")
	for _, key := range []string{kb.ArrowLeft, kb.ArrowUp, kb.ArrowLeft, kb.ArrowUp} {
		v.Press(key)
	}
	v.Wait(`document.querySelector('h1').textContent === 'You won: 4 moves You cannot do better.'`)
	v.says("The challenge was 6 moves or ")

	// Nobody needs fewer moves than the fewest, so a challenge after them asks for a better time.
	v.Click(button("Challenge a friend"))
	v.says("This link works on this computer alone.")
	assert.Regexp(v.t, `&beat=4%2C\d+\.\d%2Cfewest$`, browser.Value[string](v.Page, `copied`))
	v.Click(button("Try again"))
	v.Wait(figure("Moves") + ` === '0'`)
	v.goTo("play", "board="+nearGoal+"&beat=4%2C31.4%2Cfewest")
	v.Wait(`document.querySelector('h1').textContent === 'Can you beat 4 moves, the fewest possible, in 31.4 s?'`)
	for _, wrong := range []string{"5,Infinity", "5,NaN", "0,3", "5", "-1,2", "1e3,2", "5,3,best"} {
		v.goTo("play", "board="+nearGoal+"&beat="+url.QueryEscape(wrong))
		v.Wait(`document.querySelector('h1').textContent === 'Put the tiles in order.'`)
	}
	v.goTo("play", "board="+nearGoal+"&beat=4%2C31.4%2Cfewest")
	v.Click(button("New puzzle"))
	v.says("Put the tiles in order.")
	v.Wait(`!location.hash.includes('beat')`)
}

// A challenge is beaten by fewer moves or in less time. If no plan has fewer moves, the time decides.
func TestBeats(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	beats := browser.Value[[]bool](v.Page, `(async () => {
		const { beats, readChallenge } = await import('./js/challenge.js');
		const fewest = readChallenge('4,31.4,fewest');
		const other = readChallenge('6,31.4');
		return [beats(fewest, 4, 31.3), beats(fewest, 4, 31.4), beats(fewest, 6, 1),
			beats(other, 8, 31.3), beats(other, 4, 90), beats(other, 6, 31.4)];
	})()`)
	assert.Equal(t, []bool{true, false, false, true, true, false}, beats)
}

// Each algorithm solves a board, and its plan leads to the goal.
func solve(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce") // plans do not play by themselves
	v.goTo("solve", "")
	v.Wait(`document.querySelector('.solver select')`)
	v.options()
	v.Wait(field("Algorithm") + `?.options.length > 2`)
	algorithms := browser.Value[[]string](v.Page, `[...`+field("Algorithm")+`.options].map((o) => o.value)`)
	require.Contains(v.t, algorithms, "ga")
	board, err := puzzle.Parse("7 2 4/5 0 6/8 3 1", puzzle.Size{})
	require.NoError(v.t, err)
	for _, name := range algorithms {
		short := name == "iddfs" // which would take long
		from, length := strings.ReplaceAll(board.String(), " ", "+"), "20"
		if short {
			from, length = nearGoal, "4"
		}
		v.goTo("solve", "board="+from+"&algorithm="+name)
		v.Wait(field("Algorithm") + `?.value === '` + name + `'`)
		v.Click(solveButton)
		v.says(" found ")
		v.Wait(`!` + button("Stop"))
		about := solvers.Describe(name)
		if name != "" {
			v.says(about.Label + " " + about.About + ".")
		}
		if solvers.Default(name).Capabilities().Optimal {
			v.says("found " + length + " moves and proved that no plan is shorter.")
		}
		for _, name := range []string{"Time", "Memory"} {
			assert.NotEqual(v.t, "–", browser.Value[string](v.Page, figure(name)))
		}
		plan := browser.Value[string](v.Page, `document.querySelector('.plan').textContent`)
		letters := strings.NewReplacer("↑", "U ", "↓", "D ", "←", "L ", "→", "R ").Replace(plan)
		moves, err := puzzle.ParseMoves(strings.TrimSpace(letters), puzzle.BlankNotation)
		require.NoError(v.t, err)
		start := board
		if short {
			start, err = puzzle.Parse(strings.ReplaceAll(nearGoal, "+", " "), puzzle.Size{})
			require.NoError(v.t, err)
		}
		end, err := start.Replay(moves)
		require.NoError(v.t, err)
		assert.Equal(v.t, "1 2 3/4 5 6/7 8 0", end.String(), name)
		v.says(fmt.Sprintf("found %d moves", len(moves)))
	}

	// Chips choose a solver. A result of another solver is marked as old.
	v.goTo("solve", "board="+far+"&algorithm=idastar")
	v.Wait(`/^At least 2\d\. /.test(document.querySelector('.stage .sentence').textContent)`)
	v.Click(solveButton)
	v.says("IDA* found 31 moves and proved that no plan is shorter.")
	top := browser.Value[float64](v.Page, `document.querySelector('h1').getBoundingClientRect().top`)
	v.Click(button("Genetic"))
	v.says("Genetic has not solved this board yet.")
	assert.Equal(v.t, top, browser.Value[float64](v.Page,
		`document.querySelector('h1').getBoundingClientRect().top`), "nothing moves when a choice goes")
	v.says("The result below is from IDA*.")
	v.Wait(`document.querySelector('[aria-label=Result]').classList.contains('old')`)
	v.Click(button("Solve with Genetic"))
	v.says("Genetic found ")
	v.says("An earlier search proved that 31 moves are needed.")
	v.Wait(button("Solve again"))
	v.Wait(`document.querySelectorAll('[aria-label="Your runs on this board"] tbody tr').length === 2`)
	v.Wait(`!document.querySelector('[aria-label=Result]').classList.contains('old')`)
	v.Click(button("Best"))
	v.Click(solveButton)
	v.says("A* found 31 moves and proved that no plan is shorter.") // the solver that was used
	v.says("It estimated the moves left by linear conflict.")
	v.ColumnsApart()
	// No chip is alone on a line.
	for _, width := range []int64{390, 1280, 1440} {
		v.Resize(width, 900)
		assert.NotContains(v.t, browser.Value[[]int](v.Page, `Object.values(Object.groupBy(
			[...document.querySelectorAll('.solvers > button')].filter((e) => e.checkVisibility()),
			(chip) => Math.round(chip.getBoundingClientRect().top)))
			.map((line) => line.length)`), 1)
	}
	// A narrow screen has the board, the sentence, the player and the moves in this order. A menu
	// has the solvers.
	v.Resize(390, 844)
	assert.Empty(v.t, browser.Value[[]string](v.Page, `['.board', 'h1', '.player', '.plan'].filter((part, i, all) =>
		i && document.querySelector(part).getBoundingClientRect().top <
		document.querySelector(all[i - 1]).getBoundingClientRect().bottom)`))
	v.Choose(`document.querySelector('select[aria-label=Solver]')`, "astar")
	v.Wait(`location.hash.includes('algorithm=astar')`)
	v.Resize(1280, 900)
	v.Click(button("More …"))
	v.Wait(`document.activeElement === ` + field("Preset"))

	// A search waits for a new board that was requested, because the board would end it.
	v.goTo("solve", "board="+nearGoal+"&algorithm=astar")
	v.Wait(solveButton + ` && !` + solveButton + `.disabled && location.hash.includes('` + nearGoal + `')`)
	v.Run(button("New puzzle") + `.click(); ` + solveButton + `.click()`)
	v.Wait(`!location.hash.includes('` + nearGoal + `') &&
		document.querySelector('h1').textContent.endsWith('proved that no plan is shorter.')`)
}

// A plan without a proof shows between which lengths the shortest plan is, and the search goes on.
func between(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("solve", "board="+hard+"&algorithm=greedy")
	v.Click(solveButton)
	v.says("Greedy found ")
	v.says("A shorter plan may exist.")
	v.Wait(`/^\d+ \(proved\) ≤ shortest ≤ \d+ \(found\)$/.test(document.querySelector('.between p').innerText)`)
	v.Click(button("Search 5 s more"))
	v.Wait(button("Stop"))
	v.Wait(`!` + button("Stop"))
	v.Wait(`/IDA\*|no plan is shorter|≤ shortest/.test(document.querySelector('main').innerText)`)

	// On a larger board, beam search goes on.
	v.goTo("solve", "board="+large+"&algorithm=greedy")
	v.Click(solveButton)
	v.says("Greedy found ")
	v.remembers()
	v.Click(button("Search 5 s more"))
	v.said("Beam is searching.")
	v.Click(button("Stop"))

	// A search that is stopped keeps its bound.
	v.goTo("solve", "board="+hard+"&algorithm=idastar&heuristic=zero")
	v.Click(solveButton)
	v.Wait(`parseInt(document.querySelector('.between b').textContent) > 3`)
	v.Click(button("Stop"))
	v.says("Stopped after")
	v.Wait(`/^\d+ \(proved\) ≤ shortest$/.test(document.querySelector('.between p').innerText)`)
	v.Wait(button("Search 5 s more"))
}

// The study "shuffle": boards of 3x3 to 6x6, shuffled by N moves, solved by A* with each of three
// heuristics, and given up after 200,000 generated states, as after the 100,000
// expansions of the study.
func shuffleStudy(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("solve", "")
	v.Wait(`document.querySelector('.solver select')`)
	v.options()
	v.Choose(field("Preset"), "shuffle-study")
	v.Choose(field("Shuffle"), "walk")
	solved, stopped := 0, 0
	seed := 0
	for side := 3; side <= 6; side++ {
		v.Choose(field("Rows"), fmt.Sprint(side))
		v.hasSize(fmt.Sprintf("%d by ", side))
		v.Choose(field("Columns"), fmt.Sprint(side))
		v.hasSize(fmt.Sprintf("%d by %d", side, side))
		for _, heuristic := range []string{"manhattan", "misplaced", "zero"} {
			seed++
			v.Fill(field("Moves"), fmt.Sprint(10*side))
			v.Fill(field("Seed"), fmt.Sprint(seed))
			v.Click(button("Shuffle"))
			v.says(fmt.Sprintf("Shuffled by %d random moves with seed %d.", 10*side, seed))
			v.Choose(field("Heuristic"), heuristic)
			v.Click(solveButton)
			const result = `document.querySelector('.words').innerText`
			v.Wait(`/A\* found /.test(` + result + `)`)
			name := fmt.Sprintf("%dx%d by %d moves with %s", side, side, 10*side, heuristic)
			assert.NotEmpty(v.t, browser.Value[string](v.Page, figure("Time")), name)
			assert.NotEmpty(v.t, browser.Value[string](v.Page, figure("States expanded")), name)
			note := browser.Value[string](v.Page, result)
			if strings.Contains(note, "stopped at 200,000 states generated") {
				stopped++
				continue
			}
			solved++
			assert.Regexp(v.t, `A\* found \d+ moves? and proved`, note)
		}
	}
	assert.GreaterOrEqual(v.t, solved, 8)
	assert.GreaterOrEqual(v.t, stopped, 1)
}

// A heavy search shows its counters while it runs, and is stopped. Then the next one works.
func stop(v *visit) {
	for _, query := range []string{"algorithm=idastar&heuristic=zero", "algorithm=ga&patience=0"} {
		v.goTo("solve", "board="+hard+"&"+query)
		v.Click(solveButton)
		v.Wait(figure("States expanded") + ` || ` + figure("Plans evaluated"))
		v.Wait(`!` + figure("Generated")) // live counters that would not agree are not shown
		first := browser.Value[string](v.Page, `document.querySelector('.figures').innerText`)
		v.Wait(`document.querySelector('[aria-label=Result] .figures').innerText !== ` + strconv.Quote(first))
		v.Click(button("Stop"))
		v.Wait(`/Stopped after|Genetic found/.test(document.querySelector('h1').textContent)`)
		v.Wait(`!` + button("Stop") + ` && !` + solveButton + `.disabled`)
	}
	v.goTo("solve", "board="+nearGoal+"&algorithm=astar")
	v.Click(solveButton)
	v.says("found 4 moves")

	// Choosing another solver ends a search, and its result is old.
	v.goTo("solve", "board="+hard+"&algorithm=idastar&heuristic=zero")
	v.Click(solveButton)
	v.Wait(figure("States expanded"))
	v.Click(button("Genetic"))
	v.says("Genetic has not solved this board yet.")
	v.Wait(solveButton + ` && document.querySelector('[aria-label=Result]').classList.contains('old')`)
	v.Wait(`location.hash.includes('algorithm=ga')`)

	// A search that the reader leaves ends, and does not come back.
	v.goTo("solve", "board="+hard+"&algorithm=idastar&heuristic=zero")
	v.Click(solveButton)
	v.Wait(figure("States expanded"))
	v.goTo("play", "board="+nearGoal)
	v.goTo("solve", "")
	v.Wait(`!document.querySelector('[aria-label=Result]').checkVisibility()`)
}

// A plan is played back, step by step, by the slider and by itself.
func playback(v *visit) {
	v.Media("", "prefers-reduced-motion", "no-preference")
	v.goTo("solve", "board="+nearGoal+"&algorithm=astar")
	v.Click(solveButton)
	v.says("Move 4 of 4") // by itself
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Click(solveButton)
	v.says("Move 0 of 4")
	v.Press(kb.ArrowRight)
	v.says("Move 1 of 4")
	v.Press(kb.ArrowLeft)
	v.says("Move 0 of 4")
	v.Press(" ")
	v.says("Move 4 of 4")
	v.Click(button("Start"))
	v.Click(button("Step"))
	v.announced("1 left")
	v.shows("Row 1: 1, blank, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.")
	v.Click(button("Step"))
	v.says("Move 2 of 4")
	v.Click(button("Back"))
	v.says("Move 1 of 4")
	v.Click(button("End"))
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: 7, 8, blank.")
	v.Wait(button("Step") + `.disabled`)
	v.Choose(`document.querySelector('.player select')`, "32")
	v.Click(button("Play")) // from the start
	v.says("Move 4 of 4")
	v.Wait(button("Play"))
	v.Click(button("Start"))
	v.Wait(button("Back") + `.disabled`)
	v.Run(`document.querySelector('.player input').focus()`)
	v.Press(kb.ArrowRight)
	v.Press(kb.ArrowRight)
	v.Press(kb.ArrowRight)
	v.says("Move 3 of 4")
	v.Click(`document.querySelector('.plan').children[1]`)
	v.says("Move 2 of 4")
}

// All settings of the genetic solver are there, with help, and reach it.
func settings(v *visit) {
	v.goTo("solve", "board="+far+"&algorithm=ga&preset=pure")
	v.Wait(`document.querySelector('.solver select')`)
	v.options()
	v.Wait(field("Algorithm"))
	v.Click(`document.querySelector('.solver summary')`)
	v.Fill(field("population"), "-5")
	const wrong = `document.querySelector('.settings .field .note.bad')?.textContent`
	v.Wait(wrong + ` === 'Population "-5": expected a whole number from 2 to 1048576.'`)
	assert.Equal(v.t, "true", browser.Value[string](v.Page, field("population")+`.ariaInvalid`))
	v.Fill(field("population"), "60")
	v.Wait(`!` + wrong)
	v.Fill(field("generations"), "5")
	v.Wait(`/population=60/.test(location.hash) && /generations=5/.test(location.hash)`)
	without := browser.Value[[]string](v.Page, `[...document.querySelectorAll('.solver .settings .field')]
		.filter((field) => !field.querySelector('.help')?.textContent).map((field) => field.innerText)`)
	assert.Empty(v.t, without)
	v.Choose(field("Algorithm"), "idastar")
	v.Wait(`!/population/.test(location.hash)`)
}

// The first race: the genetic solver has a plan at once, and IDA* proves it in the end. The
// headline names the winner, and the chart tells how it went.
func race(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("race", "")
	v.says("Who finds the shortest plan first, and who proves it?")
	v.shows("Row 1: blank, 6, 15, 11. Row 2: 1, 7, 9, 12. Row 3: 8, 10, 2, 14. Row 4: 3, 4, 13, 5.")
	v.remembers()
	v.Click(button("Start"))
	v.said("Searching: ")
	v.Wait(`document.querySelector('h1').textContent === 'Genetic found 58 moves first, IDA* proved them shortest.'`)
	assert.Equal(v.t, "24px", browser.Value[string](v.Page, `getComputedStyle(document.querySelector('h1')).fontSize`))
	texts := func(class string) []string {
		return browser.Value[[]string](v.Page,
			`[...document.querySelectorAll('.plot .`+class+`')].map((e) => e.textContent)`)
	}
	// The headline can be there a moment before the chart is drawn.
	v.Wait(`['.event', '.label'].every((kind) =>
		[...document.querySelectorAll('.plot ' + kind)].some((e) => e.textContent.endsWith('proved')))`)
	events := texts("event")
	assert.GreaterOrEqual(v.t, len(events), 2)
	assert.Regexp(v.t, `^first plan: \d+$`, events[0])
	assert.Contains(v.t, []string{"58 proved", "58, proved"},
		strings.TrimSuffix(strings.Join(events[1:], " "), " IDA*: 58")) // its own plan, if there is room for its name
	assert.ElementsMatch(v.t, []string{"Genetic: 58", "IDA*: 58, proved"}, texts("label"))
	v.Wait(racesMenu + `.selectedOptions[0].text === 'Plan and proof, 4x4'`)
	// If the proof came well before IDA* had a plan of its own, the sentence has the time of that plan.
	// Otherwise, it has the time of the winner's plan. The time is on the card of the solver, too.
	v.Wait(`(() => {
		const sentence = document.querySelector('.verdict .sentence').textContent;
		const own = sentence.match(
			/^Proved after .+, when IDA\* had tried all shorter plans\. Its own plan came after (.+)\.$/)?.[1];
		const winning = sentence.match(/^Found after (.+), proved after .+\.$/)?.[1];
		const [genetic, prover] = [...document.querySelectorAll('.lane .status')].map((e) =>
			e.textContent.replaceAll('\u00a0', ' ') + ',');
		return own
			? prover.startsWith('58 moves, found after ' + own + ',')
			: genetic.startsWith('58 moves, found after ' + winning + ',');
	})()`)
	assert.Equal(v.t, 320, browser.Value[int](v.Page, `document.querySelector('.plot').clientHeight`))
	assert.True(v.t, browser.Value[bool](v.Page, `document.querySelector('.plot').getBoundingClientRect().bottom <
		document.querySelector('.lanes').getBoundingClientRect().top`))
	v.Wait(`document.querySelectorAll('[aria-label="Results of the race"] thead th').length === 3`) // a column for each
	v.Wait(`document.querySelectorAll('.lane input[type=range]').length === 2`)
	v.ColumnsApart()

	// On a phone, the chart is at least 200 px high, and the menu of races is at the top.
	v.Resize(390, 844)
	v.Wait(`document.querySelector('.plot').clientHeight >= 200`)
	v.Wait(`document.querySelector('.groups select').getBoundingClientRect().bottom < 144`)
	v.NotWide("race")
	v.Resize(1280, 900)

	// The link runs the race again.
	v.Run(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`)
	v.Click(button("Copy link"))
	v.announced("Link copied")
	assert.Contains(v.t, browser.Value[string](v.Page, `copied`), "&run=1")
	v.Run(`location.hash = '#/play'`)
	v.Wait(`document.querySelector('.view.play')`)
	v.goTo("race", "board="+far+"&run=1&race=algorithm%3Dga%7Calgorithm%3Dastar")
	v.Wait(`/31 moves(,| first,) .*proved/.test(document.querySelector('h1').textContent)`)

	v.options()
	v.Choose(racesMenu, "Heuristics") // four solvers
	v.Wait(`document.querySelectorAll('.lane').length === 4`)
	v.Wait(button("Add a solver") + `.disabled`)
	colours := browser.Value[int](v.Page, `new Set([...document.querySelectorAll('.lane')]
		.map((lane) => getComputedStyle(lane).borderTopColor)).size`)
	assert.Equal(v.t, 4, colours)

	// In a short race of one algorithm the fewest states win. Bars show them, and no chart of
	// times.
	v.goTo("race", "board=4+1+3/7+2+6/0+5+8&race=algorithm%3Dastar%26heuristic%3Dmanhattan%7C"+
		"algorithm%3Dastar%26heuristic%3Dzero")
	v.Resize(390, 844)
	v.Click(button("Start"))
	v.Wait(`document.querySelector('h1').textContent ===
		'Manhattan distance expanded the fewest states: 6.'`)
	v.says("Most: zero, with 64. All found a shortest plan, of 6 moves.")
	v.Wait(`[...document.querySelectorAll('.bars li')].map((e) => e.textContent).join() ===
		'Manhattan distance6,zero64' && !document.querySelector('.plot').checkVisibility()`)
	lengths := browser.Value[[]float64](v.Page,
		`[...document.querySelectorAll('.bars .amount')].map((e) => e.getBoundingClientRect().width)`)
	assert.InDelta(v.t, 64./6, lengths[1]/lengths[0], 0.5)
	v.NotWide("race")
	v.Resize(1280, 900)

	// A plan that was found long before the end of its search has both times. On a small board, that
	// is so on each machine.
	v.goTo("race", "board="+far+"&race=algorithm%3Dga%26time-limit%3D1%7C"+
		"algorithm%3Dga%26preset%3Dpure%26time-limit%3D1")
	v.Click(button("Start"))
	v.Wait(`[...document.querySelectorAll('.lane .status')].some((e) =>
		/moves, found after [0-9.]+\sm?s, (stopped|ended) at [0-9.]+\sm?s$/.test(e.textContent))`)

	v.goTo("race", "board="+hard+"&race=algorithm%3Didastar%26heuristic%3Dzero%7Calgorithm%3Dbfs")
	v.goTo("play", "")
	v.goTo("race", "")
	v.Wait(`document.querySelectorAll('.lane').length === 2`)
	v.Click(button("Start"))
	v.says("Searching: ")
	v.Click(button("Stop"))
	v.says("The race was stopped")

	// A search that was stopped keeps its bound and its counts.
	v.goTo("race", "board="+hard+"&race=algorithm%3Dga%26time-limit%3D1%7C"+
		"algorithm%3Didastar%26heuristic%3Dmanhattan")
	v.Click(button("Start"))
	const bound = `[...document.querySelectorAll('.plot .label')]
		.map((e) => e.textContent.match(/^IDA.*at least (\d+)$/)?.[1]).find(Boolean)`
	v.Wait(`/^\d+ moves, /.test(document.querySelector('.lane .status').textContent)`)
	v.Wait(bound)
	v.Click(button("Stop"))
	v.Wait(`document.querySelector('.verdict .sentence').textContent.endsWith(` +
		`'has at least ' + ` + bound + ` + ' moves.')`)
	v.Wait(`[...document.querySelectorAll('[aria-label="Results of the race"] td:last-child')]
		.some((e) => /^[\d,]{4,}$/.test(e.innerText))`)

	// A solver with a wrong setting cannot run, and the others have not won.
	v.goTo("race", "board="+far+"&race=algorithm%3Dga%26population%3D-5%7Calgorithm%3Didastar")
	v.Click(button("Start"))
	v.Wait(`document.querySelector('h1').textContent === 'Genetic could not run.'`)
	v.says("Change it under Options.")
	v.Wait(`[...document.querySelectorAll('[aria-label="Results of the race"] td')]
		.some((e) => e.textContent === 'not started')`)

	// A race without a plan has no slow motion and no winner.
	v.goTo("race", "board="+far+"&race=algorithm%3Dga%26population%3D-5%7Calgorithm%3Dga%26generations%3D-5")
	v.Media("", "prefers-reduced-motion", "no-preference")
	v.Run(`globalThis.titles = [];
		new MutationObserver(() => titles.push(document.querySelector('.verdict')?.innerText)).observe(
			document.querySelector('.verdict'), {childList: true, characterData: true, subtree: true})`)
	v.Click(button("Start"))
	v.Wait(`document.querySelector('h1').textContent === 'No solver could run.'`)
	v.Wait(button("Race again"))
	assert.NotRegexp(v.t, "Slow motion|Shown in", browser.Value[string](v.Page, `titles.join()`))
	v.Media("", "prefers-reduced-motion", "reduce")

	// A board that cannot be solved can be repaired.
	v.goTo("race", "board=2+1+3/4+5+6/7+8+0")
	v.Wait(`!` + button("Start"))
	v.Click(button("Swap 7 and 8"))
	v.Wait(button("Start"))

	// There is no race on a solved board.
	v.redraws("New board")
	v.goTo("play", "board=1+2+3/4+5+6/7+8+0")
	v.goTo("race", "")
	v.Wait(`document.querySelector('.lane .board') && !location.hash.includes('board=1+2+3/4+5+6/7+8+0')`)
	v.Wait(`!` + button("Start") + `.disabled`)
	v.Choose(racesMenu, "Heuristics")
	v.says("Which heuristic helps A* most?")
}

// A race that is over in a millisecond is shown in slow motion, and says so. With less motion, it
// is not.
func slowMotion(v *visit) {
	v.Media("", "prefers-reduced-motion", "no-preference")
	v.goTo("race", "board="+nearGoal+"&race=algorithm%3Dgreedy%7Calgorithm%3Dastar")
	v.Click(button("Start"))
	v.says("Slow motion.")
	v.Wait(`/^All was over after [0-9.]+ .?s\. It is shown in 4 s, on a logarithmic scale\.$/` +
		`.test(document.querySelector('.verdict .sentence').textContent)`)
	v.says(" won: 4 moves after ")
	v.says("No plan is shorter: the first estimate is already 4 moves.")
	v.Wait(`[...document.querySelectorAll('.lane input[type=range]')].every((slider) => slider.value === '4')`)
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Run(`globalThis.slow = 0; new MutationObserver(() => {
		if (document.querySelector('h1').textContent === 'Slow motion.') slow++;
	}).observe(document.querySelector('h1'), {childList: true})`)
	v.Click(button("Race again"))
	v.Wait(button("Race again") + ` && document.querySelector('h1').textContent.includes(' won: ')`)
	assert.Zero(v.t, browser.Value[int](v.Page, `slow`))
}

// The user races the solvers.
func raceYourself(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("race", "board="+nearGoal)
	v.Click(button("Race yourself"))
	v.Wait(`document.querySelector('.lane h2').textContent === 'You'`)
	v.says("Can you match their moves?")
	v.Wait(`document.activeElement.matches('.lane.human .board')`) // for the arrow keys
	v.Resize(390, 844)
	v.NotWide("race yourself")
	v.Resize(1280, 900)
	v.Click(button("Start"))
	v.says("Can you match their 4 moves?")
	v.says("Your turn")
	const replays = `[...document.querySelectorAll('.playback')].filter((e) => e.checkVisibility()).length`
	assert.Zero(v.t, browser.Value[int](v.Page, replays), "a replay would show a plan to the user")
	assert.Equal(v.t, 4, browser.Value[int](v.Page, `document.querySelector('.lanes').children.length`),
		"three lanes, and the chart beside the large board")
	v.Press(kb.ArrowLeft + kb.ArrowUp + kb.ArrowLeft + kb.ArrowUp)
	v.Wait(`/^You solved it in 4 moves and \d+\.\d s\.$/.test(document.querySelector('h1').textContent)`)
	v.Wait(`[...document.querySelectorAll('.chart .label')].some((e) => e.textContent === 'You: 4')`)
	v.Wait(replays + ` === 2`)
	v.Click(button("Solvers race"))
	v.Wait(`document.querySelectorAll('.lane').length === 2`)

	// A person gets a small board. The solvers have theirs back afterwards.
	v.goTo("race", "board="+first)
	v.Wait(`!` + button("Start") + `.disabled`)
	v.Click(button("Race yourself"))
	v.hasSize("3 by 3")
	v.says("The board is small, so that you have a chance.")
	v.Click(button("Solvers race"))
	v.hasSize("4 by 4")

	// The first move starts a race as well. After Stop, the page says how far the user came.
	v.goTo("race", "board="+first+"&race=algorithm%3Dyou%7Calgorithm%3Dga")
	v.Wait(`!` + button("Start") + `.disabled`)
	v.Click(tile("1"))
	v.Click(button("Stop"))
	v.says("You stopped after 1 move, with 2 of 15 tiles in place.")
}

// A class races on one board: a link, names, a leaderboard.
func classRace(v *visit) {
	if !v.served {
		v.goTo("race", "")
		v.Wait(`!` + button("Start") + `.disabled`)
		assert.False(v.t, browser.Value[bool](v.Page, `Boolean(`+button("Class race")+`)`), "there is no server")
		return
	}
	v.goTo("race", "board="+nearGoal)
	v.Click(button("Class race"))
	v.says("Class race: one board for all")
	v.says("npuzzle serve --class")
	v.Wait(button("Start for all") + `?.disabled && !` + button("Copy link")) // others cannot reach the page yet
	v.Run(button("3x3") + `.focus()`)
	v.Run(`await new Promise((done) => setTimeout(done, 2500))`) // the page asks for the state of the race each second
	assert.True(v.t, browser.Value[bool](v.Page, `document.activeElement === `+button("3x3")), "the focus is lost")
	link := browser.Value[string](v.Page, `document.querySelector('.projector .field textarea').value`)
	// Who leaves the race and opens one again comes back to it, and stays its host.
	v.goTo("race", "")
	v.Click(button("Class race"))
	v.says("Class race: one board for all")
	assert.Equal(v.t, link, browser.Value[string](v.Page, `document.querySelector('.projector .field textarea').value`))
	open := func(name string) *visit { // another person
		one := *v
		one.Page = v.Another(link)
		one.says("The board appears when the race starts.")
		one.Fill(field("Your name"), name)
		one.Click(button("Join"))
		one.says("The race starts soon, on a 3x3 board.")
		return &one
	}
	phone := *v
	phone.Page = v.Another(link)
	phone.Resize(390, 844)
	phone.Wait(field("Your name") + `.getBoundingClientRect().bottom < 300`) // above the keyboard of a phone
	phone.fitsPhone("class race, before a name")
	ann, bob := open("Ann"), open("Bob")
	v.says("2 joined: Ann, Bob")
	// Somebody types the code, has a name that the host removes, and may come back.
	cy := *v
	cy.Page = v.Another(v.address + "#/race")
	cy.Wait(`document.querySelector('[aria-label="Code of a class race"]')`)
	cy.Fill(`document.querySelector('[aria-label="Code of a class race"]')`, strings.ToUpper(link[len(link)-4:]))
	cy.Click(button("Join a class"))
	cy.Fill(field("Your name"), "Cy")
	cy.Click(button("Join"))
	v.says("3 joined: Ann, Bob, Cy")
	v.Click(find("summary", "Remove a name"))
	v.Click(`document.querySelector('[aria-label="Remove Cy"]')`)
	v.says("2 joined: Ann, Bob")
	cy.says("The host has removed your name. You can join again.")
	cy.Wait(field("Your name"))
	assert.False(v.t, browser.Value[bool](ann.Page, `document.querySelector('.stage .board').checkVisibility()`))
	ann.Do(chromedp.Reload())
	ann.says("Welcome, Ann.")
	// Who leaves the race can come back under the same name.
	ann.Click(button("Leave the class race"))
	ann.Wait(`!location.hash.includes('class=') && ` + button("Class race"))
	ann.goTo("race", "class="+link[len(link)-4:])
	ann.says("Welcome, Ann.")
	v.Do(chromedp.Reload()) // this browser stays the host
	v.says("2 joined: Ann, Bob")
	v.Wait(button("Start for all"))
	v.Click(button("Start for all"))
	v.Wait(`/^[123]$/.test(document.querySelector('.counting')?.innerText)`)
	v.says("Who solves it first?")
	v.says("Still solving: Ann, Bob.")
	// The board and the names are sent once, and not each second.
	v.Wait(`performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/show-race'))
		.at(-1).encodedBodySize < 250`)
	var plan string // the keys that solve the board
	for place, one := range []*visit{ann, bob} {
		one.says("Put the tiles in order.")
		if place == 0 {
			plan = one.plan()
			assert.GreaterOrEqual(v.t, len([]rune(plan)), 9, "a board near the goal is no race")
			one.Press(plan[:len(kb.ArrowLeft)])
			one.Do(chromedp.Reload()) // which keeps the move
			one.Wait(figure("Moves") + ` === '1'`)
			one.Press(plan[len(kb.ArrowLeft):])
		} else {
			for range 2 { // moves that are not needed
				one.Press(plan[:len(kb.ArrowLeft)])
				one.Press(map[string]string{
					kb.ArrowLeft: kb.ArrowRight, kb.ArrowRight: kb.ArrowLeft,
					kb.ArrowUp: kb.ArrowDown, kb.ArrowDown: kb.ArrowUp,
				}[plan[:len(kb.ArrowLeft)]])
			}
			one.Press(plan)
		}
		one.Wait(`/^Place ` + strconv.Itoa(place+1) + ` of 2: \d+ moves in \d+\.\d s\.$/` +
			`.test(document.querySelector('h1').textContent)`)
	}
	v.Wait(`document.querySelectorAll('[aria-label=Leaderboard] li').length === 2`)
	v.Wait(`/^Ann is first: \d+ moves in \d+\.\d s\.$/.test(document.querySelector('h1').textContent)`)
	v.says("All have solved the board.")
	const clock = `document.querySelector('.projector dd').textContent`
	v.Wait(`[...document.querySelectorAll("[aria-label=Leaderboard] span")].at(-1).textContent === ` + clock)

	// The next board keeps the people.
	v.Click(button("Next board"))
	v.says("2 joined: Ann, Bob")
	bob.says("The race starts soon, on a 3x3 board.")
	v.Click(button("4x4"))
	bob.says("The race starts soon, on a 4x4 board.")
	v.Click(button("Start for all"))
	bob.says("Put the tiles in order.")
	bob.hasSize("4 by 4")
	// While people solve the board, another one takes two presses.
	v.Wait(button("Next board"))
	v.Click(button("Next board"))
	v.Click(button("2 still solving. Next board?"))
	bob.says("The race starts soon, on a 4x4 board.")
	v.Click(button("Solvers race"))
	v.Wait(`!document.querySelector('.projector') && ` + button("Class race"))
	v.goTo("race", "class=nobody")
	v.says("There is no class race")
	v.Wait(`!document.querySelector('.view input')`)
	v.Click(button("Back to Race"))
	v.Wait(button("Class race"))
}

// plan returns the keys that solve the first board.
func (v *visit) plan() string {
	return browser.Value[string](v.Page, `(async () => {
		const board = (`+words+`).replaceAll('blank', '0').match(/: [^.]*/g)
			.map((row) => row.slice(2).replaceAll(',', '')).join('/');
		const answer = await fetch('api/v1/solve', {method: 'POST', headers: {'Content-Type': 'application/json'},
			body: JSON.stringify({board})});
		const [, moves] = (await answer.text()).match(/"moves":"([^"]*)"/);
		const keys = {U: '`+kb.ArrowDown+`', D: '`+kb.ArrowUp+`', L: '`+kb.ArrowRight+`', R: '`+kb.ArrowLeft+`'};
		return moves.split(' ').map((move) => keys[move]).join('');
	})()`)
}

// views lists the views of the form.
func (v *visit) views() []string {
	all := []string{"play", "solve", "race", "watch", "learn", "tune"}
	if v.served {
		all = append(all, "experiments")
	}
	return all
}

// toTop takes the focus to the body, from where the Tab key goes to the first control. After blur()
// alone, it would go to the control behind the one that had the focus.
const toTop = `document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex');
	scrollTo(0, 0);`

// The Tab key reaches all that can be used, and the focus can be seen. A board is solved by keys
// alone.
func keyboard(v *visit) {
	for _, view := range v.views() {
		v.goTo(view, "board="+nearGoal)
		v.settled(view)
		v.Run(toTop + `globalThis.passed = new Set()`)
		for range 150 {
			v.Press(kb.Tab)
			at := browser.Value[struct {
				Name           string
				Visible, Again bool
			}](v.Page, `(() => {
				const at = document.activeElement;
				const box = at.getBoundingClientRect();
				const {outlineStyle, outlineWidth} = getComputedStyle(at);
				const visible = outlineStyle !== 'none' && parseFloat(outlineWidth) > 1 &&
					box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
				const again = at === document.body || passed.has(at);
				passed.add(at);
				return {Name: at.outerHTML.slice(0, 100), Visible: visible, Again: again};
			})()`)
			if at.Again {
				break
			}
			assert.True(v.t, at.Visible, "%s: the focus cannot be seen on %s", view, at.Name)
		}
		assert.Empty(v.t, browser.Value[[]string](v.Page, `[...document.querySelectorAll(
			'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]')].filter((e) =>
			e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && !passed.has(e))
			.map((e) => e.outerHTML.slice(0, 100))`),
			"%s: not reached by the Tab key", view)
	}

	// Only keys from here on.
	v.Media("", "prefers-reduced-motion", "reduce")
	v.goTo("play", "board="+nearGoal)
	v.Run(toTop)
	press := func(condition, key string) {
		reached := `(() => { const at = document.activeElement; return ` + condition + `; })()`
		for i := 0; !browser.Value[bool](v.Page, reached); i++ {
			require.Less(v.t, i, 60, condition)
			v.Press(kb.Tab)
		}
		v.Press(key)
	}
	press(`at.textContent === 'Skip to content'`, kb.Enter)
	press(`at.matches('.board')`, kb.ArrowLeft+kb.ArrowUp+kb.ArrowLeft+kb.ArrowUp)
	v.announced("Solved in 4 moves")
	v.Run(toTop)
	press(`at.textContent === 'Solve'`, kb.Enter)
	v.Wait(`document.querySelector('.view.solve')`)
	v.Wait(button("A*"))
	press(`at.textContent === 'New puzzle'`, kb.Enter)
	press(`at.textContent.startsWith('Solve') && at.matches('button')`, kb.Enter)
	v.announced("no plan is shorter")
	press(`at.textContent === 'Step'`, kb.Enter)
	v.says("Move 1 of")
}

// Everything that matters fits a desktop and a phone without scrolling, before and after a view is
// used.
func fits(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	for _, window := range []struct {
		width, height int64
		parts         map[string][]string // selectors by view
	}{
		{1440, 900, map[string][]string{
			"play":  {".chips", "h1", ".stage > .board", ".figures", ".controls", ".options > summary"},
			"solve": {".chips", "h1", ".stage > .board", ".figures", ".steps", ".plan", ".options > summary"},
			"race":  {".groups select", "h1", ".plot", ".lane .board", ".lane .status", ".lane input"},
		}},
		{390, 844, map[string][]string{
			"play":  {".chips", "h1", ".stage > .board", ".figures", ".controls", ".options > summary"},
			"solve": {"h1", ".stage > .board", ".figures", ".steps", ".chips", ".plan"},
			"race":  {".groups select", "h1", ".plot", ".lane .board", ".lane .status", ".lane input"},
		}},
	} {
		v.Resize(window.width, window.height)
		for _, view := range []string{"play", "solve", "race"} {
			v.goTo(view, "board="+far)
			v.settled(view)
			v.show(view)
			v.Run(`scrollTo(0, 0)`)
			for _, part := range window.parts[view] {
				bottom := browser.Value[float64](v.Page, `Math.max(...[...document.querySelectorAll('main `+part+`')]
					.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().bottom))`)
				assert.LessOrEqual(v.t, bottom, float64(window.height), "%s at %d: %s", view, window.width, part)
			}
			v.NotWide(view)
		}
		if window.width < 600 {
			assert.Empty(v.t, browser.Value[[]string](v.Page, `
				[...document.querySelectorAll('.groups > .chips button')].filter((chip) => {
				const {right, bottom} = chip.getBoundingClientRect();
				return right > innerWidth || bottom > document.querySelector('.verdict').getBoundingClientRect().top;
			}).map((chip) => chip.textContent)`), "kinds of race that cannot be seen")
			v.goTo("play", "board="+far)
			v.says("Tap or drag a tile.") // instructions for the device
		}
	}
}

// options opens what is not needed at first.
func (v *visit) options() {
	v.t.Helper()
	v.Click(find("summary", "Options"))
	v.Wait(find("summary", "Options") + `.parentElement.open`)
}

// settled waits until a view has all that it asked for.
func (v *visit) settled(view string) {
	v.t.Helper()
	v.Wait(map[string]string{
		"solve":       `document.querySelector('.solver select')`,
		"race":        `document.querySelector('.solver select')`,
		"watch":       `document.querySelector('.watch .headline').textContent.includes(' reached ')`,
		"learn":       `document.querySelector('.chapter .drawing svg')`,
		"tune":        `document.querySelector('.tried tbody tr')`,
		"experiments": `document.querySelectorAll('.finding').length === 5`,
		"play":        `document.querySelector('.board .tile')`,
	}[view])
}

// Nothing is wider than a phone.
func phone(v *visit) {
	v.Media("", "prefers-reduced-motion", "reduce")
	v.Resize(390, 844)
	for _, view := range v.views() {
		v.goTo(view, "board="+far)
		v.settled(view)
		v.show(view)
		v.NotWide(view)
	}
	// A long plan does not scroll in a box of its own.
	v.goTo("solve", "board="+hard+"&algorithm=greedy")
	v.Click(solveButton)
	v.Wait(`document.querySelectorAll('.plan span').length > 80`)
	assert.True(v.t, browser.Value[bool](v.Page,
		`document.querySelector('.plan').scrollHeight === document.querySelector('.plan').clientHeight`))
}
