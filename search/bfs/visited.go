package bfs

import (
	"slices"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// visited is the set of the boards that a breadth-first search has visited, for
// packed boards.
type visited[B flat.Board] interface {
	// locate sets p.at for the board p.board.
	locate(p *place[B])
	// prefetch reads the memory that add will need into the cache.
	prefetch(p *place[B]) uint8
	// add adds a board of a level, which was located. It reports false if the set already has
	// the board.
	add(p *place[B], level puzzle.Cost) bool
	// before reports whether a board, which was located, is in level-1. The board must be a
	// neighbour of a board in level.
	before(p *place[B], level puzzle.Cost) bool

	Bytes() uint64
	Growth() uint64 // maximum number of bytes that a batch may add
	Release()
}

// place is the place of a board in a set. The field at is the rank of the board in a
// rankedSet, or the hash of the board in a tableSet.
type place[B flat.Board] struct {
	board B
	at    uint64
}

// rankedCells is the maximum number of cells of the boards in a rankedSet. With 12
// cells, the set takes 60 MB for 239,500,800 boards.
const rankedCells = 12

// smaller returns a rankedSet of the same boards if it takes no more memory than the
// table and the memory limit allows both at the same time. Otherwise it returns the set
// itself. The number others is the memory of all other data.
func (b *breadthFirst[B]) smaller(set visited[B], others uint64) visited[B] {
	table, ok := set.(tableSet[B])
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
	ranked := &rankedSet[B]{
		ranking: ranking,
		levels:  make([]uint8, bytes),
		layout:  b.layout,
		cells:   size.Cells(),
	}
	var p place[B]
	for board, slot := range table.All() {
		p.board = board
		ranked.locate(&p)
		ranked.add(&p, puzzle.Cost(slot.Cost()))
	}
	table.Release()
	return ranked
}

// ledTo returns a move that leads to a board of a level from a board of the level
// before. If there are several such moves, it returns the one whose opposite comes
// first in the order of successors.
func (b *breadthFirst[B]) ledTo(set visited[B], tiles []uint8, level puzzle.Cost) puzzle.Move {
	board := b.layout.Pack(tiles)
	blank := uint8(slices.Index(tiles, 0))
	for _, step := range b.graph.Steps(blank) {
		neighbour := place[B]{board: board}
		b.layout.Move(&neighbour.board, tiles[step.To], step.To, blank)
		set.locate(&neighbour)
		if set.before(&neighbour, level) {
			return step.Move.Opposite()
		}
	}
	panic("bfs: a board of a level has no neighbour in the level before")
}

// rankedSet has two bits for every board of a size: 0 if the board was not visited,
// and otherwise the level modulo 3, plus 1. This is enough to trace the plan back,
// since the levels of neighbours differ by one.
type rankedSet[B flat.Board] struct {
	ranking *puzzle.Ranking
	levels  []uint8 // by rank, four boards in each byte, beginning with the lowest bits
	layout  *flat.Layout[B]
	cells   int
	tiles   flat.Tiles // scratch of locate
}

// locate computes the rank of the board, which determines the position of its bits.
func (s *rankedSet[B]) locate(p *place[B]) {
	s.layout.Unpack(&p.board, &s.tiles)
	p.at = s.ranking.Rank(s.tiles[:s.cells])
}

func (s *rankedSet[B]) prefetch(p *place[B]) uint8 { return s.levels[p.at/4] }

func (s *rankedSet[B]) level(at uint64) uint8 { return s.levels[at/4] >> (at % 4 * 2) & 3 }

func (s *rankedSet[B]) add(p *place[B], level puzzle.Cost) bool {
	if s.level(p.at) != 0 {
		return false
	}
	s.levels[p.at/4] |= uint8(level%3+1) << (p.at % 4 * 2)
	return true
}

func (s *rankedSet[B]) before(p *place[B], level puzzle.Cost) bool {
	return s.level(p.at) == uint8((level-1)%3+1)
}

func (s *rankedSet[B]) Bytes() uint64  { return uint64(len(s.levels)) }
func (s *rankedSet[B]) Growth() uint64 { return 0 }
func (s *rankedSet[B]) Release()       {}

// tableSet is a table of the visited boards, with their levels as costs.
type tableSet[B flat.Board] struct{ *flat.Table[B] }

func (s tableSet[B]) locate(p *place[B]) { p.at = uint64(flat.HashOf(&p.board)) }

func (s tableSet[B]) prefetch(p *place[B]) uint8 { return s.Prefetch(flat.Hash(p.at)) }

func (s tableSet[B]) add(p *place[B], level puzzle.Cost) bool {
	slot, known := s.Find(flat.Hash(p.at), &p.board)
	if !known {
		s.Insert(flat.Hash(p.at), slot, &p.board, uint16(level), 0)
	}
	return !known
}

func (s tableSet[B]) before(p *place[B], level puzzle.Cost) bool {
	slot, known := s.Find(flat.Hash(p.at), &p.board)
	return known && puzzle.Cost(slot.Cost()) == level-1
}
