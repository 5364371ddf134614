package puzzle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// readSlashed reads rows separated by "/".
func (r *Reader) readSlashed(text string) (Board, error) {
	texts := strings.Split(text, "/")
	if len(texts) == 2 && strings.TrimSpace(texts[1]) == "" {
		texts = texts[:1] // a slash at the end marks a single row
	}
	if len(texts) > MaxSide {
		return Board{}, r.fault(0, "%d rows; expected at most %d", len(texts), MaxSide)
	}
	var rows [][]cell
	before := 0 // number of fields in the rows before
	for _, text := range texts {
		row, err := r.cells(text)
		if parse, ok := errors.AsType[*ParseError](err); ok {
			parse.Field += before
			return Board{}, parse
		}
		for i := range row {
			row[i].field += before
		}
		before += len(row)
		rows = append(rows, row)
	}
	if len(rows[0]) == 0 {
		return Board{}, r.fault(0, "row 1 is empty; expected numbers")
	}
	cols := columns(rows)
	var cells []cell
	for i, row := range rows {
		row = fitted(row, cols)
		if len(row) != cols {
			read := slices.Concat(rows...)
			return Board{}, r.wrongRow(i+1, row, cols, "as in row 1", hasBlank(read))
		}
		cells = append(cells, row...)
	}
	return r.finish(Size{Rows: len(rows), Cols: cols}, cells)
}

// columns returns the number of cells of the first row. If the row has empty fields, the
// next row without one decides whether they are the blank.
func columns(rows [][]cell) int {
	for i, row := range rows {
		if len(withoutEmpty(row)) < len(row) {
			continue
		}
		if i == 0 || len(row) == len(rows[0]) {
			return len(row)
		}
		break
	}
	if len(rows) == 1 && complete(withBlank(rows[0])) {
		return len(rows[0])
	}
	return len(withoutEmpty(rows[0]))
}

// readKnown reads a board of the size of the Reader, without slashes and without a line
// with the size. The cells are those of the first line: the whole board or its first row.
func (r *Reader) readKnown(cells []cell) (Board, error) {
	row := fitted(cells, r.size.Cols)
	if len(row) == r.size.Cols && len(row) < r.size.Cells() && r.size.check() == nil {
		return r.readRows(r.size, row, "")
	}
	full := fitted(cells, r.size.Cells())
	if n := len(full); n == r.size.Cells()+1 && complete(full[1:]) {
		full = full[1:] // the first number is that of the board in a list
	}
	return r.finish(r.size, full)
}

// readUnsized reads a board of unknown size without slashes. The cells are those of its
// first line: all cells of a square board, or its first row. Empty fields are the blank if
// they make the board whole, or if the next row has as many numbers. The first number is that
// of the board in a list if the others are a board.
func (r *Reader) readUnsized(first []cell) (Board, error) {
	row := withoutEmpty(first)
	full := withBlank(first)
	n := len(row)
	listed := n > smallestListed && isWhole(row[1:])
	switch {
	case isWhole(row):
		return r.readWhole(row)
	case isWhole(full) && !r.continued(first):
		return r.readWhole(full)
	case listed && !r.continued(first):
		return r.readWhole(row[1:])
	}
	if n < len(full) {
		next, ok := r.nextRow(0)
		if !ok || len(withoutEmpty(next)) != n {
			row = full
		}
	}
	return r.readUnsizedRows(row)
}

// continued reports whether the next line can be a second row below the given fields: it has
// as many fields, and other numbers.
func (r *Reader) continued(first []cell) bool {
	next, ok := r.nextRow(0)
	return ok && len(next) == len(first) && !repeats(withoutEmpty(first), withoutEmpty(next))
}

// smallestListed is the number of cells of the smallest board that may have its number in
// a list before it.
const smallestListed = 9

// isWhole reports whether the cells of a line are a square board.
func isWhole(cells []cell) bool {
	n := len(cells)
	return n > 1 && n <= MaxSide*MaxSide && isSquare(n) && complete(cells)
}

// readWhole returns the square board that the cells of the current line are.
func (r *Reader) readWhole(cells []cell) (Board, error) {
	r.whole = r.line
	side := squareRoot(len(cells))
	return r.finish(Size{Rows: side, Cols: side}, cells)
}

