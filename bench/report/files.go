package report

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return "figures/" + f.Name + ".svg" }

// Write writes the document into a new folder: NAME.html, which needs no other file, NAME.md, the
// figures as SVG files in figures/ and the tables as CSV files in tables/. The folder has another
// name until all files are written, so that it appears complete or not at all. An existing folder is
// left unchanged, and the error is fs.ErrExist.
func (d Document) Write(folder, name string) error {
	files, err := d.files(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		return err
	}
	if _, err := os.Lstat(folder); err == nil {
		return &fs.PathError{Op: "mkdir", Path: folder, Err: fs.ErrExist}
	}
	part := fmt.Sprintf("%s.part%d", filepath.Clean(folder), os.Getpid())
	if err := os.Mkdir(part, 0o777); err != nil {
		return err
	}
	defer os.RemoveAll(part) // of a document that failed
	for _, f := range files {
		path := filepath.Join(part, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, 0o666); err != nil {
			return err
		}
	}
	return os.Rename(part, folder)
}

type file struct {
	name    string // with slashes
	content []byte
}

// files makes all files of the document.
func (d Document) files(name string) ([]file, error) {
	var html, markdown bytes.Buffer
	if err := d.HTML(&html); err != nil {
		return nil, err
	}
	if err := d.Markdown(&markdown); err != nil {
		return nil, err
	}
	all := []file{{name + ".html", html.Bytes()}, {name + ".md", markdown.Bytes()}}
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case Table:
			all = append(all, file{block.file(), []byte(block.CSV())})
		case Figure:
			var svg bytes.Buffer
			if err := block.Plot.Write(&svg, "svg"); err != nil {
				return nil, fmt.Errorf("figure %s: %w", block.Name, err)
			}
			all = append(all, file{block.file(), svg.Bytes()})
		}
	}
	return all, nil
}
