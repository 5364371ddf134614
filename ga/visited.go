package ga

import (
	"slices"

	"npuzzle/puzzle"
)

// follow visits the boards along a plan, the first one included, with their keys. The
// first board is given by the names of its tiles and the blank's cell, and is changed.
func (t *boardTables) follow(named []uint8, blank uint8, plan []puzzle.Move, visit func(key uint64, blank uint8)) {
	key := t.keyOf(named, blank)
	visit(key, blank)
	for _, move := range plan {
		to := t.graph.To(blank, move)
		key ^= t.keyDeltas[t.change(to, move, int(named[to]))]
		named[blank], named[to] = named[to], 0
		blank = to
		visit(key, blank)
	}
}

// record holds the keys of the boards that the phases of a stage went through. No plan
// is scored by one of them, so that a phase that starts in a local minimum leaves it,
// and none walks back into one (the tabu list of Glover 1986).
type record map[uint64]struct{}

// recordSlot is about the number of bytes that the record takes for a board, and
// planSlot the number that removing loops takes for a move of a plan.
const recordSlot, planSlot = 24, 64

// recordBoards records a board and those along a plan from it.
func (e *evolution) recordBoards(tiles []uint8, plan []puzzle.Move) {
	if !e.settings.Record {
		return
	}
	r := &e.rules
	r.tables.follow(r.objective.relevant(tiles), blankOf(tiles), plan, func(key uint64, _ uint8) {
		r.record[key] = struct{}{}
	})
}

// withoutLoops returns a plan that leads from a board to the same board as another
// plan, and visits no board twice: from each board it continues as the plan did after
// its last visit. It takes O(moves) time and memory, plus O(cells).
func (t *boardTables) withoutLoops(tiles []uint8, plan []puzzle.Move) (direct []puzzle.Move) {
	left := make(map[uint64]int, len(plan)+1) // moves made when the board was left for good
	visited := make([]uint64, 0, len(plan)+1)
	t.follow(slices.Clone(tiles), blankOf(tiles), plan, func(key uint64, _ uint8) {
		left[key] = len(visited)
		visited = append(visited, key)
	})
	for i := left[visited[0]]; i < len(plan); i = left[visited[i+1]] {
		direct = append(direct, plan[i])
	}
	return direct
}
