package bfs

import (
	"npuzzle/puzzle"
	"npuzzle/search/flat"
)

// searchWords is the search for boards of up to 16 cells. An entry of the frontier is
// a word, with the key of the board in bits 0-59 and the last move in bits 60-61. (The
// move of the start is 0, and is not used.) The search generates the successors of a
// batch of boards before it looks up the first one, so that the processor fetches the
// memory of all look-ups at the same time.
func (b *breadthFirst) searchWords() {
	cells := len(b.problem.Start.Tiles())
	start, goal := puzzle.PackWord(b.problem.Start.Tiles()), puzzle.PackWord(b.problem.Goal.Tiles())
	var set visited = tableSet{flat.NewTable()}
	defer func() { set.release() }()
	set.add(set.place(start), 0)
	b.result.PeakStored = 1

	var pool flat.Pool
	frontier, next := flat.NewList(&pool), flat.NewList(&pool)
	frontier.Push(start & flat.KeyMask)
	var batch [batchNodes * 4]successor
	for level := puzzle.Cost(0); frontier.Len() > 0; level++ {
		b.begins(level, frontier.Len())
		for chunk := frontier.Take(); chunk != nil; chunk = frontier.Take() {
			set = b.smaller(set, pool.Bytes())
			for first := 0; first < len(chunk); first += batchNodes {
				if b.uses(pool.Bytes()+set.bytes(), pool.Growth()+set.growth()) {
					return
				}
				nodes, successors := chunk[first:min(first+batchNodes, len(chunk))], batch[:0]
				for i, word := range nodes {
					back := puzzle.Move(word >> flat.KeyBits).Opposite()
					word = flat.WithLastCell(word, cells)
					blank := puzzle.BlankOfWord(word)
					for _, step := range b.graph.Steps(blank) {
						if step.Move == back && level > 0 {
							continue
						}
						tile := word >> (4 * step.To & 63) & 15
						child := word ^ tile<<(4*step.To&63) ^ tile<<(4*blank&63)
						successors = append(successors, successor{child, set.place(child), step.Move, i})
					}
				}
				for i := range successors {
					b.prefetched |= set.prefetch(successors[i].place)
				}
				for i := range nodes {
					if b.expands(level) {
						return
					}
					for ; len(successors) > 0 && successors[0].parent == i; successors = successors[1:] {
						s := &successors[0]
						b.result.Generated++
						b.result.MaxCost = level + 1
						if !set.add(s.place, level+1) {
							b.result.Duplicates++
							continue
						}
						b.stores()
						if s.word == goal {
							depth := level + 1
							// The plan follows from the levels, so sets store no moves.
							b.solve(func(at puzzle.Board) puzzle.Move {
								depth--
								return b.ledTo(set, at.Tiles(), depth+1)
							})
							return
						}
						next.Push(s.word&flat.KeyMask | uint64(s.move)<<flat.KeyBits)
					}
				}
			}
			frontier.Give(chunk)
		}
		frontier, next = next, frontier
	}
	panic("bfs: no path left to a goal that can be reached")
}

// batchNodes is the number of boards that are expanded before their successors are
// looked up. It is large enough to use all line fill buffers of a processor.
const batchNodes = 16

// successor is a successor of a board of the batch that was not looked up yet.
type successor struct {
	word   uint64 // all cells, without a move
	place  place
	move   puzzle.Move
	parent int // index of the parent in the batch
}
