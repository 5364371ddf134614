package subgoals

import (
	"fmt"
	"slices"

	"npuzzle/puzzle"
)

// Lines are the lines of a goal.
type Lines struct {
	Goal  puzzle.Board  // the goal before Walk
	Order [][]uint8     // the cells of each line
	Stage []int         // the index of each cell's line; len(Order) in the core
	Walk  []puzzle.Move // leads the blank from the core to its goal cell
	Cells []uint8       // the cells of the core

	// Names has the number of each tile in the core as a board of its own. It is the tile's own
	// number if there are no lines.
	Names []uint8

	inward        []puzzle.Move // from each line to the cells that are left
	top, left     int           // of the core
	bottom, right int
}

// Of returns the lines of a goal around a core of at most a number of rows and of columns. Boards
// of one row or column have no lines.
func Of(goal puzzle.Board, side int) *Lines {
	size := goal.Size()
	l := &Lines{
		Goal:   goal,
		Stage:  make([]int, size.Cells()),
		bottom: size.Rows,
		right:  size.Cols,
	}
	for min(size.Rows, size.Cols) > 1 && max(l.bottom-l.top, l.right-l.left) > side {
		line := l.cells(size)
		l.inward = append(l.inward, l.shrink(size))
		rest := l.cells(size)
		line = slices.DeleteFunc(line, func(cell uint8) bool { return slices.Contains(rest, cell) })
		l.Order = append(l.Order, line)
		for _, cell := range rest {
			l.Stage[cell] = len(l.Order)
		}
	}
	l.walkInward(size)
	l.Cells = l.cells(size)
	l.setNames()
	return l
}

// shrink takes an outer line away from the cells that are left: a row if there are at least as many
// rows as columns, from the side of which fewer lines have been taken. It returns the move from the
// line to the rest.
func (l *Lines) shrink(size puzzle.Size) puzzle.Move {
	isRow := l.bottom-l.top >= l.right-l.left
	switch {
	case isRow && l.top <= size.Rows-l.bottom:
		l.top++
		return puzzle.Down
	case isRow:
		l.bottom--
		return puzzle.Up
	case l.left <= size.Cols-l.right:
		l.left++
		return puzzle.Right
	}
	l.right--
	return puzzle.Left
}

// walkInward moves the blank of the goal into the core, and sets Walk to the way back.
func (l *Lines) walkInward(size puzzle.Size) {
	for l.Stage[l.Goal.Blank()] < len(l.Order) {
		row := l.Goal.Blank() / size.Cols
		col := l.Goal.Blank() % size.Cols
		move := puzzle.Left
		switch {
		case row < l.top:
			move = puzzle.Down
		case row >= l.bottom:
			move = puzzle.Up
		case col < l.left:
			move = puzzle.Right
		}
		l.Goal, _ = l.Goal.Move(move) // the core lies in this direction
		l.Walk = append(l.Walk, move.Opposite())
	}
	slices.Reverse(l.Walk)
}

// setNames numbers the tiles of the core in the order of its cells.
func (l *Lines) setNames() {
	l.Names = make([]uint8, len(l.Stage))
	if len(l.Order) == 0 {
		for tile := range l.Names {
			l.Names[tile] = uint8(tile)
		}
		return
	}
	next := uint8(1)
	for _, cell := range l.Cells {
		if tile := l.Goal.At(int(cell)); tile != 0 {
			l.Names[tile] = next
			next++
		}
	}
}

// cells lists the cells that are left.
func (l *Lines) cells(size puzzle.Size) (cells []uint8) {
	for row := l.top; row < l.bottom; row++ {
		for col := l.left; col < l.right; col++ {
			cells = append(cells, uint8(row*size.Cols+col))
		}
	}
	return cells
}

// Core returns the core of a board as a board of its own. All lines must be complete.
func (l *Lines) Core(tiles []uint8) puzzle.Board {
	core := make([]uint8, len(l.Cells))
	l.CopyCore(core, tiles)
	// The tiles of the core are those of the goal's core.
	size := puzzle.Size{Rows: l.bottom - l.top, Cols: l.right - l.left}
	board, err := puzzle.New(size, core)
	if err != nil { // the tiles of the lines are elsewhere
		panic(fmt.Sprintf("subgoals: the core of a board with incomplete lines: %v", err))
	}
	return board
}

// CopyCore writes the tiles of the core, as a board of its own, to core.
func (l *Lines) CopyCore(core, tiles []uint8) {
	for i, cell := range l.Cells {
		core[i] = l.Names[tiles[cell]]
	}
}
