package report

import (
	"npuzzle/bench/plot"
)

// Document is a title with blocks below it. All texts are plain: a character that has a meaning in a
// format, such as < in HTML or * in Markdown, is escaped when the document is written.
type Document struct {
	Title  string
	Blocks []Block
}

// Block is one of Answer, Heading, Paragraph, List, Code, Table and Figure.
type Block interface{ block() }

// Answer is the conclusion of a document, in sentences. It stands at the beginning, in larger letters.
type Answer []string

// Heading begins a section, of level 2, or a part of one, of level 3. The contents of an HTML page
// list the sections.
type Heading struct {
	Level int
	Text  string
}

// Paragraph is a piece of text.
type Paragraph string

// List is a number of items without an order.
type List []string

// Code is text of another language, in lines that stay as they are. A report ends with the experiment
// as such a file.
type Code string

// Table is a table that is also a CSV file. An HTML page contains the file as a link, and a Markdown
// file links to it in the folder.
type Table struct {
	Name    string // of its file, unique, in lower case with hyphens
	Caption string
	Columns []Column
	Rows    [][]Cell // a cell for each column
}

// Column heads a column of a table.
type Column struct {
	Head   string
	Fields []string // of the CSV file that its cells fill
	Number bool     // stands to the right
	Row    bool     // its cells say what their row is of
}

// Cell is a value in a table: as people read it, and in full for each field of the CSV file. A time
// of "1.50 ms" is "0.0015" in full. The full form has no prefix, and is empty if there is no value.
// An interval is one cell with two fields.
type Cell struct {
	Text   string
	Full   []string
	Strong bool // in bold letters
}

// Figure is a figure in a file of its own. The title of the plot and the finding stand above it, and its
// description is the caption. Printed, each figure has a page of its own.
type Figure struct {
	Name    string // of the file, unique, in lower case with hyphens
	Finding string // what the figure shows, in a sentence; may be empty
	Plot    plot.Figure
}

func (Answer) block()    {}
func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Code) block()      {}
func (Table) block()     {}
func (Figure) block()    {}
