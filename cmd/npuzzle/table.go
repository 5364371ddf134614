package main

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// plainStyle draws a table without a frame, its header as it is written.
var plainStyle = table.Style{
	Name: "npuzzle",
	Box: table.BoxStyle{
		MiddleHorizontal: "-",
		PaddingRight:     "  ",
		UnfinishedRow:    "~",
	},
	Options: table.Options{SeparateHeader: true},
}

// printTable prints rows under a header. Columns whose number, counted from 1,
// is among the words are aligned to the left, all others to the right.
func printTable(w io.Writer, header table.Row, rows []table.Row, words ...int) error {
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
	_, err := fmt.Fprintln(w, t.Render())
	return err
}
