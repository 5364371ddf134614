package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/page"
)

// maxWASM is the largest size of the compressed WebAssembly.
const maxWASM = 2_000_000

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"--help"}, &out))
	assert.Equal(t, usage, out.String())
	for text, args := range map[string][]string{
		"flag provided but not defined: -output; expected --out FILE": {"--output", "x"},
		`unexpected argument "x"; expected --out FILE`:                {"x"},
		"--out is empty; expected the name of a file":                 {"--out", ""},
		"replace .: not a regular file":                               {"--out", "."},
	} {
		assert.EqualError(t, run(t.Context(), args, io.Discard), text)
	}
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, left)
}

// The compressed WebAssembly is small, and what it holds is a module.
func TestSize(t *testing.T) {
	p := solvers(t)
	t.Logf("%d bytes", len(p.wasm))
	assert.Less(t, len(p.wasm), maxWASM)
	r, err := gzip.NewReader(bytes.NewReader(p.wasm))
	require.NoError(t, err)
	module, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(module, []byte("\x00asm")))
}

// A page without the places for style, script and WebAssembly, or with a script that is wrong,
// makes no file.
func TestPagesThatCannotBeAssembled(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, page.Files()))
	index := filepath.Join(folder, "index.html")
	text, err := os.ReadFile(index)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "js/main.js", "js/other.js", 1)
	require.NoError(t, os.WriteFile(index, []byte(changed), 0o666))
	_, err = assemble(os.DirFS(folder), program{})
	assert.EqualError(t, err, `index.html: expected <script type="module" src="js/main.js"></script> once`)

	_, err = bundle(fstest.MapFS{"js/a.js": {Data: []byte("import './b.js'")}}, "js/a.js")
	assert.EqualError(t, err, `js/a.js:1: Could not resolve "./b.js"`)
}

func TestWritesOneFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "npuzzle.html")
	require.NoError(t, os.WriteFile(name, []byte("earlier"), 0o666))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, run(cancelled, []string{"--out", name}, io.Discard), context.Canceled)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "earlier", string(text))

	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"--out", name}, &out))
	assert.Contains(t, out.String(), name+": ")
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), "<!doctype html>"))
	assert.Contains(t, string(text), "Permission is hereby granted", "the licence of uPlot")
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
