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
		lines := strings.Join(units.Wrap(line, con.Columns), "\n")
		fmt.Fprintln(con.Out, units.Plain(lines))
	}
}

// fittedText returns rows below a header, which may be nil. The parameter words lists the
// numbers, from 1, of the columns that are aligned to the left. All others are aligned to
// the right. Columns are separated by spaces only, so that other programs can read the
// table. Lines have no trailing spaces.
//
// The table fits the given number of columns, if possible. To make the table narrow enough,
// fittedText breaks texts at spaces: first headings, and then all others, but not texts that are
// units.Unbroken. It makes the widest column narrower first.
func fittedText(columns int, header table.Row, rows []table.Row, words ...int) string {
	columnCount := len(header)
	if header == nil {
		columnCount = len(rows[0])
	}
	configs := make([]table.ColumnConfig, columnCount)
	ofCells := make([]int, len(configs)) // least widths, if cells are not broken
	ofWords := make([]int, len(configs)) // least widths, if words are not broken
	total := 0
	for i := range configs {
		heading := ""
		if header != nil {
			heading = fmt.Sprint(header[i])
		}
		cells, unbroken := longest(rows, i)
		ofWords[i] = max(unbroken, longestWord(heading), 1)
		ofCells[i] = max(cells, ofWords[i])
		c := columnConfig(i+1, slices.Contains(words, i+1))
		c.WidthMax = max(cells, text.LongestLineLen(heading), 1)
		total += c.WidthMax + len(plainStyle.Box.PaddingRight)
		configs[i] = c
	}
	excess := narrow(configs, ofCells, total-columns)
	narrow(configs, ofWords, excess)
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	t.SuppressTrailingSpaces()
	t.SetColumnConfigs(configs)
	if header != nil {
		t.AppendHeader(header)
	}
	t.AppendRows(rows)
	return units.Plain(t.Render())
}

// columnConfig returns the form of a column.
func columnConfig(number int, left bool) table.ColumnConfig {
	align := text.AlignRight
	if left {
		align = text.AlignLeft
	}
	return table.ColumnConfig{
		Number:      number,
		Align:       align,
		AlignHeader: align,
		WidthMaxEnforcer: func(text string, width int) string {
			return strings.Join(units.Wrap(text, width), "\n")
		},
	}
}

// longest returns the widths of the longest line and of the longest word in the cells of a column.
func longest(rows []table.Row, column int) (line, word int) {
	for _, row := range rows {
		cell := fmt.Sprint(row[column])
		line = max(line, text.LongestLineLen(cell))
		word = max(word, longestWord(cell))
	}
	return line, word
}

// longestWord returns the width of the longest word of a text.
func longestWord(cell string) int {
	return text.LongestLineLen(strings.Join(units.Words(cell), "\n"))
}

// narrow makes columns narrower by the given excess, but none narrower than its least width, the
// widest first. It returns the excess that is left.
func narrow(configs []table.ColumnConfig, least []int, excess int) int {
	for excess > 0 {
		var widest *table.ColumnConfig
		for i, c := range configs {
			if c.WidthMax > least[i] && (widest == nil || c.WidthMax > widest.WidthMax) {
				widest = &configs[i]
			}
		}
		if widest == nil {
			return excess
		}
		widest.WidthMax--
		excess--
	}
	return excess
}

// withoutShared removes the columns without any value, and the columns with the same value in all
// rows if there are several rows, from a table whose first column names the rows. It changes the
// rows, and returns the header that is left, the headers and values of the columns with the same
// value, such as "gap 1.000", and the headers of the columns without any value. Columns of times
// stay, because times are equal only by chance.
func withoutShared(header table.Row, rows []table.Row) (left table.Row, same, empty []string) {
	for i := len(header) - 1; i > 0; i-- {
		value := rows[0][i]
		title := fmt.Sprint(header[i])
		differs := slices.ContainsFunc(rows, func(row table.Row) bool { return row[i] != value })
		isTime := strings.Contains(title, "time") || strings.Contains(title, "CPU")
		stays := len(rows) == 1 || isTime
		if differs || value != unknown && stays {
			continue
		}
		if value == unknown {
			empty = append(empty, title)
		} else {
			same = append(same, fmt.Sprint(title, " ", value))
		}
		header = slices.Delete(header, i, i+1)
		for j, row := range rows {
			rows[j] = slices.Delete(row, i, i+1)
		}
	}
	slices.Reverse(same)
	slices.Reverse(empty)
	return header, same, empty
}
