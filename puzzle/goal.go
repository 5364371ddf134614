package puzzle

import (
	"errors"
	"fmt"
	"strings"
)

// The named goals.
const (
	BlankLast  = "blank-last"  // 1 2 3/4 5 6/7 8 0
	BlankFirst = "blank-first" // 0 1 2/3 4 5/6 7 8
	Snail      = "snail"       // 1 2 3/8 0 4/7 6 5: clockwise and inwards, the blank at the end
)

// GoalNames lists the named goals.
var GoalNames = []string{BlankLast, BlankFirst, Snail}

// GoalText returns a goal as Goal reads it: its name, or its board if it has no
// name.
func GoalText(goal Board) string {
	for _, name := range GoalNames {
		if named, err := Goal(name, goal.Size()); err == nil && named == goal {
			return name
		}
	}
	return goal.String()
}

// Goal returns the goal of that name, or the goal that the text itself is, a
// board of the size.
func Goal(text string, size Size) (Board, error) {
	if err := size.Check(); err != nil {
		return Board{}, err
	}
	cells := make([]uint8, size.Cells())
	switch strings.ToLower(text) {
	case BlankLast:
		for i := range len(cells) - 1 {
			cells[i] = uint8(i + 1)
		}
	case BlankFirst:
		for i := range cells {
			cells[i] = uint8(i)
		}
	case Snail:
		for i, cell := range spiral(size)[:len(cells)-1] {
			cells[cell] = uint8(i + 1)
		}
	default:
		if !strings.ContainsAny(text, "0123456789") {
			return Board{}, fmt.Errorf("goal %.40q is not known; expected %s or a board of %v",
				text, strings.Join(GoalNames, ", "), size)
		}
		goal, err := Parse(text, size)
		if parse, ok := errors.AsType[*ParseError](err); ok {
			err = &ParseError{Field: parse.Field, Reason: parse.Reason}
		}
		if err != nil {
			return Board{}, fmt.Errorf("goal %.40q: %w", text, err)
		}
		return goal, nil
	}
	return fromCells(size, cells), nil
}

// spiral lists the cells clockwise from the top left corner inwards.
func spiral(size Size) []int {
	var cells []int
	top, left, bottom, right := 0, 0, size.Rows-1, size.Cols-1
	for top <= bottom && left <= right {
		for c := left; c <= right; c++ {
			cells = append(cells, top*size.Cols+c)
		}
		for r := top + 1; r <= bottom; r++ {
			cells = append(cells, r*size.Cols+right)
		}
		for c := right - 1; c >= left && bottom > top; c-- {
			cells = append(cells, bottom*size.Cols+c)
		}
		for r := bottom - 1; r > top && right > left; r-- {
			cells = append(cells, r*size.Cols+left)
		}
		top, left, bottom, right = top+1, left+1, bottom-1, right-1
	}
	return cells
}
