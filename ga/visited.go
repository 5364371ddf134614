package ga

import (
	"npuzzle/puzzle"
	"npuzzle/search/decode"
)

// record holds the keys of the boards along the best paths of the phases of one objective.
// No path is scored at a recorded board. So a phase that starts in a local minimum leaves it,
// and no later phase returns to it (the tabu list of Glover 1986).
type record map[uint64]bool

const (
	recordSlot = 24 // approximate memory of a board in the record, in bytes
	pathSlot   = 64 // memory of decode.Tables.WithoutLoops for each move of a path, in bytes
)

// recordBoards records a board and the boards along a path from it.
func (e *evolution) recordBoards(tiles []uint8, path []puzzle.Move) {
	if e.settings.Record {
		e.rules.recordBoards(tiles, path)
	}
}

func (r *rules) recordBoards(tiles []uint8, path []puzzle.Move) {
	r.Tables.Follow(r.Objective.Relevant(tiles), decode.BlankOf(tiles), path, func(key uint64) {
		r.record[key] = true
	})
}
