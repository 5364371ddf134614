package page_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"npuzzle/internal/slow"
	"npuzzle/web"
	"npuzzle/web/browser"
)

// A student types the code into the page that the server shows without a token, and is a guest.
func TestDoorway(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newClass(t)
	address := "http://" + server.address + "/"
	v := openAt(t, address, "")
	v.LoseServer() // browsers log the status 401
	const code = `document.querySelector('input[name="code"]')`
	v.Wait(code)
	v.Fill(code, "bcdg")
	v.Click(find("button", "Enter"))
	v.Wait(`document.body.textContent.includes('The code bcdg is wrong.')`)
	v.Fill(code, "BCDF")
	v.Click(find("button", "Enter"))
	v.Wait(tile("7"))
}

// The host of a class sees who is connected and what runs, and stops a search. A guest is led to the
// class race, and cannot start experiments.
func TestClass(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newClass(t)
	address := "http://" + server.address + "/"
	host := openAt(t, address, "?token=host")
	host.Click(find("nav a", "Class"))
	host.says("0 students connected")
	host.says("enter the code BCDF")
	host.NotWide("the view of a class")

	student := &visit{host.Another(address + "?code=bcdf"), t, address, true}
	student.Wait(tile("7"))
	assert.Nil(t, browser.Value[any](student.Page, find("nav a", "Class")+` ?? null`))
	host.says("1 student connected")
	student.goTo("race", "")
	student.Click(button("Class race"))
	student.says("Your teacher has not opened the class race yet.")
	student.goTo("experiments", "")
	student.Wait(`document.querySelector('.findings')`)
	assert.Nil(t, browser.Value[any](student.Page, find("main a", "Run your own experiment")+` ?? null`))
	student.goTo("tune", "")
	student.says("In a class, the host starts the experiments.")
	assert.Nil(t, browser.Value[any](student.Page, button("Try these settings")+` ?? null`))

	// IDA* without an estimate needs no memory, so only the time limit of guests would end it.
	student.goTo("solve", "board="+hard+"&algorithm=idastar&heuristic=zero")
	student.Click(solveButton)
	host.says("A student solves 4x4 with IDA*, runs for")
	host.Click(button("Stop"))
	student.says("the host of the class has ended this search")
	host.says("No long search runs.")

	host.Click(button("Open the class race"))
	host.Wait(`location.hash === '#/race?class=bcdf'`)
	host.says("Nobody has joined yet.")
	student.Click(find("body > .call a", "Join")) // all are called to the race
	student.Fill(field("Your name"), "Ada")
	student.Run(button("Join") + `.click(); ` + button("Join") + `?.click()`) // pressed twice
	host.says("1 joined: Ada")
	student.says("Welcome, Ada.")
	assert.Equal(t, 1, browser.Value[int](student.Page, `performance.getEntriesByType('resource').filter(
		({name}) => name.endsWith('/join-race')).length`))
	student.Do(chromedp.Navigate("about:blank"))
	host.says("Ada (away)")
}

// On a phone, the note that calls to the class race covers nothing that is pressed in Watch.
func TestCallCoversNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newClass(t)
	address := "http://" + server.address + "/"
	host := openAt(t, address, "?token=host")
	student := &visit{host.Another(address + "?code=bcdf"), t, address, true}
	student.Media("", "prefers-reduced-motion", "reduce")
	student.Resize(375, 667)
	student.goTo("watch", "board="+far)
	student.settled("watch")
	host.goTo("class", "")
	host.Click(button("Open the class race"))
	student.Wait(find("body > .call a", "Join"))
	student.notCovered(".call")
	student.NotWide("the call to the class race")
	student.Click(find("body > .call button", "Close"))
	student.Wait(`!document.querySelector('body > .call')`)
}

// sessions is the expression for the number of times that the page has asked whether the server is
// there.
const sessions = `performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/session')).length`

