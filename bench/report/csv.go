package report

import (
	"encoding/csv"
	"strings"
)

// CSV returns the table as comma-separated values, with a line of the columns' fields above them. The
// numbers have all digits and no units, so that programs can compute with them: times are in seconds,
// memory in bytes, and shares go from 0 to 1.
func (t Table) CSV() string {
	lines := make([][]string, 1+len(t.Rows))
	for _, c := range t.Columns {
		lines[0] = append(lines[0], c.Fields...)
	}
	for i, row := range t.Rows {
		for _, cell := range row {
			lines[i+1] = append(lines[i+1], cell.Full...)
		}
	}
	var text strings.Builder
	_ = csv.NewWriter(&text).WriteAll(lines) // a strings.Builder takes all
	return text.String()
}
