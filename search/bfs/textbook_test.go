package bfs

import (
	"slices"
	"unsafe"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// searchMap is the textbook search, with which the others are compared. It has a map from
// boards to the last move of the path to each.
func (b *breadthFirst[B]) searchMap() {
	const noMove = puzzle.Move(4)
	start := string(b.problem.Start.Tiles())
	goal := string(b.problem.Goal.Tiles())
	moves := map[string]puzzle.Move{start: noMove}
	b.result.PeakStored = 1
	// Each group of eight slots of a map is between 7/16 and 7/8 full.
	const place = uint64(unsafe.Sizeof("")+unsafe.Sizeof(noMove)+7)&^7 + 1
	perBoard := place*16/7 + (uint64(len(start))+15)&^15
	const perEntry = uint64(unsafe.Sizeof(""))

	frontier := []string{start}
	tiles := make([]uint8, len(start))
	for level := puzzle.Cost(0); len(frontier) > 0; level++ {
		b.begins(level, len(frontier))
		var next []string
		for _, board := range frontier {
			bytes := uint64(len(moves))*perBoard + uint64(cap(frontier)+cap(next))*perEntry
			if b.uses(bytes, uint64(cap(next))*2*perEntry) || b.expands(level) {
				return
			}
			copy(tiles, board)
			blank := uint8(slices.Index(tiles, 0))
			last := moves[board]
			for _, step := range b.graph.Steps(blank) {
				if last != noMove && step.Move == last.Opposite() {
					continue
				}
				b.result.Generated++
				b.result.MaxCost = level + 1
				tiles[blank] = tiles[step.To]
				tiles[step.To] = 0
				successor := string(tiles)
				tiles[step.To] = tiles[blank]
				tiles[blank] = 0
				if _, known := moves[successor]; known {
					b.result.Duplicates++
					continue
				}
				moves[successor] = step.Move
				b.stores()
				if successor == goal {
					b.result.Status = search.Solved
					b.result.Moves = search.Trace(b.problem, func(at puzzle.Board) puzzle.Move {
						return moves[string(at.Tiles())]
					})
					return
				}
				next = append(next, successor)
			}
		}
		frontier = next
	}
	panic("bfs: no path left to a goal that can be reached")
}
