package bfs

import (
	"npuzzle/puzzle"
	"npuzzle/search/flat"
)

// visited is the set of the boards that a breadth-first search has visited, for
// boards packed in words.
type visited interface {
	// place returns the place of a board in the set.
	place(word uint64) place
	// prefetch reads the memory that add will need into the cache.
	prefetch(p place) uint8
	// add adds a board of a level. It reports false if the set already has the
	// board.
	add(p place, level puzzle.Cost) bool
	// before reports whether a board is in level-1. The board must be a neighbour
	// of a board in level.
	before(word uint64, level puzzle.Cost) bool

	bytes() uint64
	growth() uint64 // maximum number of bytes that a batch may add
	release()
}

// place is the place of a board in a set. The field at is the rank of the board in a
// rankedSet, or the hash of the board in a tableSet.
type place struct{ word, at uint64 }

// rankedCells is the maximum number of cells of the boards in a rankedSet. With 12
// cells, the set takes 60 MB for 239,500,800 boards.
const rankedCells = 12

// smaller returns a rankedSet of the same boards if it takes no more memory than the
// table and the memory limit allows both at the same time. Otherwise it returns the set
// itself. The number others is the memory of all other data.
func (b *breadthFirst) smaller(set visited, others uint64) visited {
	table, ok := set.(tableSet)
	size := b.problem.Start.Size()
	if !ok || size.Cells() > rankedCells || min(size.Rows, size.Cols) == 1 {
		return set
	}
	ranking := puzzle.NewRanking(b.problem.Goal)
	bytes := (ranking.Len() + 3) / 4
	if bytes > table.Bytes() || b.uses(table.Bytes(), others+bytes) {
		b.result.Status = "" // set by uses; the table alone may be within the limit
		return set
	}
	ranked := &rankedSet{ranking, make([]uint8, bytes), make([]uint8, size.Cells())}
	for word, level := range table.All() {
		ranked.add(ranked.place(word), puzzle.Cost(level))
	}
	table.release()
	return ranked
}

// ledTo returns a move that leads to a board of a level from a board of the level
// before. If there are several such moves, it returns the one whose opposite comes
// first in the order of successors.
func (b *breadthFirst) ledTo(set visited, tiles []uint8, level puzzle.Cost) puzzle.Move {
	word := puzzle.PackWord(tiles)
	blank := puzzle.BlankOfWord(word)
	for _, step := range b.graph.Steps(blank) {
		tile := word >> (4 * step.To) & 15
		if set.before(word^tile<<(4*step.To)^tile<<(4*blank), level) {
			return step.Move.Opposite()
		}
	}
	panic("bfs: a board of a level has no neighbour in the level before")
}

// rankedSet has two bits for every board of a size: 0 if the board was not visited,
// and otherwise the level modulo 3, plus 1. This is enough to trace the plan back,
// since the levels of neighbours differ by one.
type rankedSet struct {
	ranking *puzzle.Ranking
	levels  []uint8 // by rank, four boards in each byte, beginning with the lowest bits
	tiles   []uint8 // scratch of place
}

// place computes the rank of the board, which determines the position of its bits.
func (s *rankedSet) place(word uint64) place {
	puzzle.UnpackWord(word, s.tiles)
	return place{word, s.ranking.Rank(s.tiles)}
}

func (s *rankedSet) prefetch(p place) uint8 { return s.levels[p.at/4] }

func (s *rankedSet) level(at uint64) uint8 { return s.levels[at/4] >> (at % 4 * 2) & 3 }

func (s *rankedSet) add(p place, level puzzle.Cost) bool {
	if s.level(p.at) != 0 {
		return false
	}
	s.levels[p.at/4] |= uint8(level%3+1) << (p.at % 4 * 2)
	return true
}

func (s *rankedSet) before(word uint64, level puzzle.Cost) bool {
	return s.level(s.place(word).at) == uint8((level-1)%3+1)
}

func (s *rankedSet) bytes() uint64  { return uint64(len(s.levels)) }
func (s *rankedSet) growth() uint64 { return 0 }
func (s *rankedSet) release()       {}

// tableSet is a table of the visited boards, with their levels as costs.
type tableSet struct{ *flat.Table }

func (s tableSet) place(word uint64) place { return place{word, uint64(flat.HashOf(word))} }

func (s tableSet) prefetch(p place) uint8 { return s.Prefetch(flat.Hash(p.at)) }

func (s tableSet) add(p place, level puzzle.Cost) bool {
	slot, known := s.Find(flat.Hash(p.at), p.word)
	if !known {
		s.Insert(flat.Hash(p.at), slot, p.word, uint16(level), 0)
	}
	return !known
}

func (s tableSet) before(word uint64, level puzzle.Cost) bool {
	slot, known := s.Find(flat.HashOf(word), word)
	return known && puzzle.Cost(slot.Cost()) == level-1
}

func (s tableSet) bytes() uint64  { return s.Bytes() }
func (s tableSet) growth() uint64 { return s.Growth() }
func (s tableSet) release()       { s.Release() }
