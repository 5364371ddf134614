package report

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of tables and figures, as the Markdown file links to them.

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return "figures/" + f.Name + ".svg" }

// Write writes the document into a new folder: NAME.html, which needs no other file, NAME.md, the
// figures as SVG files in figures/ and the tables as CSV files in tables/. The folder has another
// name until all files are written, so that it appears complete or not at all. An existing folder is
// left unchanged, and the error is fs.ErrExist. If anything fails, no file of the document remains.
func (d Document) Write(folder, name string) error {
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
	write := func(name string, content func(io.Writer) error) error {
		var text bytes.Buffer
		if err := content(&text); err != nil {
			return err
		}
		path := filepath.Join(part, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, text.Bytes(), 0o666)
	}
	if err := write(name+".html", d.HTML); err != nil {
		return err
	}
	if err := write(name+".md", d.Markdown); err != nil {
		return err
	}
	for _, block := range d.Blocks {
		var err error
		switch block := block.(type) {
		case Table:
			err = write(block.file(), func(w io.Writer) error {
				_, err := io.WriteString(w, block.CSV())
				return err
			})
		case Figure:
			err = write(block.file(), func(w io.Writer) error { return block.Plot.Write(w, "svg") })
		}
		if err != nil {
			return err
		}
	}
	return os.Rename(part, folder)
}
