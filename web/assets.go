package web

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the description of the interface
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"time"
)

// contentTypes are the types of files by their endings. The system's own table may differ.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
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

// asset is a file of the page, with its compressed form if that is shorter.
type asset struct {
	name         string
	text, packed []byte
	tag          string // names the content
}

// openAPIText describes the interface for programs.
//
//go:embed openapi.yaml
var openAPIText []byte

var openAPI = newAsset("openapi.yaml", openAPIText)

func newAsset(name string, text []byte) *asset {
	sum := sha256.Sum256(text)
	a := &asset{name: name, text: text, tag: hex.EncodeToString(sum[:12])}
	if packed := compressed(text); len(packed) < len(text)*9/10 {
		a.packed = packed
	}
	return a
}

// serve answers a request with the file. A browser keeps it, and asks each time whether it has
// changed, since a new version of the program may have changed it.
func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h, tag, text := w.Header(), a.tag, a.text
	h.Set("Cache-Control", "no-cache")
	if a.packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if accepts(r, "Accept-Encoding", "gzip") {
			h.Set("Content-Encoding", "gzip")
			tag, text = tag+"-gzip", a.packed
		}
	}
	h.Set("Etag", `"`+tag+`"`)
	contentType, ok := contentTypes[path.Ext(a.name)]
	if !ok {
		contentType = contentTypes[".txt"]
	}
	h.Set("Content-Type", contentType)
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(text))
}

// assets are the files of the page by their paths.
type assets map[string]*asset

// newAssets reads the files of the page.
func newAssets(files fs.FS) (assets, error) {
	all := assets{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		all["/"+name] = newAsset(name, text)
		return err
	})
	all["/"] = all["/index.html"]
	return all, err
}

// ServeHTTP answers a request for a file.
func (all assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := all[r.URL.Path]
	switch {
	case a == nil:
		http.Error(w, "404: there is no such page; expected /", http.StatusNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "405: expected GET", http.StatusMethodNotAllowed)
	default:
		a.serve(w, r)
	}
}
