package main

import (
	_ "embed" // the texts
	"reflect"
	"strings"
	"text/template"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/internal/quality"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// outputFile has the texts that commands print around their tables.
//
//go:embed output.txt
var outputFile string

// texts has the templates of outputFile. Where a function takes any number, this may also be a pointer to a number.
var texts = template.Must(template.New("output").Funcs(template.FuncMap{
	"bytes":       amount,
	"cost":        costText,
	"count":       func(f bench.Figure) string { return units.Count.Format(float64(f)) },
	"decimals":    figure,
	"goal":        puzzle.GoalText,
	"grouped":     units.Grouped,
	"length":      lengthText,
	"minus":       func(a, b puzzle.Cost) puzzle.Cost { return a - b },
	"interval":    interval,
	"nanoseconds": nanoseconds,
	"probability": units.Probability.Format,
	"quantile":    quantile,
	"rate":        units.Rate.Format,
	"ratio":       units.Ratio.Format,
	"time":        func(t time.Time) string { return t.Format("2006-01-02 15:04") },
	"plural": func(n any, one, many string) string {
		v := reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[int]())
		return units.Plural(int(v.Int()), one, many)
	},
	"scramble": func(r quality.Report) string {
		return scrambleText(bench.Scramble{Walk: r.Walk, Misplaced: r.Misplaced})
	},
	"seconds":       units.Seconds.Format,
	"trimPrefix":    strings.TrimPrefix,
	"upper":         strings.ToUpper,
	"whyUnsolvable": puzzle.WhyUnsolvable,
}).Parse(outputFile))

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

// tabulate prints the table with the given name, filled in with data. The first line of its text has the heads
// of the columns, and every other line is a row. Tabs separate the cells. A head that begins with < aligns its
// column to the left.
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
		rows = append(rows, row)
	}
	con.table(rows[0], rows[1:], words...)
}

// explain prints the paragraphs of the text with the given name, broken to the width of the console.
func (con console) explain(name string, data any) {
	con.text(strings.Split(textOf(name, data), "\n\n")...)
}
