package bidirectional

import (
	"unsafe"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// states holds the boards that a direction has reached, in the table of package flat. The table
// holds costs of at most flat.MaxCost. A search with larger path costs uses a map.
type states[B flat.Board] struct {
	table *flat.Table[B] // nil if the map is used
	large map[B]state    // nil if the table is used
	peak  uint64         // memory of the table when growth was computed last
	needs uint64         // what the table may need next
}

// state is what is known of a board.
type state struct {
	g      puzzle.Cost // smallest cost at which the board was reached
	move   puzzle.Move // last move of this path; the path of cost 0 has none
	closed bool        // the board was expanded at this cost
}

func newStates[B flat.Board](largeCosts bool) *states[B] {
	if largeCosts {
		return &states[B]{large: map[B]state{}}
	}
	return &states[B]{table: flat.NewTable[B]()}
}

// holds reports whether a path cost can be stored.
func (s *states[B]) holds(g puzzle.Cost) bool { return s.table == nil || g <= flat.MaxCost }

// len returns the number of boards.
func (s *states[B]) len() int {
	if s.table == nil {
		return len(s.large)
	}
	return s.table.Len()
}

// get returns what is known of a board with the given hash. It returns false if the board was not
// reached.
func (s *states[B]) get(hash flat.Hash, board *B) (state, bool) {
	if s.table == nil {
		found, known := s.large[*board]
		return found, known
	}
	slot, known := s.table.Find(hash, board)
	if !known {
		return state{}, false
	}
	return state{
		g:      puzzle.Cost(slot.Cost()),
		move:   puzzle.Move(slot.Move()),
		closed: slot.Closed(),
	}, true
}

// put opens a board, and stores its cost and the last move of its path.
func (s *states[B]) put(hash flat.Hash, board *B, g puzzle.Cost, move puzzle.Move) {
	if s.table == nil {
		s.large[*board] = state{g: g, move: move}
		return
	}
	slot, known := s.table.Find(hash, board)
	if known {
		slot.Open(uint16(g), uint8(move))
	} else {
		s.table.Insert(hash, slot, board, uint16(g), uint8(move))
	}
}

// close marks a board as expanded.
func (s *states[B]) close(hash flat.Hash, board *B) {
	if s.table == nil {
		found := s.large[*board]
		found.closed = true
		s.large[*board] = found
		return
	}
	slot, _ := s.table.Find(hash, board)
	slot.Close()
}

// bytes returns the memory of the states. Each group of eight slots of a map is between 7/16 and
// 7/8 full.
func (s *states[B]) bytes() uint64 {
	if s.table == nil {
		var board B
		place := uint64(unsafe.Sizeof(board)+unsafe.Sizeof(state{})) + 1
		return uint64(len(s.large)) * place * 16 / 7
	}
	return s.table.PeakBytes()
}

// growth returns the maximum number of bytes that a few insertions can need beyond bytes.
func (s *states[B]) growth() uint64 {
	if s.table == nil {
		return 0 // bytes counts the memory that a map has after it has grown
	}
	if s.peak != s.table.PeakBytes() {
		s.peak = s.table.PeakBytes()
		s.needs = s.table.Growth()
	}
	return s.needs
}

// release frees the memory.
func (s *states[B]) release() {
	if s.table != nil {
		s.table.Release()
	}
}
