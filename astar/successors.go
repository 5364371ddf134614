package astar

import (
	"slices"

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
		return newSumSuccessors(r, estimator)
	case *heuristics.ConflictSum:
		if s := newConflictSuccessors(r, estimator); s != nil {
			return s
		}
	}
	return &trackedSuccessors{rule: r, tracker: r.estimator.Track(), tiles: make([]uint8, r.problem.Start.Size().Cells())}
}

// trackedSuccessors does it for any heuristic: it unpacks the board, makes
// every move and undoes it.
type trackedSuccessors struct {
	*rule
	tracker heuristics.Tracker
	tiles   []uint8
}

func (s *trackedSuccessors) append(children []child, word uint64, _ int32, back puzzle.Move) []child {
	blank := puzzle.UnpackWord(word, s.tiles)
	s.tracker.Reset(s.tiles)
	for _, step := range s.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := s.tiles[step.To]
		s.tiles[blank], s.tiles[step.To] = tile, 0
		h := s.tracker.Move(s.tiles, step.To, blank)
		s.tiles[step.To], s.tiles[blank] = tile, 0
		s.tracker.Move(s.tiles, blank, step.To)
		next := word ^ uint64(tile)<<(4*step.To) ^ uint64(tile)<<(4*blank)
		children = append(children, child{word: next, h: int32(h), cost: uint16(s.problem.Costs.Of(step.Move)), move: step.Move})
	}
	return children
}

// sumSuccessors does it for heuristics that are sums over tiles: what a move
// changes is looked up.
type sumSuccessors struct {
	steps [puzzle.WordCells][]sumStep
}

type sumStep struct {
	from, to uint8 // where the blank goes, in bits of the word
	move     puzzle.Move
	cost     uint16
	rise     [16]int32 // of the estimate, by tile
}

func newSumSuccessors(r *rule, sum *heuristics.TileSum) *sumSuccessors {
	s := &sumSuccessors{}
	for cell := range uint8(r.problem.Start.Size().Cells()) {
		for _, step := range r.graph.Steps(cell) {
			t := sumStep{from: 4 * cell, to: 4 * step.To, move: step.Move, cost: uint16(r.problem.Costs.Of(step.Move))}
			for tile := 1; tile < r.problem.Start.Size().Cells(); tile++ {
				t.rise[tile] = int32(sum.At(tile, int(cell)) - sum.At(tile, int(step.To)))
			}
			s.steps[cell] = append(s.steps[cell], t)
		}
	}
	return s
}

func (s *sumSuccessors) append(children []child, word uint64, h int32, back puzzle.Move) []child {
	steps := s.steps[puzzle.BlankOfWord(word)&(puzzle.WordCells-1)]
	for i := range steps {
		step := &steps[i]
		if step.move == back {
			continue
		}
		tile := word >> (step.to & 63) & 15
		next := word ^ tile<<(step.to&63) ^ tile<<(step.from&63)
		children = append(children, child{word: next, h: h + step.rise[tile], cost: step.cost, move: step.move})
	}
	return children
}

// conflictSuccessors does it for linear conflicts: beside what a sum over tiles
// changes, it looks up what the one line costs that a move may change, before
// and after.
type conflictSuccessors struct {
	steps [puzzle.WordCells][]conflictStep
	lines []wordLine
}

type conflictStep struct {
	sumStep
	line [16]int8   // whose cost changes, by tile; -1 for none
	more [16]uint64 // that is added to the line's content
}

// wordLine is a line as it stands in words.
type wordLine struct {
	*heuristics.Line
	cells  []uint8 // where each begins, in bits of the word
	places [16]uint8
	width  uint8
	cost   int32
}

// newConflictSuccessors returns nil where the contents of lines do not fit.
func newConflictSuccessors(r *rule, sum *heuristics.ConflictSum) *conflictSuccessors {
	s := &conflictSuccessors{}
	lines := sum.Lines()
	for i := range lines {
		l := &lines[i]
		if !l.Fits() {
			return nil
		}
		line := wordLine{Line: l, width: l.Bits, cost: int32(l.Cost)}
		for _, cell := range l.Cells {
			line.cells = append(line.cells, 4*cell)
		}
		copy(line.places[:], l.Places)
		s.lines = append(s.lines, line)
	}
	for cell, steps := range newSumSuccessors(r, sum.Manhattan()).steps {
		for _, step := range steps {
			t := conflictStep{sumStep: step}
			for tile := range uint8(r.problem.Start.Size().Cells()) {
				line := sum.Changes(tile, step.to/4, uint8(cell))
				t.line[tile] = int8(line)
				if line >= 0 {
					t.more[tile] = s.lines[line].weight(tile, step.from) - s.lines[line].weight(tile, step.to)
				}
			}
			s.steps[cell] = append(s.steps[cell], t)
		}
	}
	return s
}

// weight returns what a tile on a cell, in bits of the word, adds to the content
// of the line.
func (l *wordLine) weight(tile, cell uint8) uint64 {
	i := slices.Index(l.cells, cell)
	if i < 0 {
		return 0
	}
	return uint64(l.places[tile]) << (int(l.width) * (len(l.cells) - 1 - i))
}

// rise returns by how much the line's cost rises when its content rises by more.
func (l *wordLine) rise(word, more uint64) int32 {
	content := uint64(0)
	for _, shift := range l.cells {
		content = content<<(l.width&7) | uint64(l.places[word>>(shift&63)&15])
	}
	return l.cost * int32(l.Conflicts(content+more)-l.Conflicts(content))
}

func (s *conflictSuccessors) append(children []child, word uint64, h int32, back puzzle.Move) []child {
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
			rise += s.lines[line].rise(word, step.more[tile])
		}
		children = append(children, child{word: next, h: h + rise, cost: step.cost, move: step.move})
	}
	return children
}
