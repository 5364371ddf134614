package idastar

import (
	"math/bits"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// lineKernel searches boards of up to 16 cells under linear conflict (Hansson, Mayer, Yung 1992),
// which is a sum over tiles and the costs of all rows and columns.
type lineKernel = sumKernel[[3]uint64, wordMove, lineEffect]

// lanes has the positions of the contents of lines (see heuristics.MoveTable) in the words of a
// board. The contents of all rows are lanes of one word, and the contents of all columns are lanes
// of another. A lane has as many bits as the largest content, and the first line has the lowest
// lane. For example, contents on 4x4 are below 5^4 = 625, so row r has bits 10r to 10r+9. A lane
// never overflows into the next one, since every sum is the content of a line of some board.
type lanes struct {
	table *heuristics.MoveTable
	of    [heuristics.NoLine + 1]lane // by line
}

// lane is the position of a line's content.
type lane struct {
	first uint32 // content of a line without own tiles, which lanes leave out
	mask  uint32 // of the lane, shifted to bit 0
	shift uint8
	word  uint8 // 0 for a row, and 1 for a column
}

// lineEffect has the changes by a step when a given tile moves. The cost of at most one line
// changes.
type lineEffect struct {
	effect[[3]uint64]
	content int32 // change of the content of the line whose cost changes
	lane          // of this line
}

// conflictKernels supports the consistent version of linear conflict, under which f rises by 0 or
// 2.
func conflictKernels(s *stepTables) (func() kernel, uint64) {
	hasConflicts := s.table != nil && len(s.table.Costs) > 1
	fitsWord := len(s.tree.goal) <= puzzle.WordCells
	if !hasConflicts || !s.tree.consistent || !fitsWord {
		return nil, 0
	}
	t := &sumTables[[3]uint64, wordMove, lineEffect]{
		steps:  s,
		moves:  s.wordMoves(),
		lanes:  newLanes(s),
		expand: expandLines,
	}
	t.costs = make([]uint8, 1<<bits.Len(uint(len(s.table.Costs)-1)))
	copy(t.costs, s.table.Costs)
	effects, _ := effectsOf[[3]uint64](s)
	for i, e := range effects {
		t.effects[i].effect = e
	}
	s.eachStep(func(cell uint8, step puzzle.Step, tile int) {
		change := s.table.Change(step, tile)
		e := &t.effects[effectAt[[3]uint64](stepNumber(cell, step), tile)]
		e.content = change.Order
		e.lane = t.lanes.of[change.OrderLine]
		t.lanes.add(&e.board, change.OrderLine, change.Order)
		t.lanes.add(&e.board, change.AlongLine, change.Along)
	})
	return t.newKernel, t.bytes()
}

// newLanes makes lanes for the lines of a problem.
func newLanes(s *stepTables) *lanes {
	l := &lanes{table: s.table}
	size := s.tree.problem.Goal.Size()
	columns := s.table.Empty[size.Rows]
	for line := range size.Rows + size.Cols {
		number := line // of the row in word 0, or of the column in word 1
		word := 0
		contents := columns - 1
		if line >= size.Rows {
			number = line - size.Rows
			word = 1
			contents = int32(len(s.table.Costs)) - columns
		}
		width := bits.Len32(uint32(contents - 1))
		l.of[line] = lane{
			first: uint32(s.table.Empty[line]),
			mask:  1<<width - 1,
			shift: uint8(number * width),
			word:  uint8(word),
		}
	}
	return l
}

// add adds to the content of a line.
func (l *lanes) add(board *[3]uint64, line uint8, more int32) {
	board[1+l.of[line].word] += uint64(more) << l.of[line].shift
}

// contents returns the words of a board's contents.
func (l *lanes) contents(tiles []uint8) (words [3]uint64) {
	for line, content := range heuristics.ContentsOf(l.table, tiles) {
		if line < heuristics.NoLine {
			l.add(&words, uint8(line), content-l.table.Empty[line])
		}
	}
	return words
}

// expandLines is like expandWord. It also adds the changes of the contents, and subtracts the rise
// of the cost of a line from the slack.
func expandLines(k *lineKernel, top, n uint) uint {
	b, t, states := &k.blocks, k.tables, k.tables.moves
	for i := range n {
		node, label := &b.block[i&(blockNodes-1)], b.blockLabels[i&(blockNodes-1)]
		board, rows, columns := node[0], node[1], node[2]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			e := &t.effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
			word := rows ^ (rows^columns)&-uint64(e.word)
			before := e.first + uint32(word>>(e.shift&63))&e.mask
			costs, after := t.costs, before+uint32(e.content)
			rise := int64(costs[uint64(after)&uint64(len(costs)-1)]) - int64(
				costs[uint64(before)&uint64(len(costs)-1)])
			child := label + e.label + int64(move.label) - rise<<slackShift
			b.boards[top%stackNodes][0], b.labels[top%stackNodes] = board+e.board[0], child
			b.boards[top%stackNodes][1] = rows + e.board[1]
			b.boards[top%stackNodes][2] = columns + e.board[2]
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}
