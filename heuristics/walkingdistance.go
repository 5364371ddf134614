package heuristics

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"npuzzle/puzzle"
)

// WalkingDistance is the sum of two exact costs (Takahashi 2002): the cost of the
// vertical moves that bring all tiles to their rows, if columns do not matter, and
// the cost of the horizontal moves that bring all tiles to their columns, if rows
// do not matter. A vertical move counts the smaller cost of up and down. A
// horizontal move counts the smaller cost of left and right.
//
// It exists on sizes whose tables have at most a million states each: up to 2x6, 3x5 and 4x4, and
// boards of one row or column. For returns an error for other sizes. A full estimate takes O(cells)
// time, and a move takes O(1) time. The first call of For also makes the tables of the size and the
// blank's goal cell. Later calls share them.
var WalkingDistance Heuristic = walkingDistance{}

type walkingDistance struct{}

func (walkingDistance) Name() string     { return "walking-distance" }
func (walkingDistance) Admissible() bool { return true }
func (walkingDistance) Consistent() bool { return true }

// longestWalks is the maximum of the longer side by the shorter side.
var longestWalks = [...]int{1: puzzle.MaxSide, 2: 6, 3: 5, 4: 4}

func (walkingDistance) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	if goal == (puzzle.Board{}) {
		return nil, errors.New("heuristics: no goal; expected a board")
	}
	size, blank := goal.Size(), goal.Blank()
	short, long := min(size.Rows, size.Cols), max(size.Rows, size.Cols)
	if short >= len(longestWalks) || long > longestWalks[short] {
		return nil, fmt.Errorf("walking-distance: size %v is too large, expected at most 2x6, 3x5 or 4x4; "+
			"use linear-conflict or a pattern database", size)
	}
	vertical := min(costs.Of(puzzle.Up), costs.Of(puzzle.Down))
	horizontal := min(costs.Of(puzzle.Left), costs.Of(puzzle.Right))
	row, col := make([]uint8, size.Cells()), make([]uint8, size.Cells())
	for index := range row {
		row[index], col[index] = uint8(index/size.Cols), uint8(index%size.Cols)
	}
	return &walkSum{
		newWalkAxis(walk{size.Rows, size.Cols, blank / size.Cols}, vertical, row, goal.Positions()),
		newWalkAxis(walk{size.Cols, size.Rows, blank % size.Cols}, horizontal, col, goal.Positions()),
	}, nil
}

// walkSum is the estimator of WalkingDistance: two indices into tables, of
// which a move changes one. A full estimate takes O(cells), a move one step in a
// table.
type walkSum struct{ rows, cols walkAxis }

// walkAxis is what a walkSum looks up for one of the two directions.
type walkAxis struct {
	table *walkTable
	cost  puzzle.Cost // of one move along the axis
	line  []uint8     // of each cell
	goal  []uint8     // the goal line of each tile
	keys  []walkKey   // [tile*cells+cell]: what a tile adds to the key of a state
}

func newWalkAxis(w walk, cost puzzle.Cost, line, goalCells []uint8) walkAxis {
	a := walkAxis{walkTableOf(w), cost, line, make([]uint8, len(line)), make([]walkKey, len(line)*len(line))}
	for tile, goal := range goalCells {
		a.goal[tile] = line[goal]
		for cell, line := range line {
			key := walkKey(line) // of the blank
			if tile != 0 {
				key = w.weight(int(line), int(a.goal[tile]))
			}
			a.keys[tile*len(a.line)+cell] = key
		}
	}
	return a
}

// state returns the state of a board, in O(cells).
func (a *walkAxis) state(tiles []uint8) int32 {
	var key walkKey
	for index, tile := range tiles {
		key += a.keys[int(tile)*len(tiles)+index]
	}
	if n, known := a.table.number[key]; known {
		return n
	}
	return noWalk
}

// estimate returns the cost of the moves from a state to the goal.
func (a *walkAxis) estimate(state int32) puzzle.Cost {
	if state == noWalk {
		return 0
	}
	return a.cost * puzzle.Cost(a.table.distance[state])
}

// Estimate adds up the two distances of a board.
func (w *walkSum) Estimate(tiles []uint8) puzzle.Cost {
	return w.rows.estimate(w.rows.state(tiles)) + w.cols.estimate(w.cols.state(tiles))
}

// Track returns a new Tracker.
func (w *walkSum) Track() Tracker { return &walkTracker{sum: w} }

type walkTracker struct {
	sum              *walkSum
	row, col         int32 // states
	vertical, across puzzle.Cost
}

func (t *walkTracker) Reset(tiles []uint8) puzzle.Cost {
	t.row, t.col = t.sum.rows.state(tiles), t.sum.cols.state(tiles)
	t.vertical, t.across = t.sum.rows.estimate(t.row), t.sum.cols.estimate(t.col)
	return t.vertical + t.across
}

