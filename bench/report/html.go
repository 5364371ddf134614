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
var style template.CSS

// page is the template of a document. Its functions give it what a block does not have itself.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"kind":  func(b Block) string { return fmt.Sprintf("%T", b)[len("report."):] },
	"style": func() template.CSS { return style },
	"data": func(t Table) template.URL {
		return template.URL("data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(t.CSV())))
	},
	"rows": spanned,
	"svg": func(f Figure) (template.HTML, error) {
		svg, err := f.Plot.Inline(f.Name)
		if err != nil {
			err = fmt.Errorf("figure %s: %w", f.Name, err)
		}
		return template.HTML(svg), err
	},
}).Parse(pageText))

// HTML writes the document as one file that needs no other file and no network. It contains the
// style, the figures, and the tables also as CSV.
func (d Document) HTML(w io.Writer) error { return page.Execute(w, d) }

// spannedCell is a cell of an HTML table.
type spannedCell struct {
	Column
	Text  string
	First bool // in its row, even if a cell of a row above spans this row
	Span  int  // rows that the cell spans
}

// spanned returns the cells of each row. If several rows begin with the same group, the first of
// them has a cell that spans them all.
func spanned(t Table) [][]spannedCell {
	rows := make([][]spannedCell, len(t.Rows))
	first := 0 // the row with the group of this row
	for i, row := range t.Rows {
		grouped := len(row) > 1 && t.Columns[0].Row && t.Columns[1].Row && i > 0 && row[0].Text == t.Rows[i-1][0].Text
		for j, cell := range row {
			switch {
			case j == 0 && grouped:
				rows[first][0].Span++
				continue
			case j == 0:
				first = i
			}
			rows[i] = append(rows[i], spannedCell{t.Columns[j], cell.Text, j == 0, 1})
		}
	}
	return rows
}
