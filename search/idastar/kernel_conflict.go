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
// The contents of all rows (see heuristics.Lines) are lanes of one word and
// those of all columns lanes of another, kept beside the board: a move adds to
// them. A move changes the cost of at most one line.
type conflictKernel struct {
	blocks     blocks
	lines      [stackNodes]lineWords
	linesBlock [blockNodes]lineWords
	tables     *conflictTables
}

// lineWords are the contents of the lines of a board. The lane of a line is as wide as the
// largest content needs, and the first line's is lowest: on 4x4, where contents are below
// 5^4 = 625, row r has bits 10r to 10r+9. A lane never overflows into the next, since every
// sum is the content of a board.
type lineWords struct{ rows, columns uint64 }

// conflictTables are what the workers share.
type conflictTables struct {
	moves   [][3]wordMove          // by state
	effects [maxEffects]lineEffect // by step and tile
	costs   []uint8                // of a row by content, and behind them of a column; as many as a power of two
	columns int                    // where the costs of columns begin
	shifts  []uint8                // of each line's lane
	lines   *heuristics.Lines
	size    puzzle.Size
}

// lineEffect is what a step changes when a certain tile moves.
type lineEffect struct {
	board  uint64    // exchanges tile and blank
	label  int64     // one deeper, less slack, as far as the sum goes
	lines  lineWords // to be added
	column uint64    // all bits if the line whose cost changes is a column
	costs  uint32    // where its costs begin
	lane   uint32    // mask of its lane, once shifted down; 0 if no cost changes
	change int32     // what is added to its lane
	shift  uint8     // of its lane
}

// conflictKernels takes the consistent one of the linear conflicts, under which
// f rises by 0 or 2.
func conflictKernels(t *tree) (func() kernel, uint64) {
	sum, ok := t.estimator.(*heuristics.ConflictSum)
	if !ok || !t.consistent || len(t.goal) > puzzle.WordCells || !sum.Lines().Tabulated() {
		return nil, 0
	}
	s := newStepTables(t)
	if s == nil {
		return nil, 0
	}
	tables := newConflictTables(s, sum)
	newKernel := func() kernel {
		return &conflictKernel{blocks: blocks{tables: s, goal: puzzle.PackWord(t.goal)}, tables: tables}
	}
	bytes := uint64(unsafe.Sizeof(*tables)) + uint64(len(tables.costs)) + sliceBytes(tables.moves)
	return newKernel, s.bytes() + bytes
}

// newConflictTables starts from the effects of the sum over tiles and adds to each what the
// move changes in the lines. Costs are in moves: conflicts times the cost of one.
func newConflictTables(s *stepTables, sum *heuristics.ConflictSum) *conflictTables {
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
	effects, _ := s.wordEffects(sum.Manhattan().At)
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

// setLines sets what a move changes in the lines. Where no cost changes, the
// lane is masked out, and the cost of an empty row is looked up twice.
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

// rise is the change of the one line's cost. The mask column selects the word without a
// branch: the exclusive or of both turns rows into columns.
func (c *conflictTables) rise(effect *lineEffect, lines lineWords) int64 {
	word := lines.rows ^ (lines.rows^lines.columns)&effect.column
	before := effect.costs + uint32(word>>(effect.shift&63))&effect.lane
	costs := c.costs
	after := before + uint32(effect.change)
	return int64(costs[uint64(after)&uint64(len(costs)-1)]) - int64(costs[uint64(before)&uint64(len(costs)-1)])
}
