package report

import (
	_ "embed" // the style and the template
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes the document as one file that needs no other and no network: style,
// figures and tables, as CSV too, are within it.
func (d Document) HTML(w io.Writer) error {
	p := htmlPage{Title: d.Title, Style: template.CSS(style)}
	for i, block := range d.Blocks {
		part := htmlBlock{}
		switch block := block.(type) {
		case Heading:
			id := fmt.Sprintf("section-%d", i)
			if block.Level == 2 {
				p.Contents = append(p.Contents, htmlLink{id, block.Text})
			}
			part.Heading = &htmlHeading{id, block.Level, block.Text}
		case Paragraph:
			part.Paragraph = string(block)
		case List:
			part.List = block
		case Code:
			part.Code = string(block)
		case Table:
			data := "data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(block.CSV()))
			part.Table = &htmlTable{block, template.URL(data), htmlRows(block)}
		case Figure:
			svg, err := block.Plot.Inline(block.Name)
			if err != nil {
				return fmt.Errorf("figure %s: %w", block.Name, err)
			}
			part.Figure = &htmlFigure{block, template.HTML(svg)}
		}
		p.Blocks = append(p.Blocks, part)
	}
	return page.Execute(w, p)
}

// htmlPage is what the template takes.
type htmlPage struct {
	Title    string
	Style    template.CSS
	Contents []htmlLink
	Blocks   []htmlBlock
}

type htmlLink struct{ ID, Text string }

// htmlBlock has one part.
type htmlBlock struct {
	Heading   *htmlHeading
	Paragraph string
	List      []string
	Code      string
	Table     *htmlTable
	Figure    *htmlFigure
}

type htmlHeading struct {
	ID    string
	Level int
	Text  string
}

type htmlTable struct {
	Table
	Data  template.URL // the CSV file
	Lines [][]htmlCell
}

type htmlCell struct {
	Column
	Text  string
	First bool // in its row, whether a cell before it spans several rows or not
	Span  int  // rows; more than 1 where the first column says the same of several
}

// htmlRows gives each cell its column. Where several rows begin alike, the first
// has their common head.
func htmlRows(t Table) [][]htmlCell {
	lines := make([][]htmlCell, len(t.Rows))
	head := 0 // the row with the head of this one
	for i, row := range t.Rows {
		common := len(row) > 1 && t.Columns[0].Row && t.Columns[1].Row && i > 0 && row[0].Text == t.Rows[i-1][0].Text
		for j, cell := range row {
			switch {
			case j == 0 && common:
				lines[head][0].Span++
				continue
			case j == 0:
				head = i
			}
			lines[i] = append(lines[i], htmlCell{t.Columns[j], cell.Text, j == 0, 1})
		}
	}
	return lines
}

type htmlFigure struct {
	Figure
	SVG template.HTML
}
