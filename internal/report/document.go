package report

import (
	"npuzzle/internal/plot"
)

// Document is a title with blocks below it. Texts are plain text, without markup. Characters with a
// meaning in a format, such as < in HTML or * in Markdown, are escaped when the document is written.
type Document struct {
	Title  string
	Blocks []Block
}

// Block is one of Answer, Heading, Paragraph, List, Code, Table and Figure.
type Block any

// Answer is the conclusion of a document, as a list of sentences. It is set in larger letters.
type Answer []string

// Heading begins a section (level 2) or a subsection (level 3). An HTML page has a table of contents
// of the sections that are not folded. A reader opens a folded section with a click on its heading.
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

// Cell is a value in a table. Text is the form for readers, such as "1.50 ms". Full has the form for
// each CSV field, such as "0.0015": with all digits and without a unit, or empty if there is no
// value. An interval is one cell with two fields.
type Cell struct {
	Text   string
	Full   []string
	Strong bool // show the text in bold letters
}

// Figure is a figure that is also written as SVG, PDF and PNG files. The title of the plot and the finding are above
// it. The description of the plot is the caption.
type Figure struct {
	Name    string // name of the files: unique, in lower case with hyphens
	Finding string // what the figure shows, in a sentence; may be empty
	Plot    plot.Figure
}

// Handout returns the document without its folded sections. It is the part that is printed.
func (d Document) Handout() Document {
	short, folded := Document{Title: d.Title}, false
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
