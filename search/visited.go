package search

import (
	"npuzzle/puzzle"
	"npuzzle/search/flat"
)

// visited is the set of the boards that a breadth-first search has met, for
// boards packed in words.
type visited interface {
	// place returns where a board is kept.
	place(word uint64) place
	// touch fetches what add will need.
	touch(p place) uint8
	// add takes in a board of a level, and the move that led there. It reports
	// false for a board that was met before.
	add(p place, level puzzle.Cost, move puzzle.Move) bool
	// ledTo returns a move that led to a board of a level.
	ledTo(tiles []uint8, level puzzle.Cost) puzzle.Move

	bytes() uint64
	growth() uint64 // the most bytes that a batch may add
	release()
}

// place is where a set keeps a board: its number, or its hash.
type place struct{ word, at uint64 }

// rankedCells is the most cells for which a set has two bits for every board
// of the size: 60 MB for the 239,500,800 boards of 12 cells.
const rankedCells = 12

// newVisited returns the set that takes less memory.
func (f *flood) newVisited() visited {
	if cells := f.problem.Start.Size().Cells(); cells <= rankedCells {
		ranking := puzzle.NewRanking(f.problem.Goal)
		if f.limit == 0 || ranking.Len()/4 < f.limit/2 {
			return &rankedSet{ranking: ranking, graph: f.graph, levels: make([]uint8, (ranking.Len()+3)/4), tiles: make([]uint8, cells)}
		}
	}
	return tableSet{flat.NewTable()}
}

// rankedSet holds two bits for every board of a size: 0 for one that was not
// met, else the level modulo 3, plus 1. That is enough to find the way back:
// the levels of neighbours differ by one.
type rankedSet struct {
	ranking *puzzle.Ranking
	graph   *puzzle.Graph
	levels  []uint8
	tiles   []uint8
}

func (s *rankedSet) place(word uint64) place {
	puzzle.UnpackWord(word, s.tiles)
	return place{word, s.ranking.Rank(s.tiles)}
}

func (s *rankedSet) touch(p place) uint8 { return s.levels[p.at/4] }

func (s *rankedSet) level(at uint64) uint8 { return s.levels[at/4] >> (at % 4 * 2) & 3 }

func (s *rankedSet) add(p place, level puzzle.Cost, _ puzzle.Move) bool {
	if s.level(p.at) != 0 {
		return false
	}
	s.levels[p.at/4] |= uint8(level%3+1) << (p.at % 4 * 2)
	return true
}

func (s *rankedSet) ledTo(tiles []uint8, level puzzle.Cost) puzzle.Move {
	before := uint8((level-1)%3 + 1)
	word := puzzle.PackWord(tiles)
	blank := puzzle.BlankOfWord(word)
	for _, step := range s.graph.Steps(blank) {
		tile := word >> (4 * step.To) & 15
		if s.level(s.place(word^tile<<(4*step.To)^tile<<(4*blank)).at) == before {
			return step.Move.Opposite()
		}
	}
	panic("search: a board of a level has no neighbour in the level before")
}

func (s *rankedSet) bytes() uint64  { return uint64(len(s.levels)) }
func (s *rankedSet) growth() uint64 { return 0 }
func (s *rankedSet) release()       {}

// tableSet holds the boards that were met, and the moves that led there.
type tableSet struct{ *flat.Table }

func (s tableSet) place(word uint64) place { return place{word, uint64(flat.HashOf(word))} }

func (s tableSet) touch(p place) uint8 { return s.Touch(flat.Hash(p.at)) }

func (s tableSet) add(p place, _ puzzle.Cost, move puzzle.Move) bool {
	slot, known := s.Find(flat.Hash(p.at), p.word)
	if !known {
		s.Insert(flat.Hash(p.at), slot, p.word, 0, uint8(move))
	}
	return !known
}

func (s tableSet) ledTo(tiles []uint8, _ puzzle.Cost) puzzle.Move {
	word := puzzle.PackWord(tiles)
	slot, _ := s.Find(flat.HashOf(word), word)
	return puzzle.Move(slot.Move())
}

func (s tableSet) bytes() uint64  { return s.Bytes() }
func (s tableSet) growth() uint64 { return s.Growth() }
func (s tableSet) release()       { s.Release() }
