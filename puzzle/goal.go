package puzzle

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// The named goals.
const (
	BlankLast  = "blank-last"  // 1 2 3/4 5 6/7 8 0
	BlankFirst = "blank-first" // 0 1 2/3 4 5/6 7 8
	// 1 2 3/8 0 4/7 6 5: the tiles follow a spiral, and the blank is at its end
	Snail = "snail"
)

// GoalNames lists the named goals.
var GoalNames = []string{BlankLast, BlankFirst, Snail}

// GoalText returns the text of a goal that Goal reads: its name, or its board if it has
// no name.
func GoalText(goal Board) string {
	for _, name := range GoalNames {
		if named, err := Goal(name, goal.Size()); err == nil && named == goal {
			return name
		}
	}
	return goal.String()
}

// Goal returns a goal of the given size. The text is the name of a goal or a board.
func Goal(text string, size Size) (Board, error) {
	if err := size.check(); err != nil {
		return Board{}, err
	}
	cells := make([]uint8, size.Cells())
	name, _ := units.FindName(text, GoalNames)
	switch name {
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
			return Board{}, fmt.Errorf("goal %.40q is not known%s; expected %s or a board of %v",
				text, units.DidYouMean(text, GoalNames), strings.Join(GoalNames, ", "), size)
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

// spiral lists the cells along a spiral. It begins in the top left corner, goes right,
// and turns clockwise at the edge of the board and at cells already listed.
func spiral(size Size) []int {
	cells := []int{0}
	directions := []Move{Right, Down, Left, Up}
	for turns := 0; len(cells) < size.Cells(); {
		next := size.next(cells[len(cells)-1], directions[turns%4])
		if next < 0 || slices.Contains(cells, next) {
			turns++
			continue
		}
		cells = append(cells, next)
	}
	return cells
}
