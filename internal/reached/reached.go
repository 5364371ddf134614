// Package reached keeps what a best-first search knows of the boards that it has reached, in a Go
// map. Searches that must save memory and time keep their states in the hash table of package flat.
package reached

import (
	"unsafe"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// NoMove is the last move of the start.
const NoMove = puzzle.Move(4)

// State is what is known of a board that was reached.
type State struct {
	G      puzzle.Cost // cost of the cheapest known path
	Depth  uint32      // number of moves of the path
	Move   puzzle.Move // last move, or NoMove
	Closed bool
}

// ComesFrom reports whether a move leads back to the board that the path came from.
func (s State) ComesFrom(m puzzle.Move) bool { return s.Move != NoMove && m == s.Move.Opposite() }

// After returns the state of a successor, which is reached by a move at a cost.
func (s State) After(m puzzle.Move, cost puzzle.Cost) State {
	return State{G: s.G + cost, Depth: s.Depth + 1, Move: m}
}

// States holds the state of each board that was reached, and counts them.
type States[B flat.Board] struct {
	problem search.Problem
	layout  *flat.Layout[B]
	stats   *search.Stats
	known   map[B]State
}

// NewStates returns no states. Reach and Close count in stats.
func NewStates[B flat.Board](
	p search.Problem, layout *flat.Layout[B], stats *search.Stats,
) *States[B] {
	return &States[B]{problem: p, layout: layout, stats: stats, known: map[B]State{}}
}

// IsOpenAt reports whether a board is open, and g is the cost of its cheapest known path. Otherwise,
// an entry of an open list is obsolete.
func (s *States[B]) IsOpenAt(board B, g puzzle.Cost) bool {
	state := s.known[board]
	return !state.Closed && state.G == g
}

// Close closes a board that is open, because it is expanded, and returns its state.
func (s *States[B]) Close(board B) State {
	state := s.known[board]
	state.Closed = true
	s.known[board] = state
	s.stats.Open--
	return state
}

// Reach notes that a board was reached by a path. It reports whether the board is to be opened: if
// it is new, or the path is cheaper than all before. A closed board is opened again then.
func (s *States[B]) Reach(board B, path State) bool {
	s.stats.MaxCost = max(s.stats.MaxCost, path.G)
	if !s.problem.Costs.Unit() {
		s.stats.MaxMoves = max(s.stats.MaxMoves, uint64(path.Depth))
	}
	known, found := s.known[board]
	switch {
	case !found:
		s.stats.Open++
	case path.G >= known.G:
		s.stats.Duplicates++
		return false
	case known.Closed:
		s.stats.Reopened++
		s.stats.Open++
	default:
		s.stats.Duplicates++
	}
	s.known[board] = path
	s.stats.PeakOpen = max(s.stats.PeakOpen, s.stats.Open)
	s.stats.PeakStored = uint64(len(s.known))
	return true
}

// Plan returns the cheapest known path to the goal.
func (s *States[B]) Plan() []puzzle.Move {
	return search.Trace(s.problem, func(b puzzle.Board) puzzle.Move {
		return s.known[s.layout.Pack(b.Tiles())].Move
	})
}

// Bytes estimates the memory of the map. Each group of eight slots of a map is between 7/16 and 7/8
// full.
func (s *States[B]) Bytes() uint64 {
	var board B
	place := uint64(unsafe.Sizeof(board)+unsafe.Sizeof(State{})) + 1
	return uint64(len(s.known)) * place * 16 / 7
}
