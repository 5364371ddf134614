package puzzle

import (
	"bufio"
	"fmt"
	"io"
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
// zero size accepts every size. Parse checks a goal in the text, but does not return it:
// see ParseWithGoal.
func Parse(text string, size Size) (Board, error) {
	b, _, err := ParseWithGoal(text, size)
	return b, err
}

// ParseWithGoal reads a text that holds exactly one board, and the goal that the text
// gives for it. The goal is the zero Board if the text gives none.
func ParseWithGoal(text string, size Size) (start, goal Board, err error) {
	r := NewReader(strings.NewReader(text), size)
	start, goal, err = r.Next()
	if err == io.EOF {
		return Board{}, Board{},
			&ParseError{Reason: "no board; expected one such as 1 2 3/4 5 6/7 8 0"}
	}
	if err != nil {
		return Board{}, Board{}, err
	}
	if _, _, err := r.Next(); err != io.EOF {
		return Board{}, Board{},
			&ParseError{Line: r.line, Reason: "more than one board; expected one"}
	}
	return start, goal, nil
}

// FormatWithGoal writes a board in one line that Parse reads back without knowing the
// size. A comment gives the goal unless the goal is BlankLast, so that ParseWithGoal and
// Reader return it.
func FormatWithGoal(start, goal Board) string {
	name := GoalText(goal)
	if name == BlankLast {
		return start.Line()
	}
	return start.Line() + " # " + goalKey + " " + name
}

// Reader reads boards from a text. It recognises the form of each board by its content:
//
//   - rows separated by "/": 1 2 3/4 5 6/7 8 0; a single row ends with "/": 1 2 3 0/
//   - the numbers row by row, if the size is given to NewReader or the board is square:
//     1 2 3 4 5 6 7 8 0. A number before them is the number of the board in a list, as in
//     Korf's list of instances
//   - digits without spaces, if the board has at most ten cells: 123456780
//   - a line with the size (3, "2 3" or 2x3), then a line for each row
//   - a line for each row, without the size. Rows of boards of unknown size must follow
//     each other without a line between them, and end before a line that repeats a tile
//   - brackets or parentheses around the rows and the board, in one line or in several:
//     [[1, 2, 3], [4, 5, 6], [7, 8, 0]]. A line may hold a list of boards
//   - a JSON object in a line, with the key "board" and perhaps the keys "goal", "rows" and
//     "cols", such as the lines of npuzzle generate --json
//   - the position of each tile, as in the instances of Ruml: a line with the rows and the
//     columns, the line "starting positions for each tile:", the cell of the blank and of
//     each tile, then perhaps "goal positions:" and the cells at the goal. Cells are
//     numbered row by row from 0
//
// A line that is a whole board is never read as the first row of a larger one, so boards
// one per line are returned as soon as their line is read.
//
// Spaces, tabs, commas or semicolons separate numbers. If several numbers stand between
// semicolons, the semicolons separate rows. The blank is 0, _, x, a point, a dash or, in a
// row with commas, nothing. A "#" begins a comment.
//
// A comment such as "# goal: snail" gives the goal, which is a name or a board. It stands
// on a line of the board, or on a line of its own before all boards that have this goal.
//
// Reader keeps only one board and a few lines in memory.
type Reader struct {
	lines *bufio.Scanner
	size  Size   // required size of each board; zero for any
	read  int    // number of lines read from the text
	line  int    // number of the current line
	board int    // number of boards begun
	ahead []line // lines that were read, but do not belong to the boards so far
	whole int    // number of the last line that was a whole square board
	goal  Board  // goal in the form of the current board; zero if the form has none
	note  note   // goal that a comment gives for the current board
	above note   // goal of the last comment on a line of its own
}

// line is a line of a text without its comment, and without brackets.
type line struct {
	number int
	text   string
	json   bool  // the line is a JSON object
	note   note  // goal that the comment of the line gives for one board
	above  note  // goal of the last comment above the line on a line of its own
	err    error // why there is no line
}

// note is the goal that a comment gives.
type note struct {
	goal string // "" for none
	line int
}

// NewReader returns a Reader of boards of the given size. The zero Size accepts every
// size.
func NewReader(r io.Reader, size Size) *Reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &Reader{lines: lines, size: size}
}

