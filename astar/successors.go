package astar

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/flat"
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
		return &conflictSuccessors{r, estimator, make([]uint8, r.problem.Start.Size().Cells())}
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
		children = append(children, child{next, flat.HashOf(next), int32(h), uint16(s.problem.Costs.Of(step.Move)), step.Move})
	}
	return children
}

// conflictSuccessors does it for linear conflicts: it counts the one line anew
// that a move may change.
type conflictSuccessors struct {
	*rule
	sum   *heuristics.ConflictSum
	tiles []uint8
}

func (s *conflictSuccessors) append(children []child, word uint64, h int32, back puzzle.Move) []child {
	blank := puzzle.UnpackWord(word, s.tiles)
	for _, step := range s.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := uint64(s.tiles[step.To])
		next := word ^ tile<<(4*step.To) ^ tile<<(4*blank)
		rise := int32(s.sum.Rise(s.tiles, step.To, blank))
		children = append(children, child{next, flat.HashOf(next), h + rise, uint16(s.problem.Costs.Of(step.Move)), step.Move})
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
	steps := s.steps[puzzle.BlankOfWord(word)]
	for i := range steps {
		step := &steps[i]
		if step.move == back {
			continue
		}
		tile := word >> (step.to & 63) & 15
		next := word ^ tile<<(step.to&63) ^ tile<<(step.from&63)
		children = append(children, child{next, flat.HashOf(next), h + step.rise[tile], step.cost, step.move})
	}
	return children
}