// squareRoot returns the whole part of the square root.
func squareRoot(n int) int { return int(math.Sqrt(float64(n))) }

// isSquare reports whether a number is the square of a number.
func isSquare(n int) bool { return squareRoot(n)*squareRoot(n) == n }

// nextRow returns the cells of a line ahead, without taking it, and reports whether the
// line can be a row of the current board: it must follow without a line between, and have
// only numbers and signs of the blank.
func (r *Reader) nextRow(after int) ([]cell, bool) {
	l := r.peek(after)
	if l.err != nil || l.json || l.number != r.line+after+1 {
		return nil, false
	}
	cells, err := r.cells(l.text)
	for i := range cells {
		cells[i].line = l.number
	}
	return cells, err == nil
}

// readUnsizedRows reads a board of unknown size whose first row was read. The rows end
// before a line that repeats a tile of a whole board. A board with a mistake is assumed to
// have as many rows as columns if more lines follow.
func (r *Reader) readUnsizedRows(cells []cell) (Board, error) {
	n := len(cells)
	first := r.line
	rows := 1
	broken := false // whether the rows repeat a tile
	for (rows+1)*n <= MaxSide*MaxSide && !(broken && rows >= n) {
		next, ok := r.nextRow(0)
		row := fitted(next, n)
		if !ok || len(row) != n {
			break
		}
		again := repeats(cells, row) // the line may have a mistake or begin another board
		if again && !broken && (rows == 1 || complete(cells)) {
			break // the line belongs to another board
		}
		r.take()
		cells = append(cells, row...)
		broken = broken || again
		rows++
	}
	if err := r.raggedRow(cells, rows, n); err != nil {
		return Board{}, err
	}
	size := Size{Rows: rows, Cols: n}
	square := isSquare(n)
	switch {
	case rows == 1 && !square:
		return Board{}, r.notSquare(cells)
	case rows == 1:
		size = Size{Rows: squareRoot(n), Cols: squareRoot(n)}
	case r.whole == first-1 && square && !complete(cells):
		r.line = first
		return Board{}, r.fault(0,
			"rows that are no board; line %d is a whole board, so expected a line "+
				"with the size before it if it is the first row", r.whole)
	}
	r.line = first
	return r.finish(size, cells)
}

// raggedRow returns an error if the rows so far are no board, and the line after them
// continues them with another number of cells. It takes the remaining rows, so that the
// next board begins after them.
func (r *Reader) raggedRow(cells []cell, rows, n int) error {
	ragged, ok := r.continuation(cells)
	if !ok || complete(cells) || len(ragged) == n {
		return nil
	}
	at := r.take().number
	row := ragged
	for ok {
		cells = append(cells, row...)
		row, ok = r.continuation(cells)
		if ok {
			r.take()
		}
	}
	r.line = at
	return r.wrongRow(rows+1, ragged, n, "as in row 1", hasBlank(cells))
}

// continuation returns the cells of the next line, and reports whether the line can be a
// row of the board with the given cells, apart from its number of cells: it repeats no
// tile.
func (r *Reader) continuation(cells []cell) ([]cell, bool) {
	next, ok := r.nextRow(0)
	row := withoutEmpty(next)
	fresh := len(row) > 0 && !repeats(cells, row) && !repeats(nil, row)
	return row, ok && fresh && len(cells) < MaxSide*MaxSide
}

// notSquare returns the error about a line of cells that is not a square board and that no
// row follows.
func (r *Reader) notSquare(cells []cell) error {
	n := len(cells)
	reason := "expected rows separated by / or a size"
	if isSquare(n+1) && !hasBlank(cells) {
		reason += ", and 0 for the blank"
	}
	return r.fault(0, "%d numbers make no square board; %s", n, reason)
}

