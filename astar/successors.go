package astar

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// successors generates the successors of a packed board, with their estimates.
type successors interface {
	// append appends the successors of the board word to children, except the one
	// that the move back leads to. The estimate of the board is h.
	append(children []child, word uint64, h int32, back puzzle.Move) []child
}

func newSuccessors(r *rule) successors {
	switch estimator := r.estimator.(type) {
	case *heuristics.TileSum:
		return newTableSuccessors(r, estimator, nil)
	case *heuristics.ConflictSum:
		if estimator.Lines().Tabulated() {
			return newTableSuccessors(r, estimator.Manhattan(), estimator.Lines())
		}
	}
	return newTrackedSuccessors(r)
}

// trackedSuccessors implements successors for any heuristic: it unpacks the board, makes
// every move and undoes it.
type trackedSuccessors struct {
	rule    *rule
	tracker heuristics.Tracker
	tiles   []uint8
}

func newTrackedSuccessors(r *rule) *trackedSuccessors {
	return &trackedSuccessors{rule: r, tracker: r.estimator.Track(), tiles: r.problem.Start.Tiles()}
}

// append computes the estimate of the board from scratch, and updates it twice for each
// successor.
func (s *trackedSuccessors) append(children []child, word uint64, _ int32, back puzzle.Move) []child {
	blank := puzzle.UnpackWord(word, s.tiles)
	s.tracker.Reset(s.tiles)
	for _, step := range s.rule.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := s.tiles[step.To]
		s.tiles[blank], s.tiles[step.To] = tile, 0
		h := s.tracker.Move(s.tiles, step.To, blank)
		s.tiles[step.To], s.tiles[blank] = tile, 0
		s.tracker.Move(s.tiles, blank, step.To)
		next := word ^ uint64(tile)<<(4*step.To) ^ uint64(tile)<<(4*blank)
		cost := uint16(s.rule.problem.Costs.Of(step.Move))
		children = append(children, child{word: next, h: int32(h), cost: cost, move: step.Move})
	}
	return children
}

// tableSuccessors implements successors for sums over tiles and for linear conflict, by
// table look-ups. One table has the change of the sum by a move. Under linear conflict, a
// move can change the cost of at most one line, and a table has its cost before and after
// the move (Hansson, Mayer, Yung 1992).
type tableSuccessors struct {
	steps [puzzle.WordCells][]tableStep // by the blank's cell
	lines []wordLine                    // rows, then columns; none for a sum over tiles
}

// tableStep is a move of the blank. The tile moves the other way.
type tableStep struct {
	from, to uint8 // the blank's cells, as positions of bits in the word
	move     puzzle.Move
	cost     uint16
	rise     [16]int32 // change of the sum, by tile
	line     [16]int8  // line whose cost may change, by tile; -1: none
	change   [16]int32 // change of the line's content, by tile: see heuristics.LineMove
}

// wordLine is a row or column of a packed board.
type wordLine struct {
	cells     []wordCell
	conflicts []uint8 // number of conflicts, by content
	cost      int32   // of one conflict
}

// wordCell is a cell in a line.
type wordCell struct {
	shift   uint8     // position of the cell's first bit in the word
	weights [16]int32 // part of the line's content, by tile
}

// newTableSuccessors makes the tables for a sum over tiles and for lines. Without linear
// conflict, lines is nil.
func newTableSuccessors(r *rule, sum *heuristics.TileSum, lines *heuristics.Lines) *tableSuccessors {
	s := &tableSuccessors{}
	cells := r.problem.Start.Size().Cells()
	for cell := range uint8(cells) {
		for _, step := range r.graph.Steps(cell) {
			cost := uint16(r.problem.Costs.Of(step.Move))
			t := tableStep{from: 4 * cell, to: 4 * step.To, move: step.Move, cost: cost}
			for tile := range cells {
				t.rise[tile] = int32(sum.At(tile, int(cell)) - sum.At(tile, int(step.To)))
				t.line[tile] = -1
				if lines != nil {
					move := lines.Move(uint8(tile), step.To, cell)
					t.line[tile], t.change[tile] = int8(move.Changed), move.Change
				}
			}
			s.steps[cell] = append(s.steps[cell], t)
		}
	}
	if lines != nil {
		s.addLines(r.problem.Start.Size(), lines)
	}
	return s
}

func (s *tableSuccessors) addLines(size puzzle.Size, lines *heuristics.Lines) {
	s.lines = make([]wordLine, size.Rows+size.Cols)
	for i := range s.lines {
		axis := heuristics.Row
		if i >= size.Rows {
			axis = heuristics.Column
		}
		s.lines[i].conflicts, s.lines[i].cost = lines.Conflicts(axis), int32(lines.Cost(axis))
	}
	for cell := range size.Cells() {
		row, column := wordCell{shift: uint8(4 * cell)}, wordCell{shift: uint8(4 * cell)}
		for tile := range size.Cells() {
			row.weights[tile], column.weights[tile] = lines.Weight(tile, cell)
		}
		inRow, inColumn := &s.lines[cell/size.Cols], &s.lines[size.Rows+cell%size.Cols]
		inRow.cells, inColumn.cells = append(inRow.cells, row), append(inColumn.cells, column)
	}
}

// append takes O(1) time for a successor, or O(length of a line) under linear conflict. The
// exclusive or with the tile removes the tile from its cell, and puts it into the blank's cell,
// which holds 0.
func (s *tableSuccessors) append(children []child, word uint64, h int32, back puzzle.Move) []child {
	steps := s.steps[puzzle.BlankOfWord(word)&(puzzle.WordCells-1)]
	for i := range steps {
		step := &steps[i]
		if step.move == back {
			continue
		}
		tile := word >> (step.to & 63) & 15
		next := word ^ tile<<(step.to&63) ^ tile<<(step.from&63)
		rise := step.rise[tile]
		if line := step.line[tile]; line >= 0 {
			rise += s.lines[line].rise(word, step.change[tile])
		}
		children = append(children, child{word: next, h: h + rise, cost: step.cost, move: step.move})
	}
	return children
}

// rise returns the change of the line's cost when the content changes by the given number. It
// computes the content from the line's cells, since entries of the open list do not store it.
func (l *wordLine) rise(word uint64, change int32) int32 {
	content := int32(0)
	for i := range l.cells {
		cell := &l.cells[i]
		content += cell.weights[word>>(cell.shift&63)&15]
	}
	return l.cost * (int32(l.conflicts[content+change]) - int32(l.conflicts[content]))
}
