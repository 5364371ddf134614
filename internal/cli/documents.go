package cli

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench/report"
	"npuzzle/bench/tune"
	"npuzzle/internal/units"
)

// PrintDocument prints a document as plain text. Of a plot, it prints only the title.
func PrintDocument(con Console, d report.Document) {
	heading := func(text, line string) { con.Text(text, strings.Repeat(line, len([]rune(text)))) }
	heading(d.Title, "=")
	for _, block := range d.Blocks {
		fmt.Fprintln(con.Out)
		switch block := block.(type) {
		case report.Heading:
			heading(block.Text, "-")
		case report.Answer:
			con.Text(block...)
		case report.Paragraph:
			con.Text(string(block))
		case report.List:
			for _, item := range block {
				con.Text("- " + item)
			}
		case report.Figure:
			con.Text(block.Plot.Title + ": --out FOLDER draws it")
		case report.Table:
			printTable(con, block)
		}
	}
}

// starred keeps the stars of a cell on the line of the word before.
var starred = strings.NewReplacer(" *", units.Unbroken(" *"), " ✓", units.Unbroken(" ✓"))

// printTable prints a table of a document below its caption.
func printTable(con Console, t report.Table) {
	con.Text(t.Caption, "")
	var header table.Row
	var words []int // columns aligned to the left
	for i, c := range t.Columns {
		header = append(header, c.Head)
		if !c.Number {
			words = append(words, i+1)
		}
	}
	rows := Map(t.Rows, func(cells []report.Cell) table.Row {
		return Map(cells, func(c report.Cell) any { return starred.Replace(c.Text) })
	})
	con.Table(header, rows, words...)
}

// ExplainTuning prints what the columns of the tables of a tuning mean.
func ExplainTuning(con Console, outcome tune.Outcome) {
	con.Text("")
	con.Explain("terms of tuning", outcome.Tuner)
}

// ExplainResults prints what the columns of the table of results mean.
func ExplainResults(con Console) {
	con.Text("")
	con.Explain("columns", nil)
}

const (
	// mostCombinations is the maximum number of combinations of a grid that are printed in full.
	mostCombinations = 20
	// bestCombinations is the number of combinations that are printed of a larger grid.
	bestCombinations = 10
)

// PrintTuning prints what a tuning found. Of a large grid, it prints the best combinations. The
// name is that of the experiment.
func PrintTuning(con Console, outcome tune.Outcome, name, store string) {
	con.Text(outcome.Conclusions()...)
	for _, t := range report.TuningTables(outcome) {
		count := len(t.Rows)
		if t.Name == "grid" && count > mostCombinations {
			t.Rows = t.Rows[:bestCombinations]
			t.Caption = fmt.Sprintf("%s. Shown are the first %d of %s; %s writes "+
				"all of them to tables/grid.csv.", t.Caption, bestCombinations,
				units.Grouped(uint64(count)), CommandIn(store, "report", name))
		}
		fmt.Fprintln(con.Out)
		printTable(con, t)
	}
}
