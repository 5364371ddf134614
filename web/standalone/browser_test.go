package main

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/page"
)

// browserVariable names the browser that the tests must use; unset, they use one that they
// find, if any.
const browserVariable = "NPUZZLE_BROWSER"

// solvers returns the program, which is compiled once for all tests.
func solvers(t *testing.T) program {
	p, err := built()
	require.NoError(t, err)
	return p
}

var built = sync.OnceValues(func() (program, error) { return buildProgram(context.Background()) })

// open opens a page in a browser without a network, from disk. The function edit changes the
// files of the page first. When the test ends, it checks that the page logged nothing and asked
// for no address.
func open(t *testing.T, p program, edit func(folder string)) context.Context {
	path := os.Getenv(browserVariable)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		t.Skipf("no Chromium here to open the page in; %s names one", browserVariable)
	}
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, page.Files()))
	edit(folder)
	text, err := assemble(os.DirFS(folder), p)
	require.NoError(t, err)
	name := filepath.Join(folder, "npuzzle.html")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))

	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.ProxyServer("127.0.0.1:9"),
		chromedp.WindowSize(1280, 900),
	)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)

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
			for _, arg := range event.Args {
				logged = append(logged, string(event.Type)+" "+string(arg.Value))
			}
		case *runtime.EventExceptionThrown:
			logged = append(logged, event.ExceptionDetails.Text)
		}
	}))
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(name)}
	t.Cleanup(func() {
		lock.Lock()
		defer lock.Unlock()
		assert.Empty(t, logged)
		asked = slices.DeleteFunc(asked, func(address string) bool { return address == file.String() })
		for _, address := range asked {
			scheme, _, _ := strings.Cut(address, ":")
			assert.Contains(t, []string{"data", "blob"}, scheme, address)
		}
	})
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(file.String())))
	return ctx
}
