package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/browser"
)

// hands operates the page as a person does: by the labels of its fields and the texts of its
// buttons. The function until waits for a condition.
const hands = `
	globalThis.until = async (condition) => {
		for (;;) {
			const value = condition();
			if (value) return value;
			await new Promise((wake) => setTimeout(wake, 10));
		}
	};
	globalThis.press = async (text) => (await until(() =>
		[...document.querySelectorAll('button')].find((b) => b.textContent === text && !b.disabled))).click();
	globalThis.control = (text) =>
		[...document.querySelectorAll('label')].find((label) => label.textContent === text)?.control;
	globalThis.fill = async (text, value) => {
		const control = await until(() => globalThis.control(text));
		control.value = value;
		control.dispatchEvent(new Event('change', { bubbles: true }));
	};
	globalThis.tiles = () => document.querySelector('.board')?.querySelectorAll('.tile').length;
	globalThis.figures = () => Object.fromEntries([...document.querySelectorAll('.figures > div')].map((div) =>
		[div.querySelector('dt').textContent, div.querySelector('dd').textContent]));
	globalThis.note = () => document.querySelector('[aria-label=Result] .note').textContent;
	true`

// The study "shuffle": boards of 3x3 to 6x6, shuffled by N moves, solved by A* with each of three
// heuristics, and given up after 100,000 expansions.
func TestShuffleStudy(t *testing.T) {
	page := open(t, solvers(t), func(string) {})
	browser.Value[bool](page, `location.hash = '#/solve', `+hands)
	browser.Value[bool](page, `fill('Preset', 'shuffle-study').then(() => true)`)
	solved, stopped := 0, 0
	seed := 0
	for side := 3; side <= 6; side++ {
		browser.Value[bool](page, fmt.Sprintf(`(async () => {
			await fill('Rows', %[1]d);
			await until(() => tiles() === %[1]d * control('Columns').value - 1);
			await fill('Columns', %[1]d);
			return until(() => tiles() === %[1]d * %[1]d - 1);
		})()`, side))
		for _, heuristic := range []string{"manhattan", "misplaced", "zero"} {
			moves := 10 * side
			seed++
			got := browser.Value[struct {
				Note    string
				Figures map[string]string
				Plan    int
			}](page, fmt.Sprintf(`(async () => {
				await fill('Moves', %d);
				await fill('Seed', %[2]d);
				await press('Shuffle');
				await until(() => document.body.textContent.includes('random moves with seed %[2]d.'));
				await fill('Heuristic', '%[3]s');
				await press('Solve');
				await until(() => / found a plan | stopped at /.test(note()));
				const plan = document.querySelectorAll('[role=group][aria-label=Plan] span').length;
				return { note: note(), figures: figures(), plan };
			})()`, moves, seed, heuristic))
			name := fmt.Sprintf("%dx%d by %d moves, %s: %s %v", side, side, moves, heuristic, got.Note, got.Figures)
			t.Log(name)
			assert.NotEmpty(t, got.Figures["Time"], name)
			assert.NotEmpty(t, got.Figures["Iterations"], name)
			if strings.Contains(got.Note, "stopped at 100,000 expansions") {
				stopped++
				assert.Equal(t, "100,000", got.Figures["Iterations"], name)
				continue
			}
			solved++
			assert.Contains(t, got.Note,
				fmt.Sprintf("A* with %s found a plan of %s moves", heuristic, got.Figures["Length"]))
			assert.Equal(t, fmt.Sprint(got.Plan), got.Figures["Length"], name)
		}
	}
	assert.GreaterOrEqual(t, solved, 8)
	assert.GreaterOrEqual(t, stopped, 1)
}

// Every view opens without a server, with the board of the address. The list of experiments needs
// a server, so it is not there.
func TestViews(t *testing.T) {
	page := open(t, solvers(t), func(string) {})
	browser.Value[bool](page, hands)
	names := browser.Value[[]string](page, `[...document.querySelectorAll('nav a')].map((a) => a.textContent)`)
	assert.Equal(t, []string{"Play", "Solve", "Race", "Watch", "Learn"}, names)
	for _, name := range names {
		title := browser.Value[string](page, fmt.Sprintf(`(async () => {
			location.hash = '#/%s?board=1+2+3/4+5+6/7+0+8';
			return until(() => document.querySelector('main .view.%[1]s h1')?.textContent);
		})()`, strings.ToLower(name)))
		assert.True(t, strings.HasPrefix(title, name), title)
	}
	browser.Value[bool](page, `(async () => {
		location.hash = '#/play?board=1+2+3/4+5+6/7+0+8';
		return until(() => document.querySelector('main .view.play')?.textContent.includes('Row 3: 7, blank, 8.'));
	})()`)
}
