package astar

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// successors generates the successors of a packed board, with their estimates.
type successors[B flat.Board] struct {
	rule   *rule
	layout *flat.Layout[B]
	tiles  flat.Tiles
	cells  int
	costs  [4]uint16 // of each move
	h      heuristics.Changes
}

func newSuccessors[B flat.Board](r *rule, layout *flat.Layout[B]) *successors[B] {
	s := &successors[B]{rule: r, layout: layout, cells: r.problem.Start.Size().Cells(),
		h: heuristics.ChangesOf(r.estimator)}
	for move := range s.costs {
		s.costs[move] = uint16(r.problem.Costs.Of(puzzle.Move(move)))
	}
	return s
}

// append appends the successors of a board to children, except the one that the move back leads
// to. The estimate of the board is h.
func (s *successors[B]) append(children []child[B], board *B, h int32, back puzzle.Move) []child[B] {
	blank, tiles := s.layout.Unpack(board, &s.tiles), s.tiles[:s.cells]
	s.h.Begin(tiles)
	for _, step := range s.rule.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		children = slices.Grow(children, 1)[:len(children)+1]
		c := &children[len(children)-1]
		c.board, c.move, c.cost = *board, step.Move, s.costs[step.Move]
		s.layout.Move(&c.board, tiles[step.To], step.To, blank)
		c.h = h + int32(s.h.Change(tiles, step.To, blank))
	}
	return children
}
