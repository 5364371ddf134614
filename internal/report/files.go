package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Paths of the files of tables and figures, relative to the Markdown file.

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return "figures/" + f.Name + ".svg" }

// Write writes the document into a folder. It writes NAME.html, which needs no other file, NAME.md,
// the figures as SVG files in figures/, and the tables as CSV files in tables/. It makes the folder if
// needed, and replaces files with the same names.
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
		var content bytes.Buffer
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(write(&content), os.MkdirAll(filepath.Dir(path), 0o777)); err != nil {
			return err
		}
		if err := os.WriteFile(path, content.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
