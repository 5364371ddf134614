package puzzle

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxLine is the maximum length of a line in bytes. The largest board takes about 900
// bytes.
const maxLine = 64 << 10

// A ParseError says where a text is wrong and what was expected there. Board, Line and
// Field count from 1. They are 0 if the place is unknown or the error concerns a whole
// text, board or line.
type ParseError struct {
	Board, Line, Field int
	Reason             string
}

// Error returns one line such as
// "board 2 (line 7, field 4): tile 5 appears twice; expected each of 0 to 8 once".
func (e *ParseError) Error() string {
	var where []string
	if e.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", e.Line))
	}
	if e.Field > 0 {
		where = append(where, fmt.Sprintf("field %d", e.Field))
	}
	place := strings.Join(where, ", ")
	if e.Board > 0 {
		place = strings.TrimSuffix(fmt.Sprintf("board %d (%s)", e.Board, place), " ()")
	}
	return strings.TrimPrefix(place+": "+e.Reason, ": ")
}

// Parse reads a text that holds exactly one board, in any form that Reader reads. The
// zero size accepts every size.
func Parse(text string, size Size) (Board, error) {
	r := NewReader(strings.NewReader(text), size)
	b, err := r.Next()
	if err == io.EOF {
		return Board{}, &ParseError{Reason: "no board; expected one such as 1 2 3/4 5 6/7 8 0"}
	}
	if err != nil {
		return Board{}, err
	}
	if _, err := r.Next(); err != io.EOF {
		return Board{}, &ParseError{Line: r.line, Reason: "more than one board; expected one"}
	}
	return b, nil
}

// Reader reads boards from a text. It recognises the form of each board by its content:
//
//   - rows separated by "/": 1 2 3/4 5 6/7 8 0; a single row ends with "/": 1 2 3 0/
//   - the numbers row by row, if the size is given to NewReader or the board is square:
//     1 2 3 4 5 6 7 8 0
//   - digits without spaces, if the board has at most ten cells: 123456780
//   - a line with the size (3, "2 3" or 2x3), then a line for each row
//   - a line for each row, if the size is given to NewReader or the rows have at least
//     three numbers. Rows of boards of unknown size must follow each other without a line
//     between them, and end before a line that repeats a tile
//
// A line that is a whole board is never read as the first row of a larger one, so boards
// one per line are returned as soon as their line is read.
//
// Spaces, tabs or commas separate numbers. The blank is 0, _ or x. A "#" begins a
// comment. Reader keeps only two lines and one board in memory.
type Reader struct {
	lines *bufio.Scanner
	size  Size  // required size of each board; zero for any
	line  int   // number of the current line
	read  int   // number of lines read; more than line if the last line was put back
	board int   // number of boards begun
	rows  []int // numbers of the lines that hold the tiles of the board

	// text and err are what the last line read was. If again is true, the line was put
	// back, and is the next one.
	text  string
	err   error
	again bool

	whole int // number of the last line that was a whole square board
}

// NewReader returns a Reader of boards of the given size. The zero Size accepts every
// size.
func NewReader(r io.Reader, size Size) *Reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &Reader{lines: lines, size: size}
}

// Next returns the next board, or io.EOF after the last one. If the text is wrong, the
// error is a *ParseError. The next call then continues after the wrong board, or returns
// io.EOF if a line was too long. Other errors come from the underlying reader.
func (r *Reader) Next() (Board, error) {
	text, err := r.nextLine()
	if err != nil {
		return Board{}, err
	}
	r.board++
	r.rows = nil
	if text, err = r.spaced(text); err != nil {
		return Board{}, err
	}
	unsized := r.size == Size{}
	if size, ok := sizeLine(text); ok && (unsized || size == r.size || len(splitFields(text)) != r.size.Cols) {
		return r.readRows(size)
	}
	if strings.Contains(text, "/") {
		return r.readSlashed(text)
	}
	tiles, err := r.tiles(text)
	if err != nil {
		return Board{}, err
	}
	switch n := len(tiles); {
	case unsized:
		return r.readUnsized(tiles)
	case n == r.size.Cols && n < r.size.Cells() && r.size.check() == nil:
		r.again = true // the line is the first row
		return r.readRows(r.size)
	}
	return r.finish(r.size, tiles, len(tiles))
}

