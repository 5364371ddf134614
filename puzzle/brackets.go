package puzzle

import (
	"slices"
	"strings"
	"unicode"
)

// withoutBrackets returns the boards or rows of a line without brackets, with "/" between
// the rows of a board. It returns nothing if the line has only brackets and separators.
//
// One closing bracket between two rows ends a row, and two of them end a board. If each of
// several rows is a whole board, the rows are boards.
func withoutBrackets(text string) []string {
	const brackets = "[](){}"
	if !strings.ContainsAny(text, brackets) {
		text = withoutSemicolons(text)
		if text == "" {
			return nil
		}
		return []string{text}
	}
	var boards [][]string // rows of each board
	var row strings.Builder
	var rows []string
	endRow := func() {
		if text := strings.TrimRight(row.String(), " \t,;"); text != "" {
			rows = append(rows, withoutSemicolons(text))
		}
		row.Reset()
	}
	opening := 0 // number of brackets before the first number
	closing := 0 // number of closing brackets since the last number
	begun := false
	between := true // no number followed the last bracket
	for _, c := range text {
		switch {
		case strings.ContainsRune("[({", c):
			between = true
			if !begun {
				opening++
			}
			continue
		case strings.ContainsRune("])}", c):
			between = true
			closing++
			continue
		case between && (unicode.IsSpace(c) || c == ',' || c == ';'):
			continue
		}
		if between && begun {
			row.WriteByte(' ')
		}
		if closing > 0 && begun {
			endRow()
		}
		if closing > 1 && begun {
			boards = append(boards, rows)
			rows = nil
		}
		begun = true
		between = false
		closing = 0
		row.WriteRune(c)
	}
	endRow()
	if rows != nil {
		boards = append(boards, rows)
	}
	nested := opening > 1 && closing > 1
	var lines []string
	for _, rows := range boards {
		switch {
		case len(rows) > 1 && !slices.ContainsFunc(rows, isNoBoard):
			lines = append(lines, rows...)
		case len(rows) == 1 && nested && !strings.Contains(rows[0], "/"):
			lines = append(lines, rows[0]+"/")
		default:
			lines = append(lines, strings.Join(rows, "/"))
		}
	}
	return lines
}

// isNoBoard reports whether a row is not a whole square board.
func isNoBoard(row string) bool {
	cells, err := new(Reader).cells(row)
	return err != nil || !isWhole(cells)
}

// withoutSemicolons writes the semicolons of a line as the separators that they stand for:
// of rows if several numbers stand between them, and otherwise of numbers.
func withoutSemicolons(text string) string {
	if !strings.Contains(text, ";") {
		return text
	}
	parts := strings.Split(text, ";")
	several := func(part string) bool { return len(fields(part)) > 1 }
	if !slices.ContainsFunc(parts, several) {
		return strings.Join(parts, ",")
	}
	if strings.TrimSpace(parts[len(parts)-1]) == "" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, "/")
}
