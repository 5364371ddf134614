package page_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
)

// axeVariable names the script of axe-core, which looks for barriers to people with disabilities.
const axeVariable = "NPUZZLE_AXE"

// Every view is accessible, before and after it is used.
func TestAccessibility(t *testing.T) {
	v, check := accessible(t)
	for _, view := range v.views() {
		v.goTo(view, "board="+far)
		v.settled(view)
		check(view)
		if view == "learn" {
			continue
		}
		v.show(view)
		check(view + ", used")
	}
	v.goTo("play", "puzzle=1")
	v.solvesFirst()
	check("play, solved, with the comparison")
	v.goTo("play", "board=1+2+3/4+5+6/8+7+0")
	v.Click(find("summary", "Why?"))
	check("play, a board that cannot be solved")
	v.goTo("solve", "board="+hard+"&algorithm=greedy")
	v.Click(solveButton)
	v.says("≤ shortest ≤")
	v.Click(button("A*"))
	v.says("The result below is from")
	v.options()
	check("solve, an old result and the options")
	v.goTo("race", "board="+nearGoal)
	v.Click(button("Race yourself"))
	v.options()
	check("race yourself, and the options")
	v.Click(button("Class race"))
	v.says("npuzzle serve --class")
	check("the host of a class race")
	link := browser.Value[string](v.Page, `document.querySelector('.projector .field textarea').value`)
	v.Run(`await fetch('api/v1/join-race', {method: 'POST', headers: {'Content-Type': 'application/json'},
		body: JSON.stringify({race: location.hash.slice(-4), name: 'Bob'})})`)
	v.Click(button("Start for all"))
	v.says("Who solves it first?")
	check("a class race, for a projector")
	v.goTo("play", "")
	v.Run(`localStorage.clear()`) // the next visit is that of a racer
	v.Do(chromedp.Reload())
	v.goTo("race", link[strings.Index(link, "class="):])
	v.says("Enter a name.")
	check("a class race, before a name")
	v.Fill(field("Your name"), "Ann")
	v.Click(button("Join"))
	v.says("Still solving: Bob, Ann.")
	check("a class race, for a racer")
}

// The view of the host of a class is accessible, and the note that the server is gone.
func TestAccessibilityOfClass(t *testing.T) {
	server := newClass(t)
	v, check := accessibleAt(t, "http://"+server.address+"/?token=host")
	v.LoseServer()
	v.Click(find("nav a", "Class"))
	v.says("0 students connected")
	check("class")
	server.end()
	v.Wait(shownLost)
	check("class, without a server")
}

// accessible opens the page. The function check tests that it is accessible, light and dark.
// Colours are all that dark changes.
func accessible(t *testing.T) (v *visit, check func(what string)) {
	return accessibleAt(t, "")
}

// accessibleAt does what accessible does, at an address; "" for a server of its own.
func accessibleAt(t *testing.T, address string) (v *visit, check func(what string)) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	if os.Getenv(axeVariable) == "" {
		t.Skipf("no axe-core to check the page with; %s names its script axe.min.js", axeVariable)
	}
	if address == "" {
		address = serve(t)
	}
	v = openAt(t, address, "")
	return v, func(what string) {
		t.Helper()
		v.checkAccessible(what, "light", "dark")
	}
}

// checkAccessible tests that the page is accessible in some themes, if there is axe-core. Tiles that
// slide have no contrast of their own, so the page moves little from here on.
func (v *visit) checkAccessible(what string, themes ...string) {
	v.t.Helper()
	name := os.Getenv(axeVariable)
	if name == "" {
		v.t.Logf("%s: not checked with axe-core; %s names its script axe.min.js", what, axeVariable)
		return
	}
	if !browser.Value[bool](v.Page, `'axe' in globalThis`) { // a reload removes it
		axe, err := os.ReadFile(name)
		require.NoError(v.t, err)
		v.Run(string(axe))
	}
	for _, theme := range themes {
		v.Media("", "prefers-color-scheme", theme, "prefers-reduced-motion", "reduce")
		options := `{resultTypes: ['violations'], iframes: false, preload: false}`
		if theme == "dark" {
			options = `{resultTypes: ['violations'], iframes: false, preload: false, runOnly: ['color-contrast']}`
		}
		assert.Empty(v.t, browser.Value[[]string](v.Page, `axe.run(document, `+options+`).then(({violations}) =>
			violations.flatMap(({id, help, nodes}) => nodes.map(({html, any, all, none}) =>
				id + ': ' + help + ': ' + html.slice(0, 200) +
					[...any, ...all, ...none].map(({message}) => ' ' + message))))`),
			"%s, %s", what, theme)
	}
}
