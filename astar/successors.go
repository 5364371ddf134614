package astar

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// successors generates the successors of a packed board, with their estimates.
type successors interface {
	// append adds them to children, but for the one that the move back leads
	// to. h is the estimate of the board itself.
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

// trackedSuccessors does it for any heuristic: it unpacks the board, makes
// every move and undoes it.
type trackedSuccessors struct {
	rule    *rule
	tracker heuristics.Tracker
	tiles   []uint8
}

func newTrackedSuccessors(r *rule) *trackedSuccessors {
	return &trackedSuccessors{rule: r, tracker: r.estimator.Track(), tiles: r.problem.Start.Tiles()}
}

// append makes a full estimate of the board, and two updates of it for each successor.
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

// tableSuccessors does it for sums over tiles and for linear conflicts: what a move
// changes in the sum is looked up, and what the one line costs that a move may
// change, before and after (Hansson, Mayer, Yung 1992).
type tableSuccessors struct {
	steps [puzzle.WordCells][]tableStep // by the blank's cell
	lines []wordLine                    // rows, then columns; none for a sum over tiles
}

// tableStep is a move of the blank from a cell. The tile goes the other way.
type tableStep struct {
	from, to uint8 // where the blank goes, in bits of the word
	move     puzzle.Move
	cost     uint16
	rise     [16]int32 // of the sum, by the tile that moves
	line     [16]int8  // whose cost may change, by tile; -1 for none
	change   [16]int32 // of the line's content: see heuristics.LineMove
}

// wordLine is a row or column of a packed board.
type wordLine struct {
	cells     []wordCell
	conflicts []uint8 // by content
	cost      int32   // of one conflict
}

// wordCell is a cell in a line: where it begins, in bits of the word, and what
// each tile on it adds to the content of the line.
type wordCell struct {
	shift   uint8
	weights [16]int32
}

// newTableSuccessors makes the tables for a sum and the lines to be added to it, nil for none.
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

// append takes O(1) time for a successor, with lines O(length of a line). The exclusive or
// with the tile takes it out of its cell, and puts it into the blank's cell, which holds 0.
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

// rise returns by how much the line's cost rises when its content changes. It adds up the
// content from the line's cells, since an open entry has no room for it.
func (l *wordLine) rise(word uint64, change int32) int32 {
	content := int32(0)
	for i := range l.cells {
		cell := &l.cells[i]
		content += cell.weights[word>>(cell.shift&63)&15]
	}
	return l.cost * (int32(l.conflicts[content+change]) - int32(l.conflicts[content]))
}