// readUnsized reads a board of unknown size without slashes. The given tiles are those of
// its first line: all tiles of a square board, or its first row. A board with a mistake
// is assumed to have as many rows as columns if more lines follow.
func (r *Reader) readUnsized(tiles []int) (Board, error) {
	n, first, rows := len(tiles), r.line, 1
	side := int(math.Sqrt(float64(n)))
	square := side*side == n
	if square && n <= MaxSide*MaxSide && complete(tiles) {
		r.whole = first
		return r.finish(Size{side, side}, tiles, n)
	}
	broken := false // whether the rows repeat a tile
	for (rows+1)*n <= MaxSide*MaxSide && !(broken && rows >= n) {
		text, err := r.nextLine()
		row, fault := r.tiles(text)
		repeats := slices.ContainsFunc(row, func(t int) bool { return slices.Contains(tiles, t) })
		other := err != nil || fault != nil || len(row) != n || r.line != first+rows
		if other || repeats && !broken && (rows == 1 || complete(tiles)) {
			r.again = true // the line belongs to another board
			break
		}
		tiles, broken = append(tiles, row...), broken || repeats
		rows++
	}
	r.line = first
	size := Size{rows, n}
	switch {
	case rows == 1 && !square:
		return Board{}, r.fault(0, "%d numbers make no square board; expected rows separated by / or a size", n)
	case rows == 1:
		size = Size{side, side}
	case r.whole == first-1 && square && !complete(tiles):
		return Board{}, r.fault(0, "rows that are no board; line %d is a whole board, so expected a line with the "+
			"size before it if it is the first row", r.whole)
	}
	return r.finish(size, tiles, n)
}

// complete reports whether the tiles are those of a board.
func complete(tiles []int) bool {
	cell, _ := firstFault(tiles)
	return cell < 0
}

// nextLine returns the next line that is not empty, without its comment.
func (r *Reader) nextLine() (string, error) {
	if !r.again {
		r.text, r.err = r.scan()
	}
	r.again, r.line = false, r.read
	return r.text, r.err
}

// scan reads lines until one is not empty, and returns it without its comment.
func (r *Reader) scan() (string, error) {
	for r.lines.Scan() {
		if err := r.lines.Err(); err != nil {
			return "", err // the line may be incomplete
		}
		r.read++
		text := r.lines.Text()
		if r.read == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // byte order mark
		}
		text, _, _ = strings.Cut(text, "#")
		if text = strings.TrimSpace(text); text != "" {
			return text, nil
		}
	}
	switch err := r.lines.Err(); err {
	case nil:
		return "", io.EOF
	case bufio.ErrTooLong:
		r.lines = bufio.NewScanner(strings.NewReader("")) // do not read the rest of the line as a board
		r.read++
		reason := fmt.Sprintf("longer than %d bytes; expected one board or one row", maxLine)
		return "", &ParseError{Line: r.read, Reason: reason}
	default:
		return "", err
	}
}

// mostDigits is the maximum number of cells of a board whose tiles all have one digit.
const mostDigits = 10

// spaced inserts spaces between the tiles of a board written without spaces, such as
// 123456780 or 123/456/780. It returns other lines unchanged. A line without slashes is
// changed only if it has at least four characters, or one for each cell of the Reader's
// size. Otherwise the number of a size line would be read as a board.
func (r *Reader) spaced(text string) (string, error) {
	_, sized := sizeLine(text)
	cells := len(text) - strings.Count(text, "/")
	switch slashed := cells < len(text); {
	case !isDigits(text), sized && len(text) <= len("16x16") && strings.ContainsAny(text, "xX"):
		return text, nil
	case slashed && cells > mostDigits, !slashed && cells < 4 && cells != r.size.Cells():
		return text, nil
	case cells > mostDigits:
		return "", r.fault(0, "%d digits in a row; expected spaces between them, since a board of more than %d cells "+
			"has tiles of two digits", cells, mostDigits)
	}
	return apart(text), nil
}

// isDigits reports whether a text holds only digits, signs of the blank and slashes.
func isDigits(text string) bool { return strings.Trim(text, "0123456789_xX/") == "" }

// apart inserts spaces between the characters of a text.
func apart(text string) string { return strings.Join(strings.Split(text, ""), " ") }

