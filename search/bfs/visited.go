package bfs

import (
	"npuzzle/puzzle"
	"npuzzle/search/flat"
)

// visited is the set of the boards that a breadth-first search has met, for
// boards packed in words.
type visited interface {
	// place returns where a board is kept.
	place(word uint64) place
	// prefetch fetches what add will need.
	prefetch(p place) uint8
	// add takes in a board of a level. It reports false for a board that was met
	// before.
	add(p place, level puzzle.Cost) bool
	// before tells whether a neighbour of a board of a level is of the level
	// before.
	before(word uint64, level puzzle.Cost) bool

	bytes() uint64
	growth() uint64 // the most bytes that a batch may add
	release()
}

// place is where a set keeps a board: at is its rank in a rankedSet, its hash in a
// tableSet.
type place struct{ word, at uint64 }

// rankedCells is the most cells for which a set may have two bits for every
// board of the size: 60 MB for the 239,500,800 boards of 12 cells.
const rankedCells = 12

// smaller returns the set itself or, if two bits for every board of the size
// take less than the table has come to, a ranked set of the same boards.
func (b *breadthFirst) smaller(set visited, others uint64) visited {
	table, ok := set.(tableSet)
	size := b.problem.Start.Size()
	if !ok || size.Cells() > rankedCells || min(size.Rows, size.Cols) == 1 {
		return set
	}
	ranking := puzzle.NewRanking(b.problem.Goal)
	bytes := (ranking.Len() + 3) / 4
	if bytes > table.Bytes() || b.uses(table.Bytes(), others+bytes) {
		b.result.Status = "" // there may be room for the table alone
		return set
	}
	ranked := &rankedSet{ranking, make([]uint8, bytes), make([]uint8, size.Cells())}
	for word, level := range table.All() {
		ranked.add(ranked.place(word), puzzle.Cost(level))
	}
	table.release()
	return ranked
}

// ledTo returns the move that led to a board of a level: of those that come from
// the level before, the first to undo in the order of successors.
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

// rankedSet holds two bits for every board of a size: 0 for one that was not
// met, else the level modulo 3, plus 1. That is enough to find the way back:
// the levels of neighbours differ by one.
type rankedSet struct {
	ranking *puzzle.Ranking
	levels  []uint8 // four boards a byte, by rank, the lowest bits first
	tiles   []uint8 // the board that place unpacks
}

// place ranks the board, since a rankedSet stores no boards.
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

// tableSet holds the boards that were met, with their levels as costs.
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
