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

	// The estimates come from the table of a sum over tiles and lines, or for other heuristics from
	// a Tracker.
	table   *heuristics.MoveTable
	tracker heuristics.Tracker
}

func newSuccessors[B flat.Board](r *rule, layout *flat.Layout[B]) *successors[B] {
	s := &successors[B]{rule: r, layout: layout, cells: r.problem.Start.Size().Cells()}
	for move := range s.costs {
		s.costs[move] = uint16(r.problem.Costs.Of(puzzle.Move(move)))
	}
	if s.table = heuristics.TabulateMoves(r.estimator); s.table == nil {
		s.tracker = r.estimator.Track()
	}
	return s
}

// append appends the successors of a board to children, except the one that the move back leads
// to. The estimate of the board is h. With a table, a successor takes O(1) time, or O(s) for lines of
// s cells, whose contents are computed from the tiles.
func (s *successors[B]) append(children []child[B], board *B, h int32, back puzzle.Move) []child[B] {
	blank, tiles := s.layout.Unpack(board, &s.tiles), s.tiles[:s.cells]
	if s.table == nil {
		s.tracker.Reset(tiles)
	}
	for _, step := range s.rule.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := tiles[step.To]
		children = slices.Grow(children, 1)[:len(children)+1]
		c := &children[len(children)-1]
		c.board, c.move, c.cost = *board, step.Move, s.costs[step.Move]
		s.layout.Move(&c.board, tile, step.To, blank)
		if s.table != nil {
			c.h = h + int32(s.table.DeltaOn(tiles, s.table.Change(step, int(tile))))
			continue
		}
		tiles[blank], tiles[step.To] = tile, 0
		c.h = int32(s.tracker.After(tiles, step.To, blank))
		tiles[step.To], tiles[blank] = tile, 0
	}
	return children
}
