package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web"
	"npuzzle/web/browser"
	"npuzzle/web/page"
)

// maxWASM is the size in bytes of the compressed WebAssembly at which TestSize fails. It is far
// above the present size, to notice an accident, such as a large library that is linked by mistake.
const maxWASM = 4_000_000

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"--help"}, &out))
	assert.Equal(t, usage, out.String())
	const expected = "expected --out FILE, --site FOLDER or --solvers FOLDER"
	for text, args := range map[string][]string{
		"flag provided but not defined: -output; " + expected: {"--output", "x"},
		`unexpected argument "x"; ` + expected:                {"x"},
		"2 flags; " + expected:                                {"--out", "x", "--site", "y"},
		"--out is empty; expected the name of a file":         {"--out", ""},
		"replace .: not a regular file":                       {"--out", "."},
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
	assert.EqualError(t, err,
		`index.html: expected <script type="module" src="js/main.js"></script> once`)

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

	p := solvers(t)
	build = func(context.Context) (program, error) { return p, nil }
	defer func() { build = buildProgram }()
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"--out", name}, &out))
	assert.Contains(t, out.String(), name+": ")
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), "<!doctype html>"))
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

// The page as static files works on a web host that knows nothing of it, and asks only for files.
func TestSite(t *testing.T) {
	browser.OnlyNamed(t)
	folder := t.TempDir()
	texts, err := siteFiles(page.Files(), solvers(t), "https://example.org/npuzzle/")
	require.NoError(t, err)
	assert.Contains(t, string(texts["index.html"]),
		`"og:image" content="https://example.org/npuzzle/card.png"`)
	for name, text := range texts {
		name = filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, write(name, text))
	}
	var mu sync.Mutex
	var missing []string
	files := http.FileServerFS(os.DirFS(folder))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(folder, r.URL.Path)); err != nil ||
			r.Method != http.MethodGet {
			mu.Lock()
			missing = append(missing, r.Method+" "+r.URL.Path)
			mu.Unlock()
		}
		files.ServeHTTP(w, r)
	}))
	defer host.Close()
	solveOn(t, host.URL+"/")
	mu.Lock()
	defer mu.Unlock()
	assert.Empty(t, missing)
}

// solveOn solves a board on the page at an address, by a worker.
func solveOn(t *testing.T, address string) {
	p := shared.Start(t).Open(t, address)
	p.Wait(`document.querySelector('main > .view')`)
	assert.Equal(t, "31", browser.Value[string](p, `(async () => {
		const {open} = await import('/js/backend.js');
		const backend = await open();
		const never = new AbortController().signal;
		const {length} = await backend.stream('solve', {board: '8 6 7/2 5 4/3 0 1'}, () => {}, never);
		return String(length);
	})()`))
}

// With the solvers in its page, a server lets the browser solve. The server answers what needs its
// files.
func TestServedPageSolvesInTheBrowser(t *testing.T) {
	browser.OnlyNamed(t)
	p := solvers(t)
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(page.Files(), ".",
		func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				files[name] = &fstest.MapFile{}
				files[name].Data, err = fs.ReadFile(page.Files(), name)
			}
			return err
		}))
	for name, text := range solverFiles(p) {
		files["solvers/"+name] = &fstest.MapFile{Data: text}
	}
	server, err := web.New(web.Options{
		Files:     files,
		InBrowser: true,
		Store:     filepath.Join(t.TempDir(), "lab.sqlite"),
	})
	require.NoError(t, err)
	var mu sync.Mutex
	var asked []string
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if name, ok := strings.CutPrefix(r.URL.Path, "/api/v1/"); ok {
			asked = append(asked, name)
		}
		mu.Unlock()
		server.ServeHTTP(w, r)
	}))
	defer host.Close()
	b := shared.Start(t).Open(t, host.URL+"/")
	b.Wait(`document.querySelector('main > .view')`)
	got := browser.Value[[]string](b, `(async () => {
		const {open} = await import('/js/backend.js');
		const backend = await open();
		const never = new AbortController().signal;
		const solve = (params) => backend.stream('solve', params, () => {}, never);
		const before = performance.now();
		const lengths = [];
		let limit = 0;
		while (performance.now() < before + 60000) { // until the solvers are loaded
			const {memory_limit, length} = await solve({board: '1 2 3/4 5 6/0 7 8'});
			lengths.push(String(length));
			if ((limit = memory_limit) === 1e9) break;
		}
		const pdb = await solve({board: '8 6 7/2 5 4/3 0 1', settings: {heuristic: 'pdb'}}).catch((e) => e.message);
		const {experiments} = await backend.call('experiments', {});
		const last = typeof pdb === 'string' ? pdb : String(pdb.length);
		return [lengths[0], lengths.at(-1), last, String(experiments.length), String(limit)];
	})()`)
	assert.Equal(t, []string{"2", "2"}, got[:2])
	assert.Equal(t, "0", got[3])
	assert.Equal(t, "1000000000", got[4], "the memory limit of the solvers in the browser")
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, "solve", asked[len(asked)-2], "pattern databases are on the server: %s", got[2])
	assert.Equal(t, "experiments", asked[len(asked)-1])
}