// The leaderboard of a large class has one line for each place, and a long name fits a phone.
func TestLeaderboardOfClass(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newClass(t)
	address := "http://" + server.address + "/"
	host := openAt(t, address, "?token=host")
	host.Resize(1280, 800)
	host.goTo("class", "")
	host.Click(button("Open the class race"))
	host.says("Nobody has joined yet.")

	student := &visit{host.Another(address + "?code=bcdf"), t, address, true}
	student.Resize(320, 568)
	student.Fill(field("Your name"), strings.Repeat("m", 30))
	student.Click(button("Join"))
	student.says("Welcome, mmm")
	student.NotWide("a long name")

	host.Run(`
		const ask = async (method, params) => {
			const answer = await fetch('api/v1/' + method, {
				method: 'POST', headers: {'Content-Type': 'application/json'},
				body: JSON.stringify({race: 'bcdf', ...params}),
			});
			if (!answer.ok) throw new Error(await answer.text());
			return answer.json();
		};
		const key = JSON.parse(localStorage.getItem('race:bcdf'));
		await ask('reset-race', {key, board: '1 2 3/4 5 6/0 7 8'});
		const racers = [];
		for (let n = 1; n <= 20; n++) racers.push((await ask('join-race', {name: 'Racer ' + n})).key);
		await ask('start-race', {key});
		while (!(await ask('show-race', {})).board) await new Promise((done) => setTimeout(done, 100));
		for (const key of racers) await ask('finish-race', {key, moves: 'R R'});`)
	const lines = `[...document.querySelectorAll('.places.many li')]`
	host.Wait(lines + `.length === 20`)
	assert.Len(t, browser.Value[[]float64](host.Page, `[...new Set(`+lines+`.map((e) => e.offsetHeight))]`), 1,
		"lines of one height")
	student.Wait(`document.querySelectorAll('.places li').length === 20`)
	student.NotWide("a leaderboard")
}

// A search that has taken all the time that the server allows cannot be continued.
func TestSearchAtTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{TimeLimit: time.Second})
	address := "http://" + server.address + "/"
	v := openAt(t, address, "")
	v.goTo("solve", "board="+hard+"&algorithm=idastar&heuristic=zero")
	v.Click(solveButton)
	v.says("The search stopped at the time limit")
	v.Wait(button("Solve again"))
	assert.Nil(t, browser.Value[any](v.Page, button("Search 5 s more")+` ?? null`))
}

// Who presses the button of hints once too often does not lose the result.
func TestLastHintPressedTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	v.goTo("play", "board=1+2+3/4+5+6/7+0+8")
	v.Click(button("Hint"))
	v.Wait(button("Slide it"))
	v.Run(button("Slide it") + `.click(); ` + button("New puzzle") + `.click(); ` + button("Try again") + `.click()`)
	v.Wait(`document.querySelector('h1').textContent === 'Solved in 1 move With 1 hint.'`)
	v.Wait(find("main a", "Watch both searches"))
	v.Wait(`document.querySelector('h1').textContent === 'Put the tiles in order.' ||
		(` + button("New puzzle") + `.click(), false)`) // later, it is meant
}

// While others have all slots of the server, a hint on a hard board waits for none of them.
func TestHintsDoNotWait(t *testing.T) {
	slow.Only(t, "six searches take both cores for some seconds; the server's own tests watch its queue")
	t.Parallel()
	v := openServed(t)
	ctx, leave := context.WithCancel(t.Context())
	var others sync.WaitGroup
	defer others.Wait()
	defer leave()
	ask := func(client, method, params string) {
		r, err := http.NewRequestWithContext(ctx, "POST", v.address+"api/v1/"+method, strings.NewReader(params))
		if !assert.NoError(t, err) {
			return
		}
		r.Header.Set("Npuzzle-Client", client)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			answer.Body.Close()
		}
	}
	for n := range 6 {
		client := fmt.Sprint("other ", n)
		others.Go(func() {
			for ctx.Err() == nil {
				ask(client, "solve", `{"board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": "iddfs"}`)
			}
		})
		others.Go(func() {
			tick := time.NewTicker(time.Second)
			defer tick.Stop()
			for ctx.Err() == nil {
				ask(client, "session", "{}")
				<-tick.C
			}
		})
	}
	known := browser.Value[int](v.Page, sessions)
	v.Wait(fmt.Sprintf(`%s >= %d`, sessions, known+4)) // the page knows that many share the server
	v.goTo("play", "board="+hard)
	v.Run(`globalThis.queued = false;
		const look = () => (queued ||= document.querySelector('.note.queue:not([hidden])') !== null);
		new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})`)
	v.Click(button("Hint"))
	v.Wait(`document.querySelector('.tile.marked')`)
	assert.False(t, browser.Value[bool](v.Page, `queued`), "the page shows no place in a queue")
}
