package report_test

import (
	"bytes"
	"context"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browserVariable names the browser that the test must use; unset, it uses one
// that it finds, if any.
const browserVariable = "NPUZZLE_BROWSER"

// newBrowser starts a browser without a network and returns the context of an
// empty tab.
func newBrowser(t *testing.T) context.Context {
	path := os.Getenv(browserVariable)
	if path == "" {
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if found, err := exec.LookPath(name); err == nil {
				path = found
				break
			}
		}
	}
	if path == "" {
		t.Skipf("no Chromium here to open the report in; %s names one", browserVariable)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.ProxyServer("127.0.0.1:9"),
		chromedp.WindowSize(1100, 900),
	)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

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
	folder := filepath.Join(t.TempDir(), "report")
	require.NoError(t, experiment(1, 40).report().Write(folder, "report"))
	ctx := newBrowser(t)

	var lock sync.Mutex
	var asked, logged []string
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		lock.Lock()
		defer lock.Unlock()
		switch event := event.(type) {
		case *network.EventRequestWillBeSent:
			asked = append(asked, event.Request.URL)
		case *log.EventEntryAdded:
			logged = append(logged, event.Entry.Text)
		case *runtime.EventConsoleAPICalled:
			logged = append(logged, string(event.Type))
		case *runtime.EventExceptionThrown:
			logged = append(logged, event.ExceptionDetails.Text)
		}
	}))
	page := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(folder, "report.html"))}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(page.String())))

	title, err := chromedp.Run(ctx, chromedp.Title())
	require.NoError(t, err)
	assert.Equal(t, "Experiment made-up", title)
	figures, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.querySelectorAll("figure svg").length`))
	require.NoError(t, err)
	assert.GreaterOrEqual(t, figures, 10)
	bad, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](crowded))
	require.NoError(t, err)
	assert.Empty(t, bad)
	wide, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > window.innerWidth`))
	require.NoError(t, err)
	assert.False(t, wide, "the page is wider than the window")

	shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(shot))
	require.NoError(t, err)
	assert.Greater(t, picture.Bounds().Dy(), 3000)
	// A dark screen makes the page dark. Paper is white in any case, and a figure fills a page of it: 180 of
	// the 182 mm between the margins.
	show := func(media, scheme string) (background string) {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		require.NoError(t, err)
		background, err = chromedp.Run(ctx,
			chromedp.Evaluate[string](`getComputedStyle(document.body).backgroundColor`))
		require.NoError(t, err)
		return background
	}
	assert.Equal(t, "rgb(17, 17, 17)", show("screen", "dark"))
	assert.Equal(t, "rgb(255, 255, 255)", show("print", "dark"))
	slides, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`[...document.querySelectorAll("figure")].map(f =>
		25.4 / 96 * (f.lastElementChild.getBoundingClientRect().bottom - f.getBoundingClientRect().top))`))
	require.NoError(t, err)
	for _, high := range slides {
		assert.InDelta(t, 180, high, 1)
	}
	assert.Equal(t, "rgb(255, 255, 255)", show("", "light"))
	paper, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground()))
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(paper, []byte("%PDF-")))
	if kept := os.Getenv("NPUZZLE_SCREENSHOTS"); kept != "" {
		require.NoError(t, os.WriteFile(filepath.Join(kept, "report.png"), shot, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(kept, "report.pdf"), paper, 0o666))
	}

	lock.Lock()
	defer lock.Unlock()
	assert.Empty(t, logged)
	for _, address := range asked {
		assert.True(t, strings.HasPrefix(address, "file://") || strings.HasPrefix(address, "data:"), address)
	}
	assert.NotEmpty(t, asked, "the page itself")
}
