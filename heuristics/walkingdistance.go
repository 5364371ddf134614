package heuristics

import (
	"fmt"
	"math/bits"

	"npuzzle/puzzle"
)

// WalkingDistance is the sum of two exact costs (Takahashi 2002): the cost of the
// vertical moves that bring all tiles to their rows, if columns do not matter, and
// the cost of the horizontal moves that bring all tiles to their columns, if rows
// do not matter. A vertical move counts the smaller cost of up and down. A
// horizontal move counts the smaller cost of left and right.
//
// It supports sizes whose tables have at most a million states each: up to 2x6, 3x5 and
// 4x4, and boards of one row or column. For returns an error for other sizes. A full
// estimate takes O(cells) time, and a move takes O(1) time. The first call of For for a
// size and a goal row and goal column of the blank also makes the tables. Later calls
// share them.
var WalkingDistance Heuristic = &Func{
	name:       "walking-distance",
	admissible: true,
	consistent: true,
	estimator:  walkingDistance,
}

// longestWalks is the maximum length of the longer side, indexed by the length of the
// shorter side.
var longestWalks = [...]int{1: puzzle.MaxSide, 2: 6, 3: 5, 4: 4}

func walkingDistance(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	size := goal.Size()
	blank := goal.Blank()
	short := min(size.Rows, size.Cols)
	long := max(size.Rows, size.Cols)
	if short >= len(longestWalks) || long > longestWalks[short] {
		return nil, fmt.Errorf(
			"walking-distance: size %v is too large, expected at most 2x6, 3x5 or 4x4; "+
				"use linear-conflict or a pattern database", size)
	}
	// not Places: both are used as lists of bytes
	row, col := make([]uint8, size.Cells()), make([]uint8, size.Cells())
	for index := range row {
		row[index] = uint8(index / size.Cols)
		col[index] = uint8(index % size.Cols)
	}
	return &walkSum{
		newWalkAxis(walk{lines: size.Rows, width: size.Cols, blank: blank / size.Cols},
			min(costs.Of(puzzle.Up), costs.Of(puzzle.Down)), row, goal.Positions()),
		newWalkAxis(walk{lines: size.Cols, width: size.Rows, blank: blank % size.Cols},
			min(costs.Of(puzzle.Left), costs.Of(puzzle.Right)), col, goal.Positions()),
	}, nil
}

// walkSum is the estimator of WalkingDistance. It has one table for vertical moves, and
// one for horizontal moves, in this order.
type walkSum [2]walkAxis

// walkAxis holds the table and the indices of one of the two directions.
type walkAxis struct {
	table *walkTable
	cost  puzzle.Cost // of one move along the axis
	line  []uint8     // line of each cell
	goal  []uint8     // goal line of each tile
	keys  []walkKey   // [tile*cells+cell]: summand of the tile in the key of a state
}

func newWalkAxis(w walk, cost puzzle.Cost, line, goalCells []uint8) walkAxis {
	goals := make([]uint8, len(line))
	keys := make([]walkKey, len(line)*len(line))
	a := walkAxis{
		table: walkTables.of(w, newWalkTable),
		cost:  cost,
		line:  line,
		goal:  goals,
		keys:  keys,
	}
	for tile, goal := range goalCells {
		a.goal[tile] = line[goal]
		for cell, line := range line {
			key := walkKey(line) // summand of the blank
			if tile != 0 {
				key = w.weight(int(line), int(a.goal[tile]))
			}
			a.keys[tile*len(a.line)+cell] = key
		}
	}
	return a
}

// state returns the state of a board, or noWalk. It takes O(cells) time.
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

// Estimate returns the sum of the vertical and the horizontal cost.
func (w *walkSum) Estimate(tiles []uint8) puzzle.Cost {
	return w[0].estimate(w[0].state(tiles)) + w[1].estimate(w[1].state(tiles))
}

// Track returns a new Tracker.
func (w *walkSum) Track() Tracker { return &walkTracker{sum: w} }

// walkTracker has the state and its cost on each axis.
type walkTracker struct {
	sum    *walkSum
	states [2]int32
	costs  [2]puzzle.Cost
}

func (t *walkTracker) Reset(tiles []uint8) puzzle.Cost {
	for i := range t.sum {
		t.states[i] = t.sum[i].state(tiles)
		t.costs[i] = t.sum[i].estimate(t.states[i])
	}
	return t.costs[0] + t.costs[1]
}

// Move changes the state of the axis along which the tile moved. The blank moved in the
// opposite direction, by one line, and changed places with the tile.
func (t *walkTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	i := 0
	if t.sum[0].line[from] == t.sum[0].line[to] {
		i = 1
	}
	if t.states[i] != noWalk {
		axis := &t.sum[i]
		higher := 0
		if axis.line[to] < axis.line[from] {
			higher = 1
		}
		step := (int(t.states[i])*2+higher)*axis.table.lines + int(axis.goal[tiles[to]])
		t.states[i] = axis.table.steps[step]
		t.costs[i] = axis.estimate(t.states[i])
	}
	return t.costs[0] + t.costs[1]
}

func (t *walkTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	next := *t
	return next.Move(tiles, from, to)
}

// walk is one of the two problems that the walking distance solves. In one problem, a line
// is a row, and in the other, a line is a column. A board of the problem has only the line
// that each tile is in, and the line that the tile belongs to.
type walk struct {
	lines, width int // number of lines, and number of cells in a line
	blank        int // goal line of the blank
}

// walkTable holds the exact distances of one walk. A state is a matrix of numbers of
// tiles, indexed by the line that the tiles are in and the line that they belong to, and
// the line of the blank. States are numbered by distance, and the goal is 0.
type walkTable struct {
	walk
	distance []uint16
	// [(state*2 + higher)*lines + target]: state after the blank moves by one line, or noWalk
	steps  []int32
	number map[walkKey]int32
}

// noWalk is the state of boards that cannot reach the goal, and the entry of steps that
// are impossible.
const noWalk = -1

// walkTables holds all tables that were made. Searches share them.
var walkTables shared[walk, *walkTable]

// walkKey packs a state into a word. It is the sum of the blank's line and the weights of
// all tiles.
type walkKey uint64

// weight returns the summand of a tile in a state's key, given the line that the tile is
// in and the line that it belongs to. A key has bits for the number of tiles of each pair
// of lines. Pairs with the last line or the last target have none, because their numbers
// follow from the others. If lines have one cell, a key has four bits for each line
// except the last, which hold the target of the tile there. The keys of all supported
// sizes fit in 64 bits: 6 lines of 2 cells take 54 bits.
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

// walkState is a state in the breadth-first search.
type walkState struct {
	// [line][target]: tiles in a line that belong to target
	count [puzzle.MaxSide][puzzle.MaxSide]uint8
	blank int // line of the blank
	key   walkKey
}

// goal returns the state in which every tile is in the line that it belongs to.
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

// newWalkTable searches breadth first from the goal. It takes O(states · lines) time and
// about 40 + 8·lines bytes for each state.
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
					key := s.key + walkKey(line) - walkKey(s.blank) +
						w.weight(s.blank, target) - w.weight(line, target)
					n, known := t.number[key]
					if !known {
						n = int32(len(t.distance))
						t.number[key] = n
						t.distance = append(t.distance, distance)
						after := s
						after.count[line][target]--
						after.count[s.blank][target]++
						after.blank = line
						after.key = key
						next = append(next, after)
					}
					t.steps = append(t.steps, n)
				}
			}
		}
	}
	return t
}
