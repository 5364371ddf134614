package page_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	screenshots = flag.String("screenshots", "", "write screenshots of all views to this `folder`")
	update      = flag.Bool("update", false, "write the pictures of the page in docs/images anew")
)

// show uses a view, so that there is something to see. Learn shows something as it is.
func (v *visit) show(view string) {
	v.t.Helper()
	switch view {
	case "play":
		v.Click(button("Hint"))
		v.says("The goal is ")
	case "solve":
		v.Click(solveButton)
		v.says("no plan is shorter")
		v.Run(`document.querySelector('.plan').children[11].click()`)
	case "race":
		v.Click(button("Start"))
		v.Wait(button("Race again"))
	case "watch":
		v.Choose(`document.querySelector('[aria-label="Second search"] select')`, "ga")
		v.Wait(`/reached .* genetic /i.test(document.querySelector('.headline').textContent)`)
	case "tune":
		v.Click(button("Try these settings"))
		v.Wait(button("Try on new boards"))
	case "experiments":
		v.start()
		v.Click(find("summary", "Every board and its plans"))
		v.Click(`document.querySelector('[aria-label$=": puzzle 1, A*"]')`)
		v.says("Puzzle 1, ")
	}
}

// Screenshots of each view, light and dark, wide and on a phone, for a person to look at.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("-screenshots names the folder for them")
	}
	require.NoError(t, os.MkdirAll(*screenshots, 0o777))
	v := openServed(t)
	take := func(name string) {
		for _, theme := range []string{"light", "dark"} {
			v.Media("", "prefers-color-scheme", theme, "prefers-reduced-motion", "reduce")
			for _, width := range []int64{1280, 390} {
				v.Resize(width, 900)
				shot, err := chromedp.Run(v.Context, chromedp.FullScreenshot(100))
				require.NoError(t, err)
				file := fmt.Sprintf("%s-%s-%d.png", name, theme, width)
				require.NoError(t, os.WriteFile(filepath.Join(*screenshots, file), shot, 0o666))
			}
			v.Resize(1280, 900)
		}
	}
	v.Media("", "prefers-reduced-motion", "reduce")
	for _, view := range v.views() {
		v.goTo(view, "board="+far)
		v.settled(view)
		if view != "learn" {
			v.show(view)
			take(view)
			continue
		}
		for i, chapter := range chapters {
			if i > 0 {
				v.Click(`[...document.querySelectorAll('main button')]
					.findLast((b) => b.textContent.startsWith('Next: '))`)
				v.Wait(`location.hash.includes('chapter=` + chapter.name + `')`)
			}
			chapter.play(v)
			take(fmt.Sprintf("learn-%d-%s", i+1, chapter.name))
		}
	}
}

// The pictures in the README are screenshots.
func TestPictures(t *testing.T) {
	const folder = "../../docs/images"
	views := []string{"solve", "race", "watch"}
	if !*update {
		for _, view := range views {
			about, err := os.Stat(filepath.Join(folder, "page-"+view+".png"))
			require.NoError(t, err, "run this test with -update")
			assert.Less(t, about.Size(), int64(80_000))
		}
		return
	}
	v := openServed(t)
	v.Media("", "prefers-color-scheme", "light", "prefers-reduced-motion", "reduce")

	// The picture that other sites show beside a link to the page.
	v.Resize(1200, 630)
	v.goTo("race", "board="+first)
	v.settled("race")
	v.show("race")
	v.says("proved them shortest")
	v.Run(`document.querySelector('.groups').remove(); document.activeElement.blur();
		document.querySelector('.verdict .row').remove(); scrollTo(0, 0)`)
	card, err := chromedp.Run(v.Context, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("card.png", inFewColours(t, card), 0o666))

	v.Resize(1000, 740)
	for _, view := range views {
		board := far
		if view == "race" {
			board = first
		}
		v.goTo(view, "board="+board)
		v.settled(view)
		if view == "watch" { // the boards of a small size make a small picture
			v.Click(button("2x4"))
			v.hasSize("2 by 4")
			v.Wait(`!document.querySelector('main').innerText.includes('so far')`)
			v.says(" reached ")
		} else {
			v.show(view)
		}
		v.Run(`scrollTo(0, 0)`)
		shot, err := chromedp.Run(v.Context, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "page-"+view+".png"), inFewColours(t, shot), 0o666))
	}
}

// inFewColours returns a picture with its 256 most frequent colours, which take less room.
func inFewColours(t *testing.T, shot []byte) []byte {
	full, err := png.Decode(bytes.NewReader(shot))
	require.NoError(t, err)
	count := map[color.Color]int{}
	bounds := full.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[full.At(x, y)]++
		}
	}
	palette := make(color.Palette, 0, len(count))
	for c := range count {
		palette = append(palette, c)
	}
	slices.SortFunc(palette, func(a, b color.Color) int { return count[b] - count[a] })
	few := image.NewPaletted(bounds, palette[:min(len(palette), 256)])
	draw.Draw(few, bounds, full, bounds.Min, draw.Src)
	var out bytes.Buffer
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few))
	return out.Bytes()
}
