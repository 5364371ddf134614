package report

import (
	"errors"
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
	files := map[string]func(io.Writer) error{name + ".html": d.HTML, name + ".md": d.Markdown}
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case Table:
			files[block.file()] = func(w io.Writer) error { _, err := io.WriteString(w, block.CSV()); return err }
		case Figure:
			files[block.file()] = func(w io.Writer) error { return block.Plot.Write(w, "svg") }
		}
	}
	for name, write := range files {
		if err := create(filepath.Join(part, filepath.FromSlash(name)), write); err != nil {
			return err
		}
	}
	return os.Rename(part, folder)
}

// create writes a new file, and its folder if there is none.
func create(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
