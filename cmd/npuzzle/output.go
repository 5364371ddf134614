package main

import (
	_ "embed" // the texts
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// outputFile has the texts that commands print around their tables.
//
//go:embed output.txt
var outputFile string

// texts has the templates of outputFile.
var texts = template.Must(template.New("output").Funcs(template.FuncMap{
	"bytes":       amount,
	"cost":        costText,
	"count":       func(f bench.Figure) string { return units.Count.Format(float64(f)) },
	"decimals":    figure,
	"goal":        puzzle.GoalText,
	"hundredfold": func(share *float64) float64 { return 100 * *share },
	"grouped":     func(n any) string { return units.Grouped(whole(n)) },
	"change":      change,
	"equation":    equation,
	"sampleSize":  sampleSize,
	"join":        strings.Join,
	"length":      lengthText,
	"minus":       func(a, b puzzle.Cost) puzzle.Cost { return a - b },
	"nanoseconds": nanoseconds,
	"perSecond": func(n uint64, seconds float64) string {
		return fmt.Sprintf("%.1f", float64(n)/max(seconds, 1))
	},
	"plural":        func(n any, one, many string) string { return units.Plural(int(whole(n)), one, many) },
	"probability":   units.Probability.Format,
	"quantile":      quantile,
	"rate":          units.Rate.Format,
	"ratio":         units.Ratio.Format,
	"seconds":       func(n any) string { return units.Seconds.Format(number(n)) },
	"time":          func(t time.Time) string { return t.Format("2006-01-02 15:04") },
	"share":         func(n, of uint64) string { return units.Decimals(100*float64(n)/float64(of), 3) + " %" },
	"trimPrefix":    strings.TrimPrefix,
	"upTo":          func(counts exact.Counts, depth int) uint64 { return counts[:depth+1].States() },
	"upper":         strings.ToUpper,
	"when":          when,
	"whyUnsolvable": puzzle.WhyUnsolvable,
	"words":         func(text string) string { return strings.Join(strings.Fields(text), " ") },
}).Parse(outputFile))

// number returns a number of any type, or the number that a pointer points to.
func number(n any) float64 {
	return reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[float64]()).Float()
}

// whole returns a number of any type, or the number that a pointer points to, without decimals.
func whole(n any) uint64 {
	return reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[uint64]()).Uint()
}

// textOf returns the text with the given name, filled in with data.
func textOf(name string, data any) string {
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the template does not fit the type of the data
	}
	return b.String()
}

// say prints the text with the given name, filled in with data.
func (con console) say(name string, data any) { con.out.WriteString(textOf(name, data)) }

// tabulate prints the table with the given name, filled in with data. The first line of its text
// has the heads of the columns, and every other line is a row. Tabs separate the cells. A head that
// begins with < aligns its column to the left.
func (con console) tabulate(name string, data any) {
	var rows []table.Row
	var words []int
	for line := range strings.Lines(textOf(name, data)) {
		var row table.Row
		for i, cell := range strings.Split(strings.TrimSuffix(line, "\n"), "\t") {
			if head, left := strings.CutPrefix(cell, "<"); left && rows == nil {
				cell, words = head, append(words, i+1)
			}
			row = append(row, cell)
		}
		if rows != nil { // a value with a line break would make a row of another length
			for len(row) < len(rows[0]) {
				row = append(row, "")
			}
			row = row[:len(rows[0])]
		}
		rows = append(rows, row)
	}
	con.table(rows[0], rows[1:], words...)
}

// explain prints the paragraphs of the text with the given name, broken to the width of the
// console.
func (con console) explain(name string, data any) {
	con.text(strings.Split(textOf(name, data), "\n\n")...)
}

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
	return min(max(widthOf(f), minColumns), maxColumns)
}

// widthOf returns the width of a terminal.
func widthOf(terminal *os.File) int {
	width, _, err := term.GetSize(int(terminal.Fd()))
	if err != nil || width == 0 {
		return unknownWidth
	}
	return width
}

// plainStyle draws a table without a frame.
var plainStyle = table.Style{
	Box:     table.BoxStyle{MiddleHorizontal: "-", PaddingRight: "  "},
	Options: table.Options{SeparateHeader: true},
}

// table prints a table in lines that fit the console if possible.
func (con console) table(header table.Row, rows []table.Row, words ...int) {
	fmt.Fprintln(con.out, fittedText(con.columns, header, rows, words...))
}

// text prints lines of words, and breaks those that are wider than the console.
func (con console) text(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(con.out, strings.Join(units.Wrap(line, con.columns), "\n"))
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
	ofCells, ofWords := make([]int, len(configs)), make([]int, len(configs)) // least widths
	total := 0
	for i := range configs {
		c := table.ColumnConfig{Number: i + 1, Align: text.AlignRight}
		if slices.Contains(words, i+1) {
			c.Align = text.AlignLeft
		}
		c.AlignHeader = c.Align
		c.WidthMaxEnforcer = func(text string, width int) string { return strings.Join(units.Wrap(text, width), "\n") }
		for j, row := range all {
			cell := fmt.Sprint(row[i])
			width := text.LongestLineLen(cell)
			c.WidthMax = max(c.WidthMax, width, 1)
			ofWords[i] = max(ofWords[i], text.LongestLineLen(strings.Join(strings.Fields(cell), "\n")), 1)
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
		value, title := rows[0][i], fmt.Sprint(header[i])
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
