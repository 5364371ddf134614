package report

import (
	"bytes"
	_ "embed" // the style and the templates
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	plain "text/template"
	"unicode"

	"npuzzle/bench/plot"
)

// Document is a title with blocks below it. Texts are plain text, without markup. Characters with a
// meaning in a format, such as < in HTML or * in Markdown, are escaped when the document is
// written.
type Document struct {
	Title  string
	Blocks []Block
}

// Block is one of Answer, Heading, Paragraph, List, Code, Table and Figure.
type Block any

// Answer is the conclusion of a document, as a list of sentences. It is set in larger letters.
type Answer []string

// Heading begins a section (level 2) or a subsection (level 3). An HTML page has a table of
// contents of the sections that are not folded. A reader opens a folded section with a click on its
// heading.
type Heading struct {
	Level  int
	Text   string
	Folded bool // for level 2
}

// Paragraph is a piece of text.
type Paragraph string

// List is an unordered list of items.
type List []string

// Code is preformatted text, such as an experiment file.
type Code string

// Table is a table that is also written as CSV. An HTML page contains the CSV text in a link. A
// Markdown file links to the CSV file.
type Table struct {
	Name    string // name of the CSV file: unique, in lower case with hyphens
	Caption string
	Columns []Column
	Rows    [][]Cell // a cell for each column
}

// Column describes a column of a table.
type Column struct {
	Head   string
	Fields []string // names of the CSV fields that a cell of the column fills
	Number bool     // cells are numbers, and aligned to the right
	Row    bool     // cells name their rows
}

// Cell is a value in a table. Text is the form for readers, such as "1.50 ms". Full has the form
// for each CSV field, such as "0.0015": with all digits and without a unit, or empty if there is no
// value. An interval is one cell with two fields.
type Cell struct {
	Text string
	Full []string
}

// Figure is a figure that is also written as SVG, PDF and PNG files. The title of the plot and the
// finding are above it. The description of the plot is the caption.
type Figure struct {
	Name    string // name of the files: unique, in lower case with hyphens
	Finding string // what the figure shows, in a sentence; may be empty
	Plot    plot.Figure
}

// Handout returns the document without its folded sections. It is the part that is printed.
func (d Document) Handout() Document {
	short := Document{Title: d.Title}
	folded := false
	for _, block := range d.Blocks {
		if h, ok := block.(Heading); ok && h.Level == 2 {
			folded = h.Folded
		}
		if !folded {
			short.Blocks = append(short.Blocks, block)
		}
	}
	return short
}

// Paths of the files of tables and figures, relative to the Markdown file.

func (t Table) file() string  { return "tables/" + t.Name + ".csv" }
func (f Figure) file() string { return f.as("svg") }

// as returns the path of the file in a format.
func (f Figure) as(format string) string { return "figures/" + f.Name + "." + format }

// Files has the contents of the files of a document, by their paths in a folder.
type Files map[string][]byte

// Files returns NAME.html, which needs no other file, NAME.md, the figures as SVG, PDF and PNG
// files in figures/, and the tables as CSV files in tables/.
func (d Document) Files(name string) (Files, error) {
	writers := map[string]func(io.Writer) error{name + ".html": d.HTML, name + ".md": d.Markdown}
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case Table:
			writers[block.file()] = func(w io.Writer) error {
				_, err := io.WriteString(w, block.CSV())
				return err
			}
		case Figure:
			for _, format := range plot.Formats {
				writers[block.as(format)] = func(w io.Writer) error {
					return block.Plot.Write(w, format)
				}
			}
		}
	}
	files := Files{}
	for path, write := range writers {
		var content bytes.Buffer
		if err := write(&content); err != nil {
			return nil, err
		}
		files[path] = content.Bytes()
	}
	return files, nil
}

// Write writes the files into a folder. It makes the folder if needed, and replaces files with the
// same names.
func (f Files) Write(folder string) error {
	for name, content := range f {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the files of the document into a folder; see Document.Files and Files.Write.
func (d Document) Write(folder, name string) error {
	files, err := d.Files(name)
	if err != nil {
		return err
	}
	return files.Write(folder)
}

//go:embed page.html
var pageText string

//go:embed page.css
var style template.CSS

// page is the template of a document as HTML. The function kind returns the name of a block's type,
// words a text whose quantities stay on one line, data a link that contains a table as CSV, and svg
// a figure as an SVG element.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"kind":  kind,
	"words": words,
	"style": func() template.CSS { return style },
	"data": func(t Table) template.URL {
		return template.URL("data:text/csv;charset=utf-8;base64," +
			base64.StdEncoding.EncodeToString([]byte(t.CSV())))
	},
	"svg": func(f Figure) (template.HTML, error) {
		svg, err := f.Plot.Inline(f.Name)
		if err != nil {
			err = fmt.Errorf("figure %s: %w", f.Name, err)
		}
		return template.HTML(svg), err
	},
}).Parse(pageText))

// quantity matches a number with its unit, and a range of numbers, such as "96.3–100.0 %".
var quantity = regexp.MustCompile(
	`[0-9][0-9.,]*( ?(%|[nµmkMG]?[sB]\b)|–[0-9.,]*[0-9]( (%|[nµmkMG]?[sB]\b))?)`)

// words returns a text as HTML that keeps each quantity on one line. No escaped character looks
// like a quantity, because a semicolon follows its number.
func words(text string) template.HTML {
	return template.HTML(quantity.ReplaceAllString(template.HTMLEscapeString(text),
		`<span class="quantity">$0</span>`))
}

// kind returns the name of a block's type.
func kind(b Block) string { return fmt.Sprintf("%T", b)[len("report."):] }

// HTML writes the document as one file that needs no other file and no network. It contains the
// style, the figures and the tables. Each table is also a link to download it as CSV.
func (d Document) HTML(w io.Writer) error { return page.Execute(w, d) }

//go:embed page.md
var markdownText string

// markdown is the template of a document as Markdown. The function kind returns the name of a
// block's type, and file the name of a block's file.
var markdown = plain.Must(plain.New("markdown").Funcs(plain.FuncMap{
	"kind":    kind,
	"file":    func(b interface{ file() string }) string { return b.file() },
	"heading": func(level int) string { return strings.Repeat("#", level) },
	"plain":   plainMarkdown,
	"trim":    func(c Code) string { return strings.TrimRight(string(c), "\n") },
	"fence": func(c Code) string { // longer than any run of backquotes in the text
		fence := "```"
		for strings.Contains(string(c), fence) {
			fence += "`"
		}
		return fence
	},
}).Parse(markdownText))

// special escapes the characters that may have a meaning in Markdown. A number with a full stop
// also has one, but only at the start of a line. No text of a document begins a line with such a
// number.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"#", `\#`, "~", `\~`, "|", `\|`, "&", `\&`,
)

// tag matches what begins a tag of HTML, after special. Some programs do not know the escape \<,
// and would read the tag. All know entities.
var tag = regexp.MustCompile(`\\<([a-zA-Z/!?])`)

// plainMarkdown returns a text of one line without markup, as Markdown. Control and format
// characters, such as line breaks, become spaces.
func plainMarkdown(text any) string {
	printable := strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, fmt.Sprint(text))
	return tag.ReplaceAllString(special.Replace(printable), "&lt;$1")
}

// Markdown writes the document as GitHub Flavored Markdown, with links to the files of its figures
// and tables. The caption of a figure is also its alternative text, for readers who cannot see the
// figure.
func (d Document) Markdown(w io.Writer) error { return markdown.Execute(w, d) }