// sizeLine returns the size that a line gives for the rows that follow, and reports
// whether the line is a size. No board looks like a size, because a board has a blank and
// at least two cells.
func sizeLine(text string) (Size, bool) {
	fields := splitFields(text)
	switch {
	case strings.Contains(text, "/"), strings.Trim(text, "0") == "": // a slash separates rows, and 0 is the blank
	case len(fields) == 1:
		rows, cols, found := strings.Cut(strings.ToLower(fields[0]), "x")
		if !found {
			cols = rows
		}
		return sizeOf(rows, cols)
	case len(fields) == 2 && fields[0] != "0" && fields[1] != "0":
		return sizeOf(fields[0], fields[1])
	}
	return Size{}, false
}

func sizeOf(rows, cols string) (Size, bool) {
	r, errRows := strconv.Atoi(rows)
	c, errCols := strconv.Atoi(cols)
	return Size{r, c}, errRows == nil && errCols == nil
}

// readRows reads the rows that follow a size line, or the rows of a board of a known
// size. It reads all rows even if one is wrong, so that the next board begins after them.
func (r *Reader) readRows(size Size) (Board, error) {
	if err := size.check(); err != nil {
		return Board{}, r.fault(0, "%v", err)
	}
	fault := r.checkSize(size)
	var tiles []int
	r.rows = nil
	for row := range size.Rows {
		text, err := r.nextLine()
		if err == io.EOF {
			return Board{}, cmp.Or(fault, r.fault(0, "%d rows of a %v board; expected %d", row, size, size.Rows))
		}
		if err != nil {
			return Board{}, err
		}
		if size.Cols > 1 && size.Cells() <= mostDigits && isDigits(text) {
			text = apart(text)
		}
		line, err := r.tiles(text)
		if err == nil && len(line) != size.Cols {
			err = r.fault(0, "row %d has %d numbers; expected %d", row+1, len(line), size.Cols)
		}
		fault = cmp.Or(fault, err)
		tiles = append(tiles, line...)
	}
	if fault != nil {
		return Board{}, fault
	}
	return r.finish(size, tiles, size.Cols)
}

// readSlashed reads rows separated by "/".
func (r *Reader) readSlashed(text string) (Board, error) {
	rows := strings.Split(text, "/")
	if len(rows) == 2 && strings.TrimSpace(rows[1]) == "" {
		rows = rows[:1] // a slash at the end marks a single row
	}
	cols := len(splitFields(rows[0]))
	if cols == 0 {
		return Board{}, r.fault(0, "row 1 is empty; expected numbers")
	}
	for i, row := range rows {
		if n := len(splitFields(row)); n != cols {
			return Board{}, r.fault(0, "row %d has %d numbers; expected %d as in row 1", i+1, n, cols)
		}
	}
	tiles, err := r.tiles(strings.Join(rows, " "))
	if err != nil {
		return Board{}, err
	}
	return r.finish(Size{len(rows), cols}, tiles, len(tiles))
}

// tiles reads the numbers of a line. The blank is 0, _ or x.
func (r *Reader) tiles(text string) ([]int, error) {
	var tiles []int
	for i, field := range splitFields(text) {
		t, err := strconv.Atoi(field)
		if field == "_" || field == "x" || field == "X" {
			t, err = 0, nil
		}
		if err != nil || t < 0 || field[0] == '-' || field[0] == '+' {
			return nil, r.fault(i+1, "%.20q is not a tile; expected a whole number, or 0, _ or x for the blank", field)
		}
		tiles = append(tiles, t)
	}
	r.rows = append(r.rows, r.line)
	return tiles, nil
}

// finish checks the size and the tiles, which were read from lines of the given length, and
// returns the board.
func (r *Reader) finish(size Size, tiles []int, perLine int) (Board, error) {
	if err := r.checkSize(size); err != nil {
		return Board{}, err
	}
	b, cell, err := arrange(size, tiles)
	if cell >= 0 {
		r.line = r.rows[cell/perLine]
		return Board{}, r.fault(cell%perLine+1, "%v", err)
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

func (r *Reader) fault(field int, format string, args ...any) error {
	return &ParseError{Board: r.board, Line: r.line, Field: field, Reason: fmt.Sprintf(format, args...)}
}

func splitFields(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,\r", c) })
}
