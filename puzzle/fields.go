package puzzle

import (
	"strconv"
	"strings"
	"unicode"
)

// cell is the content of a cell in a text, and its place there.
type cell struct {
	tile        int // 0 for the blank; nothing for an empty field
	line, field int
}

// nothing is the tile of an empty field, such as the second field of 1,,2.
const nothing = -1

// fields splits a row at spaces and commas. A part without text between two commas, or
// beside a comma at an end of the row, is an empty field.
func fields(text string) []string {
	var found []string
	parts := strings.Split(text, ",")
	for _, part := range parts {
		words := strings.FieldsFunc(part, separates)
		if len(words) == 0 && len(parts) > 1 {
			words = []string{""}
		}
		found = append(found, words...)
	}
	return found
}

// separates reports whether a character stands between the numbers of a line. No-break
// spaces do.
func separates(c rune) bool { return unicode.IsSpace(c) && c != '\n' }

// blanks are the signs of the blank besides 0.
const blanks = "_xX.-"

// mostFields is the number of fields above which a line is not read. It bounds the memory
// for a long line.
const mostFields = 1000

// cells reads the fields of a row or of a whole board in the current line.
func (r *Reader) cells(text string) ([]cell, error) {
	words := fields(text)
	if len(words) > mostFields {
		return nil, r.fault(0, "%d numbers; expected at most %d", len(words), MaxSide*MaxSide)
	}
	var cells []cell
	for i, field := range words {
		c := cell{line: r.line, field: i + 1}
		switch {
		case field == "":
			c.tile = nothing
		case len(field) == 1 && strings.Contains(blanks, field):
			c.tile = 0
		default:
			tile, err := strconv.Atoi(field)
			if err != nil || tile < 0 || field[0] == '-' || field[0] == '+' {
				return nil, r.fault(i+1,
					"%.20q is not a tile; expected a whole number, or 0, _, x, . "+
						"or - for the blank", field)
			}
			c.tile = tile
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// withoutEmpty returns the cells without the empty fields.
func withoutEmpty(cells []cell) []cell {
	var full []cell
	for _, c := range cells {
		if c.tile != nothing {
			full = append(full, c)
		}
	}
	return full
}

// withBlank returns the cells with the blank in each empty field.
func withBlank(cells []cell) []cell {
	full := make([]cell, len(cells))
	for i, c := range cells {
		c.tile = max(c.tile, 0)
		full[i] = c
	}
	return full
}

// fitted returns the cells of a row that should have n cells. If the empty fields make the
// row complete, they are the blank. Otherwise they only separate the numbers.
func fitted(cells []cell, n int) []cell {
	if len(cells) == n {
		return withBlank(cells)
	}
	return withoutEmpty(cells)
}

// tilesOf returns the tiles of cells.
func tilesOf(cells []cell) []int {
	tiles := make([]int, len(cells))
	for i, c := range cells {
		tiles[i] = c.tile
	}
	return tiles
}

// complete reports whether the cells have the tiles of a board.
func complete(cells []cell) bool {
	wrong, _ := firstFault(tilesOf(cells))
	return wrong < 0
}

// repeats reports whether a tile of the row is in the cells or, without cells, twice in
// the row.
func repeats(cells, row []cell) bool {
	seen := map[int]bool{}
	for _, c := range cells {
		seen[c.tile] = true
	}
	for _, c := range row {
		if seen[c.tile] {
			return true
		}
		if cells == nil {
			seen[c.tile] = true
		}
	}
	return false
}

// hasBlank reports whether a cell is the blank.
func hasBlank(cells []cell) bool {
	for _, c := range cells {
		if c.tile == 0 {
			return true
		}
	}
	return false
}

// mostDigits is the maximum number of cells of a board whose tiles all have one digit.
const mostDigits = 10

// spaced inserts spaces between the tiles of a board written without spaces, such as
// 123456780 or 123/456/780. It returns other lines unchanged. A line without slashes is
// changed only if it has at least four characters, or one for each cell of the Reader's
// size. Otherwise the number of a size line would be read as a board.
func (r *Reader) spaced(text string) (string, error) {
	_, sized := sizeOfLine(text)
	cells := len(text) - strings.Count(text, "/")
	switch slashed := cells < len(text); {
	case !isDigits(text), sized && len(text) <= len("16x16") && strings.ContainsAny(text, "xX"):
		return text, nil
	case slashed && cells > mostDigits, !slashed && cells < 4 && cells != r.size.Cells():
		return text, nil
	case cells > mostDigits:
		return "", r.fault(0,
			"%d digits in a row; expected spaces between them, since a board of more "+
				"than %d cells has tiles of two digits", cells, mostDigits)
	}
	return apart(text), nil
}

// isDigits reports whether a text holds only digits, signs of the blank and slashes.
func isDigits(text string) bool { return strings.Trim(text, "0123456789/"+blanks) == "" }

// apart inserts spaces between the characters of a text.
func apart(text string) string { return strings.Join(strings.Split(text, ""), " ") }

// sizeLine returns the size that a line gives for the rows that follow, and reports
// whether the line is a size. If the Reader has a size, a line with as many numbers as a
// row is a size only if it is this size.
func (r *Reader) sizeLine(text string) (Size, bool) {
	size, ok := sizeOfLine(text)
	if r.size == (Size{}) || size == r.size {
		return size, ok
	}
	return size, ok && len(fields(text)) != r.size.Cols
}

// sizeOfLine returns the size that a line gives, and reports whether the line is a size. No
// whole board looks like a size, because a board has a blank and at least two cells.
func sizeOfLine(text string) (Size, bool) {
	words := fields(text)
	switch {
	case strings.Contains(text, "/"): // separates rows
	case strings.Trim(text, "0") == "": // the blank
	case len(words) == 1:
		rows, cols, found := strings.Cut(plainTimes(words[0]), "x")
		if !found {
			cols = rows
		}
		return sizeOf(rows, cols)
	case len(words) == 2 && words[0] != "0" && words[1] != "0":
		return sizeOf(words[0], words[1])
	case len(words) == 3 && words[1] == "×":
		return sizeOf(words[0], words[2])
	}
	return Size{}, false
}

// plainTimes writes the sign between the sides of a size as x.
func plainTimes(text string) string {
	return strings.ReplaceAll(strings.ToLower(text), "×", "x")
}

func sizeOf(rows, cols string) (Size, bool) {
	r, errRows := strconv.Atoi(rows)
	c, errCols := strconv.Atoi(cols)
	return Size{Rows: r, Cols: c}, errRows == nil && errCols == nil
}
