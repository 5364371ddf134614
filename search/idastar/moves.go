package idastar

import (
	"unsafe"

	"npuzzle/puzzle"
)

// machine is a finite-state machine over moves (Taylor and Korf 1993): it
// follows a path and says which moves may come next. State 0 is the start's.
type machine struct {
	next [][4]int16 // [state][move]; forbidden where the move must not come
}

const forbidden = -1

func (m *machine) bytes() uint64 { return uint64(len(m.next)) * uint64(unsafe.Sizeof(m.next[0])) }

// noMoveBack is the machine that forbids nothing but the move that undoes the
// last one: one state for each last move, move + 1, and state 0 for none.
func noMoveBack() *machine {
	m := &machine{next: make([][4]int16, 5)}
	for state := range m.next {
		for move := range puzzle.Move(4) {
			m.next[state][move] = int16(move) + 1
			if state > 0 && move == puzzle.Move(state-1).Opposite() {
				m.next[state][move] = forbidden
			}
		}
	}
	return m
}
