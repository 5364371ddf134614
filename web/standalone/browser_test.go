package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/web/browser"
	"npuzzle/web/page"
)

// shared is the browser of all tests.
var shared browser.Shared

func TestMain(m *testing.M) {
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

// solvers returns the program, which is compiled once for all tests.
func solvers(t *testing.T) program {
	if testing.Short() {
		t.Skip("the page from disk has no Go code that the race detector could watch")
	}
	p, err := built()
	require.NoError(t, err)
	return p
}

var built = sync.OnceValues(func() (program, error) { return buildProgram(context.Background()) })

// open opens a page in a browser, from disk. The function edit changes the files of the page first.
func open(t *testing.T, p program, edit func(folder string)) *browser.Page {
	b := shared.Start(t)
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, page.Files()))
	edit(folder)
	text, err := assemble(os.DirFS(folder), p)
	require.NoError(t, err)
	name := filepath.Join(folder, "npuzzle.html")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(name)}
	return b.Open(t, file.String())
}
