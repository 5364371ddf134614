package units

import (
	"strconv"
	"strings"
)

// CSVCell returns the text of a cell of a CSV file. A spreadsheet takes a text that begins with =,
// +, -, @, a tab or a carriage return for a formula, which may run a program. An apostrophe before
// it makes it a text again. Numbers stay as they are.
func CSVCell(text string) string {
	if text == "" || !strings.Contains("=+-@\t\r", text[:1]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