// Next returns the next board and the goal that the text gives for it, or io.EOF after the
// last board. The goal is the zero Board if the text gives none. If the text is wrong, the
// error is a *ParseError. The next call then continues after the wrong board, or returns
// io.EOF if a line was too long. Other errors come from the underlying reader.
func (r *Reader) Next() (start, goal Board, err error) {
	r.goal = Board{}
	r.note = note{}
	if l := r.peek(0); l.err != nil {
		r.take()
		return Board{}, Board{}, l.err
	}
	r.board++
	if start, err = r.next(); err != nil {
		return Board{}, Board{}, err
	}
	if goal, err = r.goalOf(start.size); err != nil {
		return Board{}, Board{}, err
	}
	return start, goal, nil
}

// next reads a board in the form that its first line has.
func (r *Reader) next() (Board, error) {
	l := r.take()
	if l.json {
		return r.readObject(l)
	}
	text, err := r.spaced(l.text)
	if err != nil {
		return Board{}, err
	}
	if strings.Contains(text, "/") {
		return r.readSlashed(text)
	}
	if size, ok := r.sizeLine(text); ok {
		return r.readSized(size, text)
	}
	cells, err := r.cells(text)
	if err != nil {
		return Board{}, err
	}
	if r.size == (Size{}) {
		return r.readUnsized(cells)
	}
	return r.readKnown(cells)
}

// goalOf returns the goal that the text gives for the current board, or the zero Board.
func (r *Reader) goalOf(size Size) (Board, error) {
	given := r.note
	if given.goal == "" {
		given = r.above
	}
	if r.goal != (Board{}) || given.goal == "" {
		return r.goal, nil
	}
	goal, err := Goal(given.goal, size)
	if err != nil {
		return Board{}, &ParseError{Board: r.board, Line: given.line, Reason: err.Error()}
	}
	return goal, nil
}

// peek returns a line that was not taken yet: the next one, or the one that follows after
// the given number of lines. A line without text has an error.
func (r *Reader) peek(after int) line {
	for len(r.ahead) <= after {
		if n := len(r.ahead); n > 0 && r.ahead[n-1].err != nil {
			return r.ahead[n-1]
		}
		r.ahead = append(r.ahead, r.scan()...)
	}
	return r.ahead[after]
}

// take returns the next line, which then belongs to the current board.
func (r *Reader) take() line {
	l := r.peek(0)
	r.ahead = r.ahead[1:]
	r.line = l.number
	r.above = l.above
	if l.note.goal != "" {
		r.note = l.note
	}
	return l
}

// scan reads lines until one has a text, and returns it. If the line is a list of boards,
// scan returns a line for each board.
func (r *Reader) scan() []line {
	above := r.above
	if n := len(r.ahead); n > 0 {
		above = r.ahead[n-1].above
	}
	for r.lines.Scan() {
		if r.lines.Err() != nil {
			break // the line may be incomplete
		}
		r.read++
		text := r.lines.Text()
		if r.read == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // byte order mark
		}
		text = strings.TrimSpace(text)
		if isObject(text) {
			return []line{{number: r.read, text: text, json: true, above: above}}
		}
		text, comment, _ := strings.Cut(text, "#")
		given := note{goal: goalIn(comment), line: r.read}
		boards := withoutBrackets(strings.TrimSpace(text))
		if len(boards) == 0 && given.goal != "" {
			above = given
		}
		if len(boards) > 0 {
			var lines []line
			for _, board := range boards {
				lines = append(lines, line{number: r.read, text: board, note: given, above: above})
			}
			return lines
		}
	}
	err := r.lines.Err()
	switch err {
	case nil:
		err = io.EOF
	case bufio.ErrTooLong:
		// do not read the rest of the line as a board
		r.lines = bufio.NewScanner(strings.NewReader(""))
		r.read++
		reason := fmt.Sprintf("longer than %d bytes; expected one board or one row", maxLine)
		err = &ParseError{Line: r.read, Reason: reason}
	}
	return []line{{number: r.read, above: above, err: err}}
}

// goalKey begins a comment that gives a goal.
const goalKey = "goal:"

// goalIn returns the goal that a comment gives, or "".
func goalIn(comment string) string {
	comment = strings.TrimSpace(comment)
	if len(comment) < len(goalKey) || !strings.EqualFold(comment[:len(goalKey)], goalKey) {
		return ""
	}
	goal, _, _ := strings.Cut(comment[len(goalKey):], "#")
	return strings.TrimSpace(goal)
}

// fault returns an error about the current board and line.
func (r *Reader) fault(field int, format string, args ...any) error {
	return &ParseError{
		Board:  r.board,
		Line:   r.line,
		Field:  field,
		Reason: fmt.Sprintf(format, args...),
	}
}
