package idastar

import (
	"math/bits"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// conflictKernel searches under linear conflict (Hansson, Mayer, Yung 1992): a
// sum over tiles, and a cost for each row and column.
//
// A node has two more words besides its board: the contents of all rows (see
// heuristics.Lines) are lanes of one word, and the contents of all columns are
// lanes of the other. A move adds numbers to these words. It changes the cost of
// at most one line.
type conflictKernel struct {
	blocks     blocks
	lines      [stackNodes]lineWords
	linesBlock [blockNodes]lineWords
	tables     *conflictTables
}

// lineWords are the contents of the lines of a board. A lane has as many bits as the largest
// content, and the first line has the lowest lane. For example, contents on 4x4 are below
// 5^4 = 625, so row r has bits 10r to 10r+9. A lane never overflows into the next one, since
// every sum is the content of a line of some board.
type lineWords struct{ rows, columns uint64 }

// conflictTables are the tables that the workers share.
type conflictTables struct {
	moves   [][3]wordMove          // by state
	effects [maxEffects]lineEffect // by step and tile
	costs   []uint8                // costs of a row by content, then costs of a column; the length is a power of two
	columns int                    // index of the first cost of a column
	shifts  []uint8                // position of each line's lane
	lines   *heuristics.Lines
	size    puzzle.Size
}

// lineEffect has the changes by a step when a given tile moves. The fields from column on are
// about the line whose cost may change.
type lineEffect struct {
	board  uint64    // exclusive or with the board; exchanges tile and blank
	label  int64     // change of depth and slack by the sum over tiles
	lines  lineWords // changes of the contents of all lines
	column uint64    // all bits set if the line is a column
	costs  uint32    // index of the first cost of a row or column
	lane   uint32    // mask of the lane, shifted to bit 0; 0 if no cost changes
	change int32     // change of the content
	shift  uint8     // position of the lane
}

// conflictKernels supports the consistent version of linear conflict, under which f rises
// by 0 or 2.
func conflictKernels(s *stepTables) (func() kernel, uint64) {
	t := s.tree
	sum, ok := t.estimator.(*heuristics.TileSum)
	if !ok || sum.Lines() == nil || !sum.Lines().Tabulated() || !t.consistent || len(t.goal) > puzzle.WordCells {
		return nil, 0
	}
	tables := newConflictTables(s, sum)
	newKernel := func() kernel {
		return &conflictKernel{blocks: blocks{tables: s, goal: puzzle.PackWord(t.goal)}, tables: tables}
	}
	bytes := uint64(unsafe.Sizeof(*tables)) + uint64(len(tables.costs)) + sliceBytes(tables.moves)
	return newKernel, bytes
}

// newConflictTables makes the tables. It takes the effects of the sum over tiles, and adds the
// changes of the lines. The cost of a line is its number of conflicts times the cost of one.
func newConflictTables(s *stepTables, sum *heuristics.TileSum) *conflictTables {
	size, lines := s.tree.problem.Goal.Size(), sum.Lines()
	c := &conflictTables{moves: s.wordMoves(), lines: lines, size: size}
	rows, columns := lines.Conflicts(heuristics.Row), lines.Conflicts(heuristics.Column)
	c.columns = len(rows)
	c.costs = make([]uint8, 1<<bits.Len(uint(len(rows)+len(columns)-1)))
	for content, conflicts := range rows {
		c.costs[content] = conflicts * uint8(lines.Cost(heuristics.Row))
	}
	for content, conflicts := range columns {
		c.costs[c.columns+content] = conflicts * uint8(lines.Cost(heuristics.Column))
	}
	for row := range size.Rows {
		c.shifts = append(c.shifts, uint8(row*bits.Len(uint(len(rows)-1))))
	}
	for column := range size.Cols {
		c.shifts = append(c.shifts, uint8(column*bits.Len(uint(len(columns)-1))))
	}
	effects, _ := s.wordEffects(sum.At)
	for i, e := range effects {
		c.effects[i] = lineEffect{board: e.board, label: e.label}
	}
	for cell := range uint8(len(s.tree.goal)) {
		for _, step := range s.tree.graph.Steps(cell) {
			for tile := 1; tile < len(s.tree.goal); tile++ {
				c.effects[16*stepNumber(cell, step)+tile].setLines(c, lines.Move(uint8(tile), step.To, cell))
			}
		}
	}
	return c
}

// setLines sets the changes of the lines by a move. If no cost changes, the mask of
// the lane is 0, and rise looks up the cost of an empty row twice.
func (e *lineEffect) setLines(c *conflictTables, move heuristics.LineMove) {
	e.lines.add(c, move.Along, move.AlongMore)
	if move.Changed < 0 {
		return
	}
	e.lines.add(c, move.Changed, move.Change)
	e.change, e.shift = move.Change, c.shifts[move.Changed]
	if move.Changed < c.size.Rows {
		e.lane = 1<<bits.Len(uint(c.columns-1)) - 1
	} else {
		e.lane = 1<<bits.Len(uint(len(c.lines.Conflicts(heuristics.Column))-1)) - 1
		e.costs, e.column = uint32(c.columns), ^uint64(0)
	}
}

// add adds to the content of a line.
func (w *lineWords) add(c *conflictTables, line int, more int32) {
	if line < c.size.Rows {
		w.rows += uint64(more) << c.shifts[line]
	} else {
		w.columns += uint64(more) << c.shifts[line]
	}
}

func (k *conflictKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *conflictKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles := k.blocks.start(prefix, bound)
	k.blocks.boards[0], k.lines[0] = puzzle.PackWord(tiles), k.tables.contents(tiles)
	return k.blocks.search(k.expand, bound, poll)
}

// contents returns the contents of the lines of a board.
func (c *conflictTables) contents(tiles []uint8) (w lineWords) {
	for cell, tile := range tiles {
		row, column := c.lines.Weight(int(tile), cell)
		w.add(c, cell/c.size.Cols, row)
		w.add(c, c.size.Rows+cell%c.size.Cols, column)
	}
	return w
}

func (k *conflictKernel) expand(top, n uint) uint {
	b, tables := &k.blocks, k.tables
	copy(k.linesBlock[:n], k.lines[top:top+n])
	states := tables.moves
	for i := range n {
		board, label := b.block[i&(blockNodes-1)].board, b.block[i&(blockNodes-1)].label
		lines := k.linesBlock[i&(blockNodes-1)]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			effect := &tables.effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
			child := label + effect.label + int64(move.label) - tables.rise(effect, lines)<<slackShift
			b.boards[top%stackNodes], b.labels[top%stackNodes] = board^effect.board, child
			k.lines[top%stackNodes] = lineWords{lines.rows + effect.lines.rows, lines.columns + effect.lines.columns}
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}

// rise returns the change of the line's cost. The mask column selects the word of rows or of
// columns without a branch.
func (c *conflictTables) rise(effect *lineEffect, lines lineWords) int64 {
	word := lines.rows ^ (lines.rows^lines.columns)&effect.column
	before := effect.costs + uint32(word>>(effect.shift&63))&effect.lane
	costs := c.costs
	after := before + uint32(effect.change)
	return int64(costs[uint64(after)&uint64(len(costs)-1)]) - int64(costs[uint64(before)&uint64(len(costs)-1)])
}
