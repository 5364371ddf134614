package page_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// While other clients have all slots of the server, a hard search shows its place in the queue, and
// hints near the goal are answered. When a slot is free, the search runs.
func TestPageInTheQueue(t *testing.T) {
	if testing.Short() {
		t.Skip("the server's own tests watch its queue under the race detector")
	}
	t.Parallel()
	v := openServed(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for range 4 {
		go func() {
			r, err := http.NewRequestWithContext(ctx, "POST", v.address+"api/v1/solve", strings.NewReader(
				`{"board": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "algorithm": "iddfs"}`))
			if assert.NoError(t, err) {
				if answer, err := http.DefaultClient.Do(r); err == nil {
					answer.Body.Close()
				}
			}
		}()
	}
	v.goTo("solve", "board="+hard+"&algorithm=astar&heuristic=zero&node-limit=300000")
	const queue = `document.querySelector('.queue')?.textContent`
	// The first searches of the page may still find a free slot.
	v.Wait(`(` + queue + ` === 'The server is busy. You are next.') ||
		(` + solveButton + ` && !` + solveButton + `.disabled && (` + solveButton + `.click(), false))`)
	v.goTo("play", "board=1+2+3+4/5+6+7+8/9+10+11+12/13+0+14+15")
	v.Wait(`document.querySelector('.queue').hidden`) // the view was left, and with it the queue
	v.Click(button("Hint"))
	v.Wait(`document.querySelector('.tile.marked')`)
	assert.True(t, browser.Value[bool](v.Page, `document.querySelector('.queue').hidden`))
	v.goTo("solve", "board="+hard+"&algorithm=astar&heuristic=zero&node-limit=300000")
	v.Click(solveButton)
	v.Wait(queue + ` === 'The server is busy. You are next.'`)
	leave()
	v.Wait(`document.querySelector('.queue').hidden`)
	v.says("stopped at")
}
