package units

import (
	"strconv"
	"strings"
)

// CSVCell returns the text of a cell of a CSV file. A spreadsheet reads a text that
// begins with =, +, -, @, a tab or a carriage return as a formula, which may run a
// program. CSVCell puts an apostrophe before such a text, except before a number.
func CSVCell(text string) string {
	if text == "" || !strings.Contains("=+-@\t\r", text[:1]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
