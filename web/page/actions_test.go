package page_test

import (
	"strconv"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
)

// Click and the methods below act as a user does, by mouse, touch and keys. JavaScript expressions
// name the elements.

// middle waits until an element exists, stands still, and is not covered by another one. After five
// seconds it waits no longer. It scrolls the element into view and returns the middle of the element.
func (v *visit) middle(element string) (x, y float64) {
	v.t.Helper()
	v.Wait(`(` + element + `).getAnimations().length === 0`)
	at := browser.Value[[]float64](v.Page, `(async () => {
		const frame = () => new Promise((done) => {
			requestAnimationFrame(done);
			setTimeout(done, 100); // a page that is not drawn has no frames
		});
		const box = () => ((`+element+`)?.getBoundingClientRect());
		const outside = ({top, bottom, left, right}) =>
			top < 0 || bottom > innerHeight || left < 0 || right > innerWidth;
		const middle = ({left, width, top, height}) => [left + width / 2, top + height / 2];
		const end = performance.now() + 5000;
		let before = [NaN, NaN];
		for (;;) {
			const element = (`+element+`);
			if (element && outside(box())) element.scrollIntoView({block: 'center', behavior: 'instant'});
			if (element) {
				const now = middle(box());
				const still = now[0] === before[0] && now[1] === before[1];
				const above = document.elementFromPoint(...now);
				const free = above && (element.contains(above) || above.contains(element));
				if ((still && free) || performance.now() > end) return now;
				before = now;
			}
			await frame();
		}
	})()`)
	return at[0], at[1]
}

// Click waits until an element is enabled, and clicks on the middle of it. The page moves while it is
// drawn, and disables some buttons while the server is slow to answer. So a press that did not reach
// the element, or found it disabled, is repeated, as a user would do. A press may load another page.
func (v *visit) Click(element string) {
	v.t.Helper()
	const tries = 3
	for try := 1; ; try++ {
		v.Wait(`!(` + element + `).disabled && (` + element + `).ariaDisabled !== 'true'`)
		x, y := v.middle(element)
		v.Run(`
			const element = (` + element + `);
			globalThis.reached = 'nothing';
			addEventListener('pointerdown', (event) => {
				const hit = event.composedPath().includes(element) && element.ariaDisabled !== 'true';
				globalThis.reached = hit ? '' : event.target.outerHTML;
			}, {capture: true, once: true})`)
		v.Do(chromedp.MouseClickXY(x, y))
		reached, same := browser.ValueUnlessLeft[string](v.Page, `globalThis.reached ?? ''`)
		if !same || reached == "" || try == tries { // a new page has no value, which is ""
			require.Empty(v.t, reached, "a press on %s reached this instead", element)
			return
		}
		v.t.Logf("a press on %s at %g, %g reached %.300s", element, x, y, reached)
	}
}

// Hover moves the mouse to the middle of an element.
func (v *visit) Hover(element string) {
	v.t.Helper()
	x, y := v.middle(element)
	_, err := chromedp.Call(v.Context, input.DispatchMouseEvent,
		input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
	require.NoError(v.t, err)
}

// Drag drags an element with the mouse, by the given distances in pixels.
func (v *visit) Drag(element string, right, down float64) {
	v.t.Helper()
	x, y := v.middle(element)
	v.Do(chromedp.DragAndDropXY(x, y, x+right, y+down, 5))
}

// Tap taps an element with a finger.
func (v *visit) Tap(element string) {
	v.t.Helper()
	v.touchable()
	x, y := v.middle(element)
	v.Do(chromedp.TapXY(x, y))
}

func (v *visit) touchable() {
	v.t.Helper()
	_, err := chromedp.Call(v.Context, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(v.t, err)
}

// Swipe drags an element with a finger, by the given distances in pixels.
func (v *visit) Swipe(element string, right, down float64) {
	v.t.Helper()
	v.touchable()
	x, y := v.middle(element)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		v.t.Helper()
		_, err := chromedp.Call(v.Context, input.DispatchTouchEvent,
			input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(v.t, err)
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1.0; i <= 5; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + right*i/5, Y: y + down*i/5})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Press presses keys, such as kb.ArrowUp or a text.
func (v *visit) Press(keys string, modifiers ...chromedp.Modifier) {
	v.t.Helper()
	v.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Fill replaces the text in a field, and moves the focus away from the field.
func (v *visit) Fill(field, text string) {
	v.t.Helper()
	v.Click(field)
	v.Run(`(` + field + `).select?.()`)
	v.Press(kb.Delete)
	_, err := chromedp.Call(v.Context, input.InsertText, input.InsertTextParams{Text: text})
	require.NoError(v.t, err)
	v.Run(`(` + field + `).blur()`)
}

// Choose selects the option with the given value in a select box.
func (v *visit) Choose(box, value string) {
	v.t.Helper()
	v.Wait(`[...(` + box + `).options].some((option) => option.value === ` + strconv.Quote(value) + `)`)
	v.Run(`const box = ` + box + `;
		box.value = ` + strconv.Quote(value) + `;
		for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, {bubbles: true}))`)
}

// Resize sets the size of the window. A window narrower than 600 pixels emulates a phone
// with touch and two pixels of the screen for one of the page.
func (v *visit) Resize(width, height int64) {
	v.t.Helper()
	if width < 600 {
		v.Do(chromedp.EmulateViewport(width, height, chromedp.EmulateMobile, chromedp.EmulateTouch,
			chromedp.EmulateScale(2)))
		return
	}
	v.Do(chromedp.EmulateViewport(width, height))
}

// Media emulates a media type, such as screen or print. The pairs are media features and
// their values.
func (v *visit) Media(media string, pairs ...string) {
	v.t.Helper()
	params := emulation.SetEmulatedMediaParams{Media: media}
	for i := 0; i < len(pairs); i += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	_, err := chromedp.Call(v.Context, emulation.SetEmulatedMedia, params)
	require.NoError(v.t, err)
}

// NotWide checks that the page is no wider than the window.
func (v *visit) NotWide(what string) {
	v.t.Helper()
	wide := browser.Value[[]string](v.Page, `(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		if (scrollWidth <= clientWidth) return [];
		const beyond = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() &&
			e.getBoundingClientRect().left + Math.max(e.scrollWidth, e.offsetWidth) > clientWidth + 1);
		return [scrollWidth + ' of ' + clientWidth, ...beyond.map((e) => e.outerHTML.slice(0, 80)).slice(-10)];
	})()`)
	assert.Empty(v.t, wide, "%s is wider than the window", what)
}

// ColumnsApart checks that at least 12 pixels are between the texts of neighbouring columns.
func (v *visit) ColumnsApart() {
	v.t.Helper()
	near := browser.Value[[]string](v.Page, `[...document.querySelectorAll('main tr')].flatMap((row) => {
		const boxes = [...row.cells].map((cell) => {
			const text = document.createRange();
			text.selectNodeContents(cell);
			return text.getBoundingClientRect();
		});
		return boxes.some((box, i) => i && box.width && box.left - boxes[i - 1].right < 12) ? [row.innerText] : [];
	})`)
	assert.Empty(v.t, near, "columns without room between them")
}
