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
	var l bracketed
	for _, c := range text {
		l.add(c)
	}
	l.endBoard()
	nested := l.opening > 1 && l.closing > 1
	var lines []string
	for _, rows := range l.boards {
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

// bracketed is a line with brackets that is split at them.
type bracketed struct {
	boards  [][]string      // rows of each board that has ended
	rows    []string        // rows of the current board that have ended
	row     strings.Builder // current row
	begun   bool            // whether a number was read
	opening int             // number of brackets before the first number
	closing int             // number of closing brackets since the last number
	bracket bool            // whether a bracket followed the last number
}

// add reads a character.
func (l *bracketed) add(c rune) {
	separator := unicode.IsSpace(c) || c == ',' || c == ';'
	switch {
	case strings.ContainsRune("[({", c):
		l.bracket = true
		if !l.begun {
			l.opening++
		}
	case strings.ContainsRune("])}", c):
		l.bracket = true
		l.closing++
	case separator && (l.bracket || !l.begun):
		// between brackets
	default:
		l.addToRow(c)
	}
}

// addToRow adds a character to the current row, after ending the row or the board before it.
func (l *bracketed) addToRow(c rune) {
	switch {
	case !l.begun || l.closing == 0:
	case l.closing == 1:
		l.endRow()
	default:
		l.endBoard()
	}
	if l.bracket {
		l.row.WriteByte(' ')
	}
	l.row.WriteRune(c)
	l.begun = true
	l.bracket = false
	l.closing = 0
}

// endRow ends the current row. A separator at its end separates nothing.
func (l *bracketed) endRow() {
	row := strings.Trim(l.row.String(), " \t,;")
	if row != "" {
		l.rows = append(l.rows, withoutSemicolons(row))
	}
	l.row.Reset()
}

// endBoard ends the current row and the current board.
func (l *bracketed) endBoard() {
	l.endRow()
	if l.rows != nil {
		l.boards = append(l.boards, l.rows)
	}
	l.rows = nil
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
