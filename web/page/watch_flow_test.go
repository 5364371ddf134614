package page_test

import (
	"fmt"

	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// Each search is watched in the state space of 3x3, and the population of the genetic solver.
func watch(v *visit) {
	v.goTo("watch", "board="+far)
	v.says("State space")
	for i, name := range []string{"Breadth-first search", "A*", "IDA*", "Genetic algorithm"} {
		v.Click(button(name))
		v.Wait(fmt.Sprintf(`document.querySelectorAll(
			'[aria-label="Searches on this board as a table"] tbody tr').length === %d`, i+1))
		v.says("found a plan of")
		v.says("of 181,440 states")
	}
	v.says("Population")
	v.Wait(`document.querySelector('.members canvas').checkVisibility()`)
	v.Wait(`/Population \d+ of \d+/.test(document.body.innerText)`)
	v.Click(find("summary", "The layers as a table"))
	rows := browser.Value[int](v.Page, `document.querySelectorAll('[aria-label="States by distance"] tbody tr').length`)
	assert.Equal(v.t, 32, rows)
	v.goTo("watch", "board="+hard)
	v.says("too many states to draw them all")
}
