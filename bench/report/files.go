package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// The files of tables and figures, as the Markdown file links to them.

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return "figures/" + f.Name + ".svg" }

// Write writes the document into a folder: NAME.html, which needs no other file, NAME.md, the figures
// as SVG files in figures/ and the tables as CSV files in tables/. It makes the folder if there is
// none, and replaces files of the same names.
func (d Document) Write(folder, name string) error {
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
		if err := create(filepath.Join(folder, filepath.FromSlash(name)), write); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file, and its folder if there is none.
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