// Move takes the step of the one axis along which the tile has gone. The blank
// has gone the other way.
func (t *walkTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	tile, rows, cols := tiles[to], &t.sum.rows, &t.sum.cols
	if cols.line[from] == cols.line[to] {
		t.row = rows.table.step(t.row, rows.line[to] < rows.line[from], rows.goal[tile])
		t.vertical = rows.estimate(t.row)
	} else {
		t.col = cols.table.step(t.col, cols.line[to] < cols.line[from], cols.goal[tile])
		t.across = cols.estimate(t.col)
	}
	return t.vertical + t.across
}

func (t *walkTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	next := *t
	return next.Move(tiles, from, to)
}

// walk is one of the two problems that the walking distance solves: of every
// tile only the line is known in which it stands, and the line it belongs to.
type walk struct {
	lines, width int // rows and their cells, or columns and theirs
	blank        int // the blank's goal line
}

// walkTable holds the exact distances of one walk. A state is the number of
// tiles in each line that belong to each line, and the blank's line. States are
// numbered from the goal's, 0, on.
type walkTable struct {
	walk
	distance []uint16
	steps    []int32 // [(state*2 + higher)*lines + target]: the state after it, or noWalk
	number   map[walkKey]int32
}

// noWalk stands for the state of a board that cannot reach the goal and has no
// state for that reason.
const noWalk = -1

// walkTables holds every table ever asked for: many searches share one.
var walkTables sync.Map // from walk to func() *walkTable

func walkTableOf(w walk) *walkTable {
	build, _ := walkTables.LoadOrStore(w, sync.OnceValue(func() *walkTable { return newWalkTable(w) }))
	return build.(func() *walkTable)()
}

// step returns the state after the blank has gone to the next line, the higher
// one or the lower one, and changed places with a tile that belongs to the
// target line. There must be such a tile.
func (t *walkTable) step(state int32, higher bool, target uint8) int32 {
	if state == noWalk {
		return state
	}
	turn := 0
	if higher {
		turn = 1
	}
	return t.steps[(int(state)*2+turn)*t.lines+int(target)]
}

// walkKey packs a state into a word: the blank's line, plus the weight of every
// tile.
type walkKey uint64

// weight returns what a tile adds to a state's key by the line it stands in and
// the line it belongs to. The count of each pair of lines has its own bits; of
// the last line and the last target it follows from the others. In lines of one
// cell each line but the last has four bits for the tile that stands there.
// All walks that are not too large fit: 6 lines of 2 cells take 54 bits.
func (w walk) weight(line, target int) walkKey {
	const blankBits = 4
	switch {
	case line == w.lines-1:
		return 0
	case w.width == 1:
		return walkKey(target) << (blankBits + 4*line)
	case target == w.lines-1:
		return 0
	}
	return 1 << (blankBits + bits.Len(uint(w.width))*(line*(w.lines-1)+target))
}

// walkState is a state that is being searched from.
type walkState struct {
	count [puzzle.MaxSide][puzzle.MaxSide]uint8 // tiles in each line that belong to each line
	blank int                                   // its line
	key   walkKey
}

// goal returns the state in which every tile stands in its line.
func (w walk) goal() walkState {
	s := walkState{blank: w.blank, key: walkKey(w.blank)}
	for line := range w.lines {
		tiles := w.width
		if line == w.blank {
			tiles--
		}
		s.count[line][line] = uint8(tiles)
		s.key += walkKey(tiles) * w.weight(line, line)
	}
	return s
}

// newWalkTable searches breadth first from the goal. It takes O(states · lines)
// time and about 40 + 8·lines bytes a state.
func newWalkTable(w walk) *walkTable {
	goal := w.goal()
	t := &walkTable{walk: w, distance: []uint16{0}, number: map[walkKey]int32{goal.key: 0}}
	frontier, next := []walkState(nil), []walkState{goal} // in the order of their numbers
	for distance := uint16(1); len(next) > 0; distance++ {
		frontier, next = next, frontier[:0]
		for _, s := range frontier {
			for _, line := range [2]int{s.blank - 1, s.blank + 1} {
				for target := range w.lines {
					if line < 0 || line >= w.lines || s.count[line][target] == 0 {
						t.steps = append(t.steps, noWalk)
						continue
					}
					key := s.key + walkKey(line) - walkKey(s.blank) + w.weight(s.blank, target) - w.weight(line, target)
					n, known := t.number[key]
					if !known {
						n = int32(len(t.distance))
						t.number[key], t.distance = n, append(t.distance, distance)
						after := s
						after.count[line][target]--
						after.count[s.blank][target]++
						after.blank, after.key = line, key
						next = append(next, after)
					}
					t.steps = append(t.steps, n)
				}
			}
		}
	}
	return t
}
