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
	// minColumns and maxColumns bound the width of output on a terminal. A terminal
	// narrower than minColumns wraps the lines. Lines longer than maxColumns are hard to
	// read.
	minColumns, maxColumns = 80, 120

	// fileColumns is the width of output to a file or pipe.
	fileColumns = 100
)

// columnsOf returns the width of the lines for a stream. For a terminal, this is its
// width, limited to minColumns and maxColumns.
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

// printTable prints rows below a header, which may be nil. The parameter words lists the
// numbers, from 1, of the columns that are aligned to the left. All others are aligned to
// the right. Columns are separated by spaces only, so that other programs can read the
// table. Lines have no trailing spaces.
func printTable(w io.Writer, header table.Row, rows []table.Row, words ...int) {
	fmt.Fprintln(w, tableText(header, rows, words...))
}

// tableText returns the text that printTable prints.
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

// table prints a table as printTable does, in lines that fit the console. The first
// columns, whose number is names, name the rows.
func (con console) table(names int, header table.Row, rows []table.Row, words ...int) {
	text, _ := fittedText(con.columns, names, header, rows, words...)
	io.WriteString(con.out, text)
}

// text prints lines of words, and breaks those that are wider than the console.
func (con console) text(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(con.out, strings.Join(wrapped(line, con.columns), "\n"))
	}
}

// fittedText returns a table whose lines have at most the given number of columns, and
// reports whether the table is in one piece. To make the table narrow enough, it first
// breaks the header or long texts in cells into several lines. If that does not suffice,
// the remaining columns follow in another table, which repeats the names of the rows.
func fittedText(
	columns, names int, header table.Row, rows []table.Row, words ...int,
) (text string, whole bool) {
	broken := slices.Clone(header)
	for i, head := range broken {
		broken[i] = strings.Replace(fmt.Sprint(head), " ", "\n", 1)
	}
	folded := foldedRows(columns, names, header, rows, words)
	for _, rows := range [][]table.Row{rows, folded} {
		for _, header := range []table.Row{header, broken} {
			if text = tableText(header, rows, words...) + "\n"; fits(text, columns) {
				return text, true
			}
		}
	}
	if len(header) <= names+1 {
		return text, true // a single column of values cannot be divided
	}
	// part returns the columns that name the rows, and the columns with indices
	// from..to-1.
	part := func(from, to int) (header2 table.Row, rows2 []table.Row, words2 []int) {
		pick := func(row table.Row) table.Row { return slices.Concat(row[:names], row[from:to]) }
		for _, row := range rows {
			rows2 = append(rows2, pick(row))
		}
		for _, w := range words {
			switch {
			case w <= names:
				words2 = append(words2, w)
			case w > from && w <= to:
				words2 = append(words2, w-from+names)
			}
		}
		return pick(header), rows2, words2
	}
	for to := len(header) - 1; ; to-- {
		first, rows, words := part(names, to)
		if to == names+1 {
			rows = foldedRows(columns, names, first, rows, words)
		}
		text = tableText(first, rows, words...) + "\n"
		if to == names+1 || fits(text, columns) {
			second, rows, words := part(to, len(header))
			rest, _ := fittedText(columns, names, second, rows, words...)
			return text + "\n" + rest, false
		}
	}
}

// Minimum widths to which foldedRows narrows the columns that name the rows, and other
// columns.
const leastName, leastText = 40, 20

// foldedRows breaks long texts in columns of words into lines, in the widest column
// first. It stops when the table has at most the given number of columns or no text can
// be narrowed.
func foldedRows(columns, names int, header table.Row, rows []table.Row, words []int) []table.Row {
	total := 0
	widths := make([]int, len(header))
	for i := range header {
		for _, row := range append(slices.Clone(rows), header) {
			widths[i] = max(widths[i], text.LongestLineLen(fmt.Sprint(row[i])))
		}
		total += widths[i] + len(plainStyle.Box.PaddingRight)
	}
	for ; total > columns; total-- {
		widest := -1
		for _, w := range words {
			i, least := w-1, leastText
			if i < names {
				least = leastName
			}
			if widths[i] > least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	folded := make([]table.Row, len(rows))
	for i, row := range rows {
		folded[i] = slices.Clone(row)
		for _, w := range words {
			if s := fmt.Sprint(row[w-1]); utf8.RuneCountInString(s) > widths[w-1] {
				folded[i][w-1] = strings.Join(wrapped(s, widths[w-1]), "\n")
			}
		}
	}
	return folded
}

// fits reports whether every line of a text has at most the given number of columns.
func fits(text string, columns int) bool {
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > columns {
			return false
		}
	}
	return true
}

// results is a table of results with one row for each item, such as a solver. Its first
// columns name the rows.
type results struct {
	names  int // number of columns that name the rows
	header []string
	rows   [][]string
}

// shared removes the columns without any value, and the columns with the same value in
// all rows if there are several rows. It returns the headers and values of the latter,
// such as "gap 1.000". Columns of times stay, because times are equal only by chance.
func (t *results) shared() (same []string) {
	for i := len(t.header) - 1; i >= t.names; i-- {
		differs := func(row []string) bool { return row[i] != t.rows[0][i] }
		if value := t.rows[0][i]; !slices.ContainsFunc(t.rows, differs) && (len(t.rows) > 1 || value == unknown) &&
			!(value != unknown && strings.Contains(t.header[i], "time")) {
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

// text returns the table in the form of fittedText.
func (t results) text(columns int) (text string, whole bool) {
	rows := make([]table.Row, len(t.rows))
	for i, row := range t.rows {
		rows[i] = cells(row)
	}
	words := make([]int, t.names)
	for i := range words {
		words[i] = i + 1
	}
	return fittedText(columns, t.names, cells(t.header), rows, words...)
}

// cells converts texts to a row.
func cells(texts []string) table.Row {
	var row table.Row
	for _, text := range texts {
		row = append(row, text)
	}
	return row
}
