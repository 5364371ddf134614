package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
)

// A page with a board in its address shows the board, and plays it, without WebAssembly. A hint
// needs the solvers, and so does the sentence that explains a board of the wrong parity.
func TestLoadsWhenNeeded(t *testing.T) {
	browser.OnlyNamed(t)
	page := open(t, solvers(t), func(folder string) {
		name := filepath.Join(folder, "js", "main.js")
		script, err := os.ReadFile(name)
		require.NoError(t, err)
		script = append([]byte(`
			globalThis.workers = 0;
			globalThis.Worker = class extends Worker {
				constructor(...args) {
					super(...args);
					globalThis.workers++;
				}
			};`), script...)
		require.NoError(t, os.WriteFile(name, script, 0o666))
	})
	const board, button = `document.querySelector('.board > .hidden')?.textContent`,
		`[...document.querySelectorAll('main button')].find((e) => e.textContent === 'Hint')`
	show := func(query, tiles string) {
		page.Run(`location.hash = ` + strconv.Quote("#/play?board="+query))
		page.Do(chromedp.Reload())
		page.Wait(board + ` === ` + strconv.Quote(tiles))
	}
	show("1+2+3/4+5+6/0+7+8", "Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: blank, 7, 8.")
	page.Run(`[...document.querySelectorAll('.tile')].find((e) => e.textContent === '7').click()`)
	page.Wait(board + ` === "Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: 7, blank, 8."`)
	assert.Zero(t, browser.Value[int](page, `workers`))
	page.Run(button + `.click()`)
	page.Wait(`document.querySelector('main').innerText.includes('The goal is 1 move away.')`)
	assert.Positive(t, browser.Value[int](page, `workers`))

	show("2+1+3/4+5+6/7+8+0", "Row 1: 2, 1, 3. Row 2: 4, 5, 6. Row 3: 7, 8, blank.")
	page.Wait(`document.querySelector('main').innerText.includes('This board cannot be solved.')`)
	assert.Positive(t, browser.Value[int](page, `workers`))
}