// readSized reads a board after a line with its size. A line of two numbers is the first
// row of two columns if the rows after it make it so.
func (r *Reader) readSized(size Size, text string) (Board, error) {
	if cells, err := r.cells(text); err == nil && len(cells) == 2 {
		if rows := r.rowsOfTwo(size, cells); rows > 0 {
			for range rows - 1 {
				row, _ := r.nextRow(0)
				cells = append(cells, row...)
				r.take()
			}
			return r.finish(Size{Rows: rows, Cols: 2}, cells)
		}
	}
	if err := size.check(); err != nil {
		return Board{}, r.fault(0, "%v", err)
	}
	if label := r.peek(0); label.err == nil && hasPrefix(label.text, startLabel) {
		return r.readPositions(size)
	}
	return r.readRows(size, nil, fmt.Sprintf("as line %d gives the size %v", r.line, size))
}

// rowsOfTwo returns the number of rows of the board that begins with the given row of two
// numbers, or 0 if the row is a line with a size. It is a size if the board of this size
// follows in rows of two numbers, and otherwise a row if it and the next rows are a board.
func (r *Reader) rowsOfTwo(size Size, cells []cell) int {
	rows := 0
	for n := range MaxSide {
		if size.Cols == 2 && n == size.Rows && complete(cells[2:]) {
			return 0
		}
		if rows == 0 && complete(cells) {
			rows = n + 1
		}
		if rows > 0 && (size.Cols != 2 || n >= size.Rows) {
			return rows
		}
		row, ok := r.nextRow(n)
		if !ok || len(row) != 2 || len(withoutEmpty(row)) != 2 {
			break
		}
		cells = append(cells, row...)
	}
	return rows
}

// readRows reads the rows of a board whose size is known. The given cells are those of the
// first row, or none if it was not read yet. It reads all rows even if one is wrong, so that
// the next board begins after them. The text why says in an error where the size comes from.
func (r *Reader) readRows(size Size, first []cell, why string) (Board, error) {
	fault := r.checkSize(size)
	var rows [][]cell
	var lines []int // numbers of the lines of the rows
	if first != nil {
		rows = append(rows, first)
		lines = append(lines, r.line)
	}
	for len(rows) < size.Rows {
		l := r.peek(0)
		if l.err == io.EOF {
			break
		}
		r.take()
		if l.err != nil {
			return Board{}, l.err
		}
		text := l.text
		if size.Cols > 1 && size.Cells() <= mostDigits && isDigits(text) {
			text = apart(text)
		}
		row, err := r.cells(text)
		if fault == nil {
			fault = err
		}
		rows = append(rows, fitted(row, size.Cols))
		lines = append(lines, r.line)
	}
	if fault != nil {
		return Board{}, fault
	}
	cells := slices.Concat(rows...)
	for i, row := range rows {
		if len(row) != size.Cols {
			r.line = lines[i]
			return Board{}, r.wrongRow(i+1, row, size.Cols, why, hasBlank(cells))
		}
	}
	if len(rows) < size.Rows {
		return Board{}, r.fault(0, "%d rows of a %v board; expected %d", len(rows), size, size.Rows)
	}
	return r.finish(size, cells)
}

// wrongRow returns the error about a row that should have n cells. The text why says what
// gives this number. If a single cell is missing and the board has no blank, the error says
// how to write the blank.
func (r *Reader) wrongRow(number int, row []cell, n int, why string, blank bool) error {
	expected := fmt.Sprint(n)
	if why != "" {
		expected += " " + why
	}
	if len(row) == n-1 && !blank {
		expected += ", with 0 for the blank"
	}
	numbers := units.Plural(len(row), "number", "numbers")
	return r.fault(0, "row %d has %s; expected %s", number, numbers, expected)
}

// The lines before the positions of tiles in instances of Ruml.
const (
	startLabel = "starting positions"
	goalLabel  = "goal positions"
)

// readPositions reads the positions of the tiles in the board and, if they follow, in the
// goal.
func (r *Reader) readPositions(size Size) (Board, error) {
	fault := r.checkSize(size)
	start, err := r.readArrangement(size, startLabel)
	if fault == nil {
		fault = err
	}
	if hasPrefix(r.peek(0).text, goalLabel) {
		r.goal, err = r.readArrangement(size, goalLabel)
		if fault == nil {
			fault = err
		}
	}
	return start, fault
}

