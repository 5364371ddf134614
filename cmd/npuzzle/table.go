package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

const (
	// minColumns and maxColumns bound the width of what is printed on a terminal. A narrower one
	// wraps lines, and longer lines are hard to read.
	minColumns, maxColumns = 80, 120

	// fileColumns is the width where standard output is no terminal.
	fileColumns = 100
)

// columnsOf returns the width of the lines for a stream: that of the terminal, within bounds.
func columnsOf(stream any) int {
	f, ok := stream.(*os.File)
	if !ok || !isTerminal(f) {
		return fileColumns
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = unknownWidth
	}
	return min(max(width, minColumns), maxColumns)
}

// plainStyle draws a table without a frame.
var plainStyle = table.Style{
	Name: "npuzzle",
	Box: table.BoxStyle{
		MiddleHorizontal: "-",
		PaddingRight:     "  ",
		UnfinishedRow:    "~",
	},
	Options: table.Options{SeparateHeader: true},
}

// printTable prints rows under a header, which may be nil. The columns with the given
// numbers, counted from 1, hold words and are aligned to the left. All others hold numbers and
// are aligned to the right. Columns are separated by spaces alone, so that other programs can
// read the table, and lines have no trailing spaces.
func printTable(w io.Writer, header table.Row, rows []table.Row, words ...int) {
	fmt.Fprintln(w, tableText(header, rows, words...))
}

// tableText returns the table that printTable prints.
func tableText(header table.Row, rows []table.Row, words ...int) string {
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	t.SuppressTrailingSpaces()
	columns := len(header)
	if header == nil {
		columns = len(rows[0])
	}
	configs := make([]table.ColumnConfig, columns)
	for i := range configs {
		configs[i] = table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight}
	}
	for _, column := range words {
		configs[column-1].Align, configs[column-1].AlignHeader = text.AlignLeft, text.AlignLeft
	}
	t.SetColumnConfigs(configs)
	if header != nil {
		t.AppendHeader(header)
	}
	t.AppendRows(rows)
	return t.Render()
}

// fits tells whether every line of a text has at most so many columns.
func fits(text string, columns int) bool {
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > columns {
			return false
		}
	}
	return true
}

// results is a table of results with a row for each of several things, such as solvers. Its first columns
// name the rows.
type results struct {
	names  int // columns that name the rows
	header []string
	rows   [][]string
}

// shared takes the columns without any value out of the table, and those that have the same value in
// all of several rows. It returns the latter, such as "gap 1.000".
func (t *results) shared() (same []string) {
	for i := len(t.header) - 1; i >= t.names; i-- {
		differs := func(row []string) bool { return row[i] != t.rows[0][i] }
		if value := t.rows[0][i]; !slices.ContainsFunc(t.rows, differs) && (len(t.rows) > 1 || value == unknown) {
			if value != unknown {
				same = append(same, t.header[i]+" "+value)
			}
			t.header = slices.Delete(slices.Clone(t.header), i, i+1)
			for j, row := range t.rows {
				t.rows[j] = slices.Delete(slices.Clone(row), i, i+1)
			}
		}
	}
	slices.Reverse(same)
	return same
}

// text returns the table, and true if its lines have at most so many columns. Headings take two lines if
// that makes it narrow enough. If not, each row is a block of lines.
func (t results) text(columns int) (text string, fit bool) {
	rows := make([]table.Row, len(t.rows))
	for i, row := range t.rows {
		rows[i] = cells(row)
	}
	names := make([]int, t.names)
	for i := range names {
		names[i] = i + 1
	}
	broken := slices.Clone(t.header)
	for i, head := range broken {
		broken[i] = strings.Replace(head, " ", "\n", 1)
	}
	for _, header := range [][]string{t.header, broken} {
		if text = tableText(cells(header), rows, names...) + "\n"; fits(text, columns) {
			return text, true
		}
	}
	var blocks []string
	for _, row := range t.rows {
		var lines []table.Row
		for i := t.names; i < len(row); i++ {
			if row[i] != unknown {
				lines = append(lines, table.Row{"  " + t.header[i], row[i]})
			}
		}
		title := strings.Join(row[:t.names], ", ")
		blocks = append(blocks, fmt.Sprintf("%s\n%s\n", title, tableText(nil, lines, 1)))
	}
	return strings.Join(blocks, "\n"), false
}

// cells returns texts as a row.
func cells(texts []string) table.Row {
	var row table.Row
	for _, text := range texts {
		row = append(row, text)
	}
	return row
}
