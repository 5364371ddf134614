package heuristics

import (
	"errors"
	"fmt"

	"npuzzle/puzzle"
)

// WalkingDistance adds up the moves that the tiles need to come into their
// rows, whatever their columns, and into their columns, whatever their rows,
// each exact for what it looks at (Takahashi 2002). A vertical move counts the
// cheaper of up and down, a horizontal one the cheaper of left and right.
//
// It exists where both tables have at most a million states: up to 2x6, 3x5 and
// 4x4, and on boards of one row or column.
var WalkingDistance Heuristic = walkingDistance{}

type walkingDistance struct{}

func (walkingDistance) Name() string     { return "walking-distance" }
func (walkingDistance) Admissible() bool { return true }
func (walkingDistance) Consistent() bool { return true }

func (walkingDistance) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	if goal == (puzzle.Board{}) {
		return nil, errors.New("heuristics: no goal; expected a board")
	}
	size, blank := goal.Size(), goal.Blank()
	rows, err := walkTableOf(walk{size.Rows, size.Cols, blank / size.Cols})
	if err != nil {
		return nil, fmt.Errorf("walking-distance: size %v: %w", size, err)
	}
	cols, err := walkTableOf(walk{size.Cols, size.Rows, blank % size.Cols})
	if err != nil {
		return nil, fmt.Errorf("walking-distance: size %v: %w", size, err)
	}
	w := &WalkSum{
		rows: newWalkAxis(rows, min(costs.Of(puzzle.Up), costs.Of(puzzle.Down)), size.Cells()),
		cols: newWalkAxis(cols, min(costs.Of(puzzle.Left), costs.Of(puzzle.Right)), size.Cells()),
		at:   make([]cell, size.Cells()),
	}
	for index := range w.at {
		w.at[index] = cellAt(index, size.Cols)
	}
	for tile, target := range goal.Positions() {
		w.rows.place(tile, w.at[target].row, func(index int) int { return w.at[index].row })
		w.cols.place(tile, w.at[target].col, func(index int) int { return w.at[index].col })
	}
	return w, nil
}

// WalkSum is the estimator of WalkingDistance: two indices into tables, of
// which a move changes one. A full estimate takes O(cells + lines²), a move one
// step in a table.
type WalkSum struct {
	rows, cols WalkAxis
	at         []cell // row and column of each cell: no division in the loops
}

// WalkAxis is what a WalkSum looks up for one of the two directions.
type WalkAxis struct {
	Table  *WalkTable
	Cost   puzzle.Cost // of one move along the axis
	Target []uint8     // the goal line of each tile, the blank's first
	keys   []walkKey   // [tile*cells+cell]: what a tile adds to the key of a state
}

func newWalkAxis(table *WalkTable, cost puzzle.Cost, cells int) WalkAxis {
	return WalkAxis{table, cost, make([]uint8, cells), make([]walkKey, cells*cells)}
}

// place fills in a tile's target and keys.
func (a *WalkAxis) place(tile, target int, lineOf func(index int) int) {
	cells := len(a.Target)
	a.Target[tile] = uint8(target)
	for index := range cells {
		line := lineOf(index)
		if tile == 0 {
			a.keys[index] = walkKey(line)
		} else {
			a.keys[tile*cells+index] = a.Table.weight(line, target)
		}
	}
}

// State returns a board's state in the table, in O(cells); see WalkTable.
func (a *WalkAxis) State(tiles []uint8) int32 {
	var key walkKey
	for index, tile := range tiles {
		key += a.keys[int(tile)*len(tiles)+index]
	}
	return a.Table.state(key)
}

// Estimate returns what a state counts.
func (a *WalkAxis) Estimate(state int32) puzzle.Cost {
	return a.Cost * puzzle.Cost(a.Table.Distance(state))
}

// Rows returns the axis of the vertical moves, whose lines are the rows.
func (w *WalkSum) Rows() *WalkAxis { return &w.rows }

// Cols returns the axis of the horizontal moves, whose lines are the columns.
func (w *WalkSum) Cols() *WalkAxis { return &w.cols }

// Estimate adds up the two distances of a board.
func (w *WalkSum) Estimate(tiles []uint8) puzzle.Cost {
	return w.rows.Estimate(w.rows.State(tiles)) + w.cols.Estimate(w.cols.State(tiles))
}

// Track returns a new Tracker.
func (w *WalkSum) Track() Tracker { return &walkTracker{sums: w} }

type walkTracker struct {
	sums             *WalkSum
	row, col         int32 // states
	vertical, across puzzle.Cost
}

func (t *walkTracker) Reset(tiles []uint8) puzzle.Cost {
	t.row, t.col = t.sums.rows.State(tiles), t.sums.cols.State(tiles)
	t.vertical, t.across = t.sums.rows.Estimate(t.row), t.sums.cols.Estimate(t.col)
	return t.vertical + t.across
}

// Move takes the step of the one axis along which the tile has gone. The blank
// has gone the other way.
func (t *walkTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile, was, is := tiles[to], t.sums.at[from], t.sums.at[to]
	if was.col == is.col {
		rows := &t.sums.rows
		t.row = rows.Table.Step(t.row, is.row < was.row, rows.Target[tile])
		t.vertical = rows.Estimate(t.row)
	} else {
		cols := &t.sums.cols
		t.col = cols.Table.Step(t.col, is.col < was.col, cols.Target[tile])
		t.across = cols.Estimate(t.col)
	}
	return t.vertical + t.across
}
