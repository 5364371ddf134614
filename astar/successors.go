package astar

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// successors generates the successors of a packed board, with their estimates.
type successors[B flat.Board] interface {
	// append appends the successors of the board to children, except the one
	// that the move back leads to. The estimate of the board is h.
	append(children []child[B], board *B, h int32, back puzzle.Move) []child[B]
}

func newSuccessors[B flat.Board](r *rule, layout *flat.Layout[B]) successors[B] {
	if sum, ok := r.estimator.(*heuristics.TileSum); ok && sum.Lines().Tabulated() {
		return newTableSuccessors(r, layout, sum)
	}
	return newTrackedSuccessors(r, layout)
}

// trackedSuccessors implements successors for any heuristic: it makes every move and undoes it.
type trackedSuccessors[B flat.Board] struct {
	rule    *rule
	layout  *flat.Layout[B]
	tracker heuristics.Tracker
	tiles   flat.Tiles
}

func newTrackedSuccessors[B flat.Board](r *rule, layout *flat.Layout[B]) *trackedSuccessors[B] {
	return &trackedSuccessors[B]{rule: r, layout: layout, tracker: r.estimator.Track()}
}

// append computes the estimate of the board from scratch, and updates it twice for each
// successor.
func (s *trackedSuccessors[B]) append(children []child[B], board *B, _ int32, back puzzle.Move) []child[B] {
	blank, tiles := s.layout.Unpack(board, &s.tiles), s.tiles[:s.rule.problem.Start.Size().Cells()]
	s.tracker.Reset(tiles)
	for _, step := range s.rule.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := tiles[step.To]
		tiles[blank], tiles[step.To] = tile, 0
		h := s.tracker.Move(tiles, step.To, blank)
		tiles[step.To], tiles[blank] = tile, 0
		s.tracker.Move(tiles, blank, step.To)
		cost := uint16(s.rule.problem.Costs.Of(step.Move))
		children = append(children, child[B]{board: *board, h: int32(h), cost: cost, move: step.Move})
		s.layout.Move(&children[len(children)-1].board, tile, step.To, blank)
	}
	return children
}

// tableSuccessors implements successors for sums over tiles and for linear conflict, by
// table look-ups. One table has the change of the sum by a move. Under linear conflict, a
// move can change the cost of at most one line, and a table has its cost before and after
// the move (Hansson, Mayer, Yung 1992).
type tableSuccessors[B flat.Board] struct {
	layout *flat.Layout[B]
	steps  [][]tableStep     // by the blank's cell
	lines  *heuristics.Lines // nil for a sum over tiles
	cells  int
	tiles  flat.Tiles
}

// tableStep is a move of the blank. The tile moves the other way.
type tableStep struct {
	from, to uint8 // the blank's cells
	move     puzzle.Move
	cost     uint16
	changes  []tileChange // by tile
}

// tileChange is the change of the estimate when a tile moves.
type tileChange struct {
	sum     int32 // change of the sum
	content int32 // change of the line's content: see heuristics.LineMove
	line    int32 // line whose cost may change; -1: none
}

// newTableSuccessors makes the tables.
func newTableSuccessors[B flat.Board](
	r *rule, layout *flat.Layout[B], sum *heuristics.TileSum,
) *tableSuccessors[B] {
	lines := sum.Lines()
	cells := r.problem.Start.Size().Cells()
	s := &tableSuccessors[B]{layout: layout, steps: make([][]tableStep, cells), lines: lines, cells: cells}
	for cell := range uint8(cells) {
		for _, step := range r.graph.Steps(cell) {
			t := tableStep{from: cell, to: step.To, move: step.Move, cost: uint16(r.problem.Costs.Of(step.Move))}
			t.changes = make([]tileChange, cells)
			for tile := range t.changes {
				change := tileChange{sum: int32(sum.At(tile, int(cell)) - sum.At(tile, int(step.To))), line: -1}
				if lines != nil {
					move := lines.Move(uint8(tile), step.To, cell)
					change.line, change.content = int32(move.Changed), move.Change
				}
				t.changes[tile] = change
			}
			s.steps[cell] = append(s.steps[cell], t)
		}
	}
	return s
}

// append takes O(1) time for a successor, or O(length of a line) under linear conflict.
func (s *tableSuccessors[B]) append(children []child[B], board *B, h int32, back puzzle.Move) []child[B] {
	steps := s.steps[s.layout.Unpack(board, &s.tiles)]
	for i := range steps {
		step := &steps[i]
		if step.move == back {
			continue
		}
		tile := s.tiles[step.to]
		change := &step.changes[tile]
		rise := change.sum
		if change.line >= 0 {
			// The content of the line is computed from its cells, since entries of the open list
			// do not store it.
			rise += int32(s.lines.Rise(int(change.line), change.content, s.tiles[:s.cells]))
		}
		children = slices.Grow(children, 1)[:len(children)+1]
		c := &children[len(children)-1]
		c.board, c.h, c.cost, c.move = *board, h+rise, step.cost, step.move
		s.layout.Move(&c.board, tile, step.to, step.from)
	}
	return children
}
