package window

import (
	"bytes"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// MaxExpanded is a limit of expansions that suits the windows of a plan. Most searches need
// fewer, and the few that would need more cost more than they gain.
const MaxExpanded = 10_000

// Window asks for a shortest path between two boards, given by their tiles.
type Window struct {
	From, To []uint8
	Moves    int                // maximum number of moves of the path
	Order    puzzle.Order       // order in which moves are tried
	Tracker  heuristics.Tracker // estimates the distance to the board To; nil: linear conflict
}

// Search searches for paths between boards of one size. It must be used by one goroutine at a
// time.
type Search struct {
	tables *Tables
	graphs map[puzzle.Order]*puzzle.Graph // each is made when it is first needed

	// The state of the current search.
	window   Window
	limit    uint64 // maximum number of states expanded
	result   search.Result
	path     []puzzle.Move
	graph    *puzzle.Graph
	tiles    []uint8                                 // the current board
	bound    puzzle.Cost                             // maximum length of the path in this iteration
	names    [puzzle.MaxSide * puzzle.MaxSide]uint16 // by tile; used without a Tracker
	contents heuristics.Contents                     // of the lines; used without a Tracker
}

// NewSearch returns a Search that uses the tables.
func NewSearch(t *Tables) *Search {
	return &Search{tables: t, graphs: map[puzzle.Order]*puzzle.Graph{}}
}

// Find searches for a shortest path by iterative deepening, and expands at most the given number of
// states. The status is search.Solved, search.Exhausted if every path has more than Window.Moves
// moves, or search.NodeLimit. The path is Result.Moves, which are valid until the next search. Of
// the statistics, Find counts Expanded and Generated.
func (s *Search) Find(w Window, expanded int) search.Result {
	s.window = w
	s.limit = uint64(expanded)
	s.result = search.Result{Status: search.Exhausted}
	s.graph = s.graphOf(w.Order)
	s.tiles = append(s.tiles[:0], w.From...)
	estimate := s.estimate()
	for s.bound = estimate; s.bound <= puzzle.Cost(w.Moves) && !s.spent(); s.bound += 2 {
		if s.extend(0, estimate, blankOf(s.tiles), noMove) {
			s.result.Status = search.Solved
			s.result.Moves = s.path
			return s.result
		}
	}
	if s.spent() {
		s.result.Status = search.NodeLimit
	}
	return s.result
}

// graphOf returns the graph of an order.
func (s *Search) graphOf(order puzzle.Order) *puzzle.Graph {
	if s.graphs[order] == nil {
		s.graphs[order] = puzzle.NewGraph(s.tables.size, order)
	}
	return s.graphs[order]
}

// spent reports whether the limit of expansions is reached.
func (s *Search) spent() bool { return s.result.Expanded >= s.limit }

// estimate returns the estimate of the first board of a search.
func (s *Search) estimate() (estimate puzzle.Cost) {
	if s.window.Tracker != nil {
		return s.window.Tracker.Reset(s.tiles)
	}
	for cell, tile := range s.window.To {
		s.names[tile] = s.tables.Names[cell]
	}
	s.names[0] = 0
	var named [len(s.names)]uint16
	for cell, tile := range s.tiles {
		named[cell] = s.names[tile]
	}
	estimate, s.contents = heuristics.EstimateOf(s.tables.Conflicts, named[:len(s.tiles)])
	return estimate
}

// noMove means that no move would undo the last one, since the path is empty.
const noMove = 4

// extend extends the path by depth-first search until it leads to the target. The move undo would
// undo the last one. extend reports false if the target is not reached within the bound and the
// limit of expansions.
func (s *Search) extend(depth, estimate puzzle.Cost, blank uint8, undo puzzle.Move) bool {
	s.path = s.path[:depth]
	if estimate == 0 && bytes.Equal(s.tiles, s.window.To) {
		return true
	}
	if s.spent() {
		return false
	}
	s.result.Expanded++
	lines := s.tables.Conflicts
	tracker := s.window.Tracker
	for _, step := range s.graph.Steps(blank) {
		if step.Move == undo {
			continue
		}
		s.result.Generated++
		tile := s.tiles[step.To]
		s.tiles[blank] = tile
		s.tiles[step.To] = 0
		change := lines.Change(step, int(s.names[tile]))
		var next puzzle.Cost
		if tracker != nil {
			next = tracker.After(s.tiles, step.To, blank)
		} else {
			next = estimate + lines.Delta(&s.contents, change)
		}
		within := depth+1+next <= s.bound
		if within {
			if tracker != nil {
				tracker.Move(s.tiles, step.To, blank)
			} else {
				lines.Make(&s.contents, change)
			}
			s.path = append(s.path[:depth], step.Move)
			if s.extend(depth+1, next, step.To, step.Move.Opposite()) {
				return true
			}
		}
		s.tiles[blank] = 0
		s.tiles[step.To] = tile
		if !within {
			continue
		}
		if tracker != nil {
			tracker.Move(s.tiles, blank, step.To)
		} else {
			change.Undo(&s.contents)
		}
	}
	return false
}

// blankOf returns the blank's cell.
func blankOf(tiles []uint8) uint8 { return uint8(bytes.IndexByte(tiles, 0)) }
