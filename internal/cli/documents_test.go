package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/report"
)

// A document that is printed fits the terminal, with its words and its tables.
func TestPrintedDocument(t *testing.T) {
	long := strings.Repeat("words ", 30)
	heads := report.Table{Caption: long}
	cells := []report.Cell{}
	for i := range 6 {
		heads.Columns = append(heads.Columns,
			report.Column{Head: fmt.Sprintf("expanded by %d", i), Number: i > 1})
		cells = append(cells, report.Text("12,345,678"))
	}
	heads.Rows = [][]report.Cell{cells, cells}
	claims := report.Table{Columns: []report.Column{{Head: "claim", Row: true}, {Head: "verdict"}},
		Rows: [][]report.Cell{{report.Text(long), report.Text("holds")}}}
	var text bytes.Buffer
	con := Console{Out: NewTextWriter(&text), Columns: MinColumns}
	PrintDocument(con, report.Document{Title: "Title", Blocks: []report.Block{
		report.Answer{long}, report.Paragraph(long), report.List{long}, heads, claims,
	}})
	require.NoError(t, con.Out.Flush())
	assert.True(t, fits(text.String(), MinColumns), text.String())
	assert.Contains(t, text.String(), "\n0            1  ", "headings of two lines")
}
