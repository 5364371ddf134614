package ga

import (
	"slices"

	"npuzzle/puzzle"
)

// follow makes the moves of a path on a board, and calls visit for each board, the first
// one included. The board is given by the names of its tiles and the blank's cell. follow
// changes named.
func (t *boardTables) follow(named []uint8, blank uint8, path []puzzle.Move, visit func(key uint64)) {
	key := t.keyOf(named, blank)
	visit(key)
	for _, move := range path {
		to := t.graph.To(blank, move)
		key ^= t.keyDelta(named[to], to, blank)
		named[blank], named[to] = named[to], 0
		blank = to
		visit(key)
	}
}

// record holds the keys of the boards along the best paths of the phases of one objective.
// No path is scored at a recorded board. So a phase that starts in a local minimum leaves it,
// and no later phase returns to it (the tabu list of Glover 1986).
type record map[uint64]bool

// recordSlot is the approximate memory of a board in the record, and pathSlot the memory of
// withoutLoops for each move of a path, both in bytes.
const recordSlot, pathSlot = 24, 64

// recordBoards records a board and the boards along a path from it.
func (e *evolution) recordBoards(tiles []uint8, path []puzzle.Move) {
	if e.settings.Record {
		e.rules.recordBoards(tiles, path)
	}
}

func (r *rules) recordBoards(tiles []uint8, path []puzzle.Move) {
	r.tables.follow(r.objective.relevant(tiles), blankOf(tiles), path, func(key uint64) {
		r.record[key] = true
	})
}

// withoutLoops removes the loops of a path from a board: if the path visits a board several
// times, the moves between the first and the last visit are left out. It takes
// O(moves + cells) time and memory.
func (t *boardTables) withoutLoops(tiles []uint8, path []puzzle.Move) (direct []puzzle.Move) {
	left := make(map[uint64]int, len(path)+1) // number of moves before the last visit, by board
	visited := make([]uint64, 0, len(path)+1)
	t.follow(slices.Clone(tiles), blankOf(tiles), path, func(key uint64) {
		left[key] = len(visited)
		visited = append(visited, key)
	})
	for i := left[visited[0]]; i < len(path); i = left[visited[i+1]] {
		direct = append(direct, path[i])
	}
	return direct
}
