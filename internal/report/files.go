package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	"npuzzle/internal/plot"
)

// Paths of the files of tables and figures, relative to the Markdown file.

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return f.as("svg") }

// as returns the path of the file in a format.
func (f Figure) as(format string) string { return "figures/" + f.Name + "." + format }

// Write writes the document into a folder. It writes NAME.html, which needs no other file, NAME.md,
// the figures as SVG, PDF and PNG files in figures/, and the tables as CSV files in tables/. It makes the folder if
// needed, and replaces files with the same names.
func (d Document) Write(folder, name string) error {
	files := map[string]func(io.Writer) error{name + ".html": d.HTML, name + ".md": d.Markdown}
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case Table:
			files[block.file()] = func(w io.Writer) error { _, err := io.WriteString(w, block.CSV()); return err }
		case Figure:
			for _, format := range plot.Formats {
				files[block.as(format)] = func(w io.Writer) error { return block.Plot.Write(w, format) }
			}
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
