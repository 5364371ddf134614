package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"npuzzle/web/page"
)

// solversFolder is the folder of the page with the solvers.
const solversFolder = "solvers"

// cardTag names the picture that other sites show beside a link to the page.
const cardTag = `<meta property="og:image" content="card.png">`

// writeFolder writes the solvers to a folder or, with whole, the page with the solvers. The address
// is that of the page; it may be empty.
func writeFolder(
	ctx context.Context, folder string, whole bool, address string, out io.Writer,
) error {
	p, err := build(ctx)
	if err != nil {
		return err
	}
	texts := solverFiles(p)
	if whole {
		if texts, err = siteFiles(page.Files(), p, address); err != nil {
			return err
		}
	}
	size := 0
	for name, text := range texts {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := write(name, text); err != nil {
			return err
		}
		size += len(text)
	}
	return report(out, folder, size, p)
}

// solverFiles returns the files of the solvers by name. The name of the compressed WebAssembly does
// not tell web hosts what it holds. Otherwise, some hosts would tell browsers to decompress it,
// which the page does.
func solverFiles(p program) map[string][]byte {
	return map[string][]byte{"npuzzle.bin": p.wasm, "wasm_exec.js": []byte(p.exec)}
}

// siteFiles returns the files of the page as static files. The page loads nothing from other hosts.
// With an address, the page names its picture by a whole address, because other sites show no
// picture with a relative one.
func siteFiles(page fs.FS, p program, address string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	for name, text := range solverFiles(p) {
		texts[path.Join(solversFolder, name)] = text
	}
	err := fs.WalkDir(page, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(name, solversFolder+"/") {
			return err
		}
		texts[name], err = fs.ReadFile(page, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	policy := "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
		"worker-src blob:; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; " +
		"form-action 'none'"
	picture := cardTag
	if address != "" {
		whole := strings.TrimSuffix(address, "/") + "/card.png"
		picture = strings.Replace(cardTag, "card.png", html.EscapeString(whole), 1)
	}
	for _, edit := range [][2]string{
		{cardTag, picture},
		{"<html ", `<html data-solvers="` + solversFolder + `" data-served="false" `},
		{`<meta charset="utf-8">`, `<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="` + policy + `">`},
	} {
		index := texts["index.html"]
		if bytes.Count(index, []byte(edit[0])) != 1 {
			return nil, fmt.Errorf("index.html: expected %s once", edit[0])
		}
		texts["index.html"] = bytes.Replace(index, []byte(edit[0]), []byte(edit[1]), 1)
	}
	return texts, nil
}
