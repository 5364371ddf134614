package report_test

import (
	"bytes"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
)

// crowded lists the texts of the figures that reach over the edge of theirs, or
// lie on another text. Lines of one label share the room between them, less than
// half of it.
const crowded = `(() => {
	const bad = [];
	for (const svg of document.querySelectorAll("figure svg")) {
		const edge = svg.getBoundingClientRect();
		const texts = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()]);
		texts.forEach(([text, box], i) => {
			if (box.left < edge.left - 1 || box.right > edge.right + 1 ||
					box.top < edge.top - 1 || box.bottom > edge.bottom + 1)
				bad.push(svg.querySelector("title").textContent + ": " + text + " is cut off");
			for (const [other, b] of texts.slice(i + 1)) {
				const across = Math.min(box.right, b.right) - Math.max(box.left, b.left);
				const down = Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top);
				if (across > 0.4 * Math.min(box.width, b.width) && down > 0.4 * Math.min(box.height, b.height))
					bad.push(svg.querySelector("title").textContent + ": " + text + " lies on " + other);
			}
		});
	}
	return bad;
})()`

// The report opens with the network off, asks for nothing, logs nothing, and no
// letters of its figures are cut off or on top of others.
func TestBrowser(t *testing.T) {
	browser.OnlyNamed(t)
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	folder := filepath.Join(t.TempDir(), "report")
	require.NoError(t, experiment(1, 40).report().Write(folder, "report"))
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(folder, "report.html"))}
	p := browser.Start(t).Open(t, address.String())
	p.Do(chromedp.EmulateViewport(1200, 900))
	screens := browser.Value[float64](p, `document.documentElement.scrollHeight / innerHeight`)
	assert.LessOrEqual(t, screens, 3.3, "36 rows of solvers and groups; all sections are folded")
	assert.Positive(t, browser.Value[int](p,
		`[...document.querySelectorAll("details")].map(d => d.open = true).length`))
	assert.Empty(t, browser.Value[[]string](p, `[...document.querySelectorAll(".table")].filter(t =>
		t.scrollWidth > t.clientWidth + 1).map(t => t.innerText.slice(0, 60))`), "no column is cut off")

	assert.Equal(t, "Experiment made-up", browser.Value[string](p, "document.title"))
	assert.GreaterOrEqual(t,
		browser.Value[int](p, `document.querySelectorAll("figure svg").length`), 10)
	assert.Empty(t, browser.Value[[]string](p, crowded))
	assert.True(t, browser.Value[bool](p, `document.documentElement.scrollWidth <= innerWidth`))

	shot, err := chromedp.Run(p.Context, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(shot))
	require.NoError(t, err)
	assert.Greater(t, picture.Bounds().Dy(), 3000)
	// A dark screen makes the page dark. Paper is white in any case.
	show := func(media, scheme string) (background string) {
		_, err := chromedp.Call(p.Context, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{
				Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme",
					Value: scheme}},
			})
		require.NoError(t, err)
		return browser.Value[string](p, `getComputedStyle(document.body).backgroundColor`)
	}
	assert.Equal(t, "rgb(17, 17, 17)", show("screen", "dark"))
	assert.Equal(t, "rgb(255, 255, 255)", show("print", "dark"))
	assert.Equal(t, "rgb(255, 255, 255)", show("", "light"))
	paper, err := chromedp.Run(p.Context,
		chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground()))
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(paper, []byte("%PDF-")))
	if kept := os.Getenv("NPUZZLE_SCREENSHOTS"); kept != "" {
		require.NoError(t, os.WriteFile(filepath.Join(kept, "report.png"), shot, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(kept, "report.pdf"), paper, 0o666))
	}
}

// The handout of an experiment with many solvers and groups has two pages.
func TestHandoutHasTwoPages(t *testing.T) {
	browser.OnlyNamed(t)
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	folder := t.TempDir()
	require.NoError(t, experiment(1, 40).report().Handout().Write(folder, "handout"))
	address := url.URL{Scheme: "file",
		Path: filepath.ToSlash(filepath.Join(folder, "handout.html"))}
	p := browser.Start(t).Open(t, address.String())
	printed, err := chromedp.Call(p.Context, page.PrintToPDF,
		page.PrintToPDFParams{PreferCSSPageSize: new(true)})
	require.NoError(t, err)
	pages := bytes.Count(printed.Data, []byte("/Type /Page\n"))
	assert.Positive(t, pages)
	assert.LessOrEqual(t, pages, 2)
}
