package report

import (
	"encoding/csv"
	"strings"
)

// CSV returns the table as comma-separated values, with a line of the columns'
// fields above them.
func (t Table) CSV() string {
	var text strings.Builder
	w := csv.NewWriter(&text)
	var line []string
	for _, c := range t.Columns {
		line = append(line, c.Fields...)
	}
	_ = w.Write(line) // a strings.Builder takes all
	for _, row := range t.Rows {
		line = line[:0]
		for _, cell := range row {
			line = append(line, cell.Full...)
		}
		_ = w.Write(line)
	}
	w.Flush()
	return text.String()
}
