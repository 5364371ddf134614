package cli

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"npuzzle/internal/units"
)

// plainStyle draws a table without a frame.
var plainStyle = table.Style{
	Box:     table.BoxStyle{MiddleHorizontal: "-", PaddingRight: "  "},
	Options: table.Options{SeparateHeader: true},
}

// Table prints a table in lines that fit the console if possible.
func (con Console) Table(header table.Row, rows []table.Row, words ...int) {
	fmt.Fprintln(con.Out, fittedText(con.Columns, header, rows, words...))
}

// Text prints lines of words, and breaks those that are wider than the console.
func (con Console) Text(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(con.Out, strings.Join(units.Wrap(line, con.Columns), "\n"))
	}
}

// fittedText returns rows below a header, which may be nil. The parameter words lists the
// numbers, from 1, of the columns that are aligned to the left. All others are aligned to
// the right. Columns are separated by spaces only, so that other programs can read the
// table. Lines have no trailing spaces.
//
// The table fits the given number of columns, if possible. To make the table narrow enough,
// fittedText breaks texts at spaces: first headings, and then all others. It makes the widest
// column narrower first.
func fittedText(columns int, header table.Row, rows []table.Row, words ...int) string {
	all := rows
	if header != nil {
		all = append([]table.Row{header}, rows...)
	}
	configs := make([]table.ColumnConfig, len(all[0]))
	ofCells := make([]int, len(configs)) // least widths, if cells are not broken
	ofWords := make([]int, len(configs)) // least widths, if words are not broken
	total := 0
	for i := range configs {
		c := table.ColumnConfig{Number: i + 1, Align: text.AlignRight}
		if slices.Contains(words, i+1) {
			c.Align = text.AlignLeft
		}
		c.AlignHeader = c.Align
		c.WidthMaxEnforcer = func(text string, width int) string {
			return strings.Join(units.Wrap(text, width), "\n")
		}
		for j, row := range all {
			cell := fmt.Sprint(row[i])
			width := text.LongestLineLen(cell)
			c.WidthMax = max(c.WidthMax, width, 1)
			words := strings.Join(strings.Fields(cell), "\n")
			ofWords[i] = max(ofWords[i], text.LongestLineLen(words), 1)
			if j > 0 || header == nil {
				ofCells[i] = max(ofCells[i], width)
			}
		}
		ofCells[i] = max(ofCells[i], ofWords[i])
		total += c.WidthMax + len(plainStyle.Box.PaddingRight)
		configs[i] = c
	}
	for _, least := range [][]int{ofCells, ofWords} {
		for total > columns {
			var widest *table.ColumnConfig
			for i, c := range configs {
				if c.WidthMax > least[i] && (widest == nil || c.WidthMax > widest.WidthMax) {
					widest = &configs[i]
				}
			}
			if widest == nil {
				break
			}
			widest.WidthMax--
			total--
		}
	}
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	t.SuppressTrailingSpaces()
	t.SetColumnConfigs(configs)
	if header != nil {
		t.AppendHeader(header)
	}
	t.AppendRows(rows)
	return t.Render()
}

// withoutShared removes the columns without any value, and the columns with the same value in all
// rows if there are several rows, from a table whose first column names the rows. It changes the
// rows, and returns the header that is left, and the headers and values of the columns with the
// same value, such as "gap 1.000". Columns of times stay, because times are equal only by chance.
func withoutShared(header table.Row, rows []table.Row) (left table.Row, same []string) {
	for i := len(header) - 1; i > 0; i-- {
		value := rows[0][i]
		title := fmt.Sprint(header[i])
		differs := func(row table.Row) bool { return row[i] != value }
		if slices.ContainsFunc(rows, differs) ||
			value != unknown && (len(rows) == 1 || strings.Contains(title, "time")) {
			continue
		}
		if value != unknown {
			same = append(same, fmt.Sprint(title, " ", value))
		}
		header = slices.Delete(header, i, i+1)
		for j, row := range rows {
			rows[j] = slices.Delete(row, i, i+1)
		}
	}
	slices.Reverse(same)
	return header, same
}
