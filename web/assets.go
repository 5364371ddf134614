package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"sync"
	"time"
)

// contentTypes maps extensions of files to content types. It is used instead of the system's table,
// which differs between machines.
var contentTypes = map[string]string{
	".bin":  "application/octet-stream",
	".css":  "text/css; charset=utf-8",
	".csv":  "text/csv; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico":  "image/x-icon",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".mjs":  "text/javascript; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".yaml": "application/yaml",
}

// asset is a file of the page.
type asset struct {
	name   string
	text   []byte
	packed func() []byte // returns the text as gzip
	tag    string        // hash of the content, for the header Etag
}

func newAsset(name string, text []byte) *asset {
	sum := sha256.Sum256(text)
	// The first request for a file compresses it. Most files of a server are never asked for.
	packed := sync.OnceValue(func() []byte { return compressed(text) })
	return &asset{
		name:   name,
		text:   text,
		packed: packed,
		tag:    hex.EncodeToString(sum[:12]),
	}
}

// serve answers a request with the file. The browser may cache the file, but must ask each time
// whether it has changed, because a new version of the program may have another file.
func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	packed := a.packed()
	pays := len(packed) < len(a.text)*9/10 // it saves at least a tenth
	gzipped, err := usesGzip(r, pays)
	if err != nil {
		http.Error(w, "406: "+err.Error(), http.StatusNotAcceptable)
		return
	}
	tag := a.tag
	text := a.text
	if gzipped {
		h.Set("Content-Encoding", "gzip")
		tag += "-gzip"
		text = packed
	}
	h.Set("Etag", `"`+tag+`"`)
	contentType, ok := contentTypes[path.Ext(a.name)]
	if !ok {
		contentType = contentTypes[".txt"]
	}
	h.Set("Content-Type", contentType)
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(text))
}

// assets maps paths to the files of the page.
type assets map[string]*asset

// newAssets reads the files of the page.
func newAssets(files fs.FS) (assets, error) {
	page := assets{}
	err := page.add(files, "/")
	page["/"] = page["/index.html"]
	return page, err
}

// add reads files, whose paths begin with the given prefix.
func (all assets) add(files fs.FS, prefix string) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		all[prefix+name] = newAsset(name, text)
		return err
	})
}

// solversFolder is the folder of the page with the solvers as WebAssembly.
const solversFolder = "solvers"

// solveInBrowser tells the page where the solvers are.
func (all assets) solveInBrowser() {
	edited := []byte(`<html data-solvers="` + solversFolder + `" `)
	index := newAsset("index.html",
		bytes.Replace(all["/index.html"].text, []byte("<html "), edited, 1))
	all["/"] = index
	all["/index.html"] = index
}

// ServeHTTP answers a request for a file.
func (all assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := all[r.URL.Path]
	switch {
	case a == nil:
		http.Error(w, "404: there is no such page", http.StatusNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "405: expected GET", http.StatusMethodNotAllowed)
	default:
		a.serve(w, r)
	}
}