// readArrangement reads a label and the position of each tile, the blank first.
func (r *Reader) readArrangement(size Size, label string) (Board, error) {
	r.take() // the label
	tiles := make([]int, size.Cells())
	for i := range tiles {
		tiles[i] = nothing
	}
	var fault error
	tile := 0
	for tile < len(tiles) {
		l := r.peek(0)
		if l.err != nil || hasPrefix(l.text, goalLabel) {
			break
		}
		r.take()
		cells, err := r.cells(l.text)
		if err != nil {
			return Board{}, err
		}
		for _, c := range cells {
			if fault == nil && tile < len(tiles) {
				fault = r.place(tiles, tile, c)
			}
			tile++
		}
	}
	if fault == nil && tile != len(tiles) {
		fault = r.fault(0, "%d %s; expected %d, one of each tile and of the blank", tile, label,
			len(tiles))
	}
	if fault != nil {
		return Board{}, fault
	}
	return New(size, tiles)
}

// place puts a tile on the cell that a number of the text names.
func (r *Reader) place(tiles []int, tile int, position cell) error {
	index := position.tile
	last := len(tiles) - 1
	switch {
	case index < 0 || index > last:
		return r.fault(position.field, "position %d of tile %d is out of range; expected 0 to %d",
			index, tile, last)
	case tiles[index] != nothing:
		return r.fault(position.field,
			"position %d appears twice, for tiles %d and %d; expected each "+
				"of 0 to %d once", index, tiles[index], tile, last)
	}
	tiles[index] = tile
	return nil
}

// hasPrefix reports whether a text begins with a prefix, in upper or lower case.
func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// isObject reports whether a line is a JSON object. Braces around numbers are brackets.
func isObject(text string) bool {
	rest, braced := strings.CutPrefix(text, "{")
	rest = strings.TrimSpace(rest)
	return braced && (rest == "" || rest[0] == '"' || rest[0] == '}')
}

// readObject reads a JSON object. Its board and its goal are texts or lists of numbers.
func (r *Reader) readObject(l line) (Board, error) {
	var object struct {
		Board, Goal json.RawMessage
		Rows, Cols  int
	}
	if err := json.Unmarshal([]byte(l.text), &object); err != nil {
		return Board{}, r.fault(0, "not a JSON object in one line: %v", err)
	}
	if object.Board == nil {
		return Board{}, r.fault(0, `no key "board" in the JSON object; expected one such as `+
			`"board":"1 2 3/4 5 6/7 8 0"`)
	}
	size := Size{Rows: object.Rows, Cols: object.Cols}
	if object.Rows == 0 || object.Cols == 0 {
		size = r.size
	}
	start, err := r.boardIn(object.Board, size)
	if err != nil {
		return Board{}, err
	}
	if err := r.checkSize(start.size); err != nil {
		return Board{}, err
	}
	if object.Goal == nil {
		return start, nil
	}
	var name string
	if json.Unmarshal(object.Goal, &name) != nil {
		name = string(object.Goal) // a list of numbers
	}
	r.goal, err = Goal(name, start.size)
	if err != nil {
		return Board{}, r.fault(0, "%v", err)
	}
	return start, nil
}

// boardIn returns the board that a JSON value holds.
func (r *Reader) boardIn(value json.RawMessage, size Size) (Board, error) {
	var text string
	if json.Unmarshal(value, &text) != nil {
		text = string(value) // a list of numbers
	}
	b, err := Parse(text, size)
	if parse, ok := errors.AsType[*ParseError](err); ok {
		err = r.fault(parse.Field, "%s", parse.Reason)
	}
	return b, err
}

// finish checks the size and the cells, and returns the board.
func (r *Reader) finish(size Size, cells []cell) (Board, error) {
	if err := r.checkSize(size); err != nil {
		return Board{}, err
	}
	b, wrong, err := arrange(size, tilesOf(cells))
	if wrong >= 0 {
		r.line = cells[wrong].line
		return Board{}, r.fault(cells[wrong].field, "%v", err)
	}
	if err != nil {
		return Board{}, r.fault(0, "%v", err)
	}
	return b, nil
}

// checkSize returns an error unless a board may have the size.
func (r *Reader) checkSize(size Size) error {
	if r.size != (Size{}) && size != r.size {
		return r.fault(0, "size %v; expected %v", size, r.size)
	}
	return nil
}
