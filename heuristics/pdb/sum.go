package pdb

import (
	"slices"
	"strings"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Sum is the estimator of a partition. It adds up the Manhattan distance and twice the
// excess of each pattern (Korf and Felner 2002), and takes the maximum with the sum of
// the reflected board. Every move counts as the cheapest one. A Sum is consistent, because
// a move changes the estimate of one pattern only, by at most one move.
//
// Let k be the number of tiles of a pattern. A full estimate takes O(tiles·k) time. A
// move takes O(k) time and one look-up for each side.
type Sum struct {
	sides []Side
	cost  puzzle.Cost
}

// Side gives search kernels access to the tables for the board or for the reflected
// board.
type Side struct {
	Views     []View
	ViewOf    []uint8 // index in Views for each tile, or NoView
	Manhattan []uint8 // [tile*cells+cell]: Manhattan distance of each tile with a view, else 0
}

// View maps the cells and tiles of a board to those of one table, for search kernels. The
// table may be for a rotation or a reflection of the board. To look a board up, put tile
// i of the pattern on Cell[c], where c is the cell of Tiles[i] on the board.
type View struct {
	Table *Table
	Cell  []uint8 // cell of the table for each cell of the board
	Tiles []uint8 // tile of the board for each tile of the pattern
}

// NoView is the value of ViewOf for tiles that are in no pattern.
const NoView = 255

// NewSum returns the estimator that adds up the tables of a partition. There must be a
// table for each of its Patterns. With reflect, the estimate is the maximum for the board
// and the reflected board, if the reflected partition differs. Every move counts as the
// cheapest one under costs. With zero Costs, each move costs 1.
func NewSum(p Partition, tables map[Pattern]*Table, reflect bool, costs puzzle.Costs) *Sum {
	s := &Sum{[]Side{newSide(p, tables)}, costs.Cheapest()}
	if image, differs := p.reflected(); reflect && differs {
		s.sides = append(s.sides, newSide(image, tables))
	}
	return s
}

func newSide(p Partition, tables map[Pattern]*Table) Side {
	cells := p.goal.Size().Cells()
	s := Side{nil, make([]uint8, cells), make([]uint8, cells*cells)}
	for tile := range s.ViewOf {
		s.ViewOf[tile] = NoView
	}
	for _, group := range p.groups {
		pattern, way := newPattern(p.goal, group)
		v := View{tables[pattern], way.to, make([]uint8, len(group))}
		between := pattern.manhattan()
		for _, goal := range group {
			tile, slot := p.goal.At(int(goal)), strings.IndexByte(pattern.cells, way.to[goal])
			v.Tiles[slot] = uint8(tile)
			s.ViewOf[tile] = uint8(len(s.Views))
			for cell := range cells {
				s.Manhattan[tile*cells+cell] = between[slot][way.to[cell]]
			}
		}
		s.Views = append(s.Views, v)
	}
	return s
}

// Sides returns one Side for the board and, if it is used, one for the reflected board.
// The estimate is the maximum of their estimates. The caller must not change them.
func (s *Sum) Sides() []Side { return s.sides }

// Complete reports whether every tile is in a pattern. If so, every move changes the
// estimate by exactly the cost of one move, up or down.
func (s *Sum) Complete() bool {
	return !slices.Contains(s.sides[0].ViewOf[1:], NoView)
}

// On returns the estimate of one side, in moves.
func (s *Sum) On(side int, tiles []uint8) int {
	at := positions(tiles)
	return s.sides[side].estimate(tiles, &at)
}

// Estimate returns the estimate of a board.
func (s *Sum) Estimate(tiles []uint8) puzzle.Cost {
	at := positions(tiles)
	best := 0
	for i := range s.sides {
		best = max(best, s.sides[i].estimate(tiles, &at))
	}
	return s.cost * puzzle.Cost(best)
}

func (s *Side) estimate(tiles []uint8, at *[puzzle.MaxSide * puzzle.MaxSide]uint8) int {
	sum := s.manhattan(tiles)
	for i := range s.Views {
		v := &s.Views[i]
		var cells [MaxTiles]uint8
		set, order := v.rank(at, &cells)
		sum += v.excess(set, order, at[0])
	}
	return sum
}

// positions returns the cell of each tile, the blank's first.
func positions(tiles []uint8) (at [puzzle.MaxSide * puzzle.MaxSide]uint8) {
	for cell, tile := range tiles {
		at[tile] = uint8(cell)
	}
	return at
}

func (s *Side) manhattan(tiles []uint8) int {
	sum := 0
	for cell, tile := range tiles {
		sum += int(s.Manhattan[int(tile)*len(tiles)+cell])
	}
	return sum
}

// rank returns the set and the order of the placement on a board, given the cell of each
// tile. It writes the cells of the table for these tiles to cells.
func (v *View) rank(at *[puzzle.MaxSide * puzzle.MaxSide]uint8, cells *[MaxTiles]uint8) (set, order uint64) {
	for i, tile := range v.Tiles {
		cells[i] = v.Cell[at[tile]]
	}
	return v.Table.index.rank(cells[:len(v.Tiles)])
}

// excess returns the number of moves beyond the Manhattan distance for a placement, given
// the blank's cell on the board.
func (v *View) excess(set, order uint64, blank uint8) int {
	return 2 * int(v.Table.excess(v.Table.index.entry(set, v.Cell[blank])+order))
}

// Track returns a new Tracker.
func (s *Sum) Track() heuristics.Tracker {
	if t := s.placedTracker(); t != nil {
		return t
	}
	return s.plainTracker()
}

// plainTracker returns a Tracker that works with all tables. Tests compare placedTracker
// with it.
func (s *Sum) plainTracker() heuristics.Tracker {
	t := &tracker{sum: s, sides: make([]trackedSide, len(s.sides))}
	for i := range t.sides {
		t.sides[i].views = make([]trackedView, len(s.sides[i].Views))
	}
	return t
}

type tracker struct {
	sum   *Sum
	sides []trackedSide
}

type trackedSide struct {
	estimate int
	views    []trackedView
}

// trackedView is the current placement of one view and its excess.
type trackedView struct {
	set, order uint64
	cells      [MaxTiles]uint8 // cells of the set, ascending
	excess     int             // in moves
}

func (t *tracker) Reset(tiles []uint8) puzzle.Cost {
	at := positions(tiles)
	best := 0
	for i := range t.sides {
		side, tracked := &t.sum.sides[i], &t.sides[i]
		tracked.estimate = side.manhattan(tiles)
		for j := range side.Views {
			v, now := &side.Views[j], &tracked.views[j]
			now.set, now.order = v.rank(&at, &now.cells)
			v.Table.index.setCells(now.set, now.cells[:len(v.Tiles)])
			now.excess = v.excess(now.set, now.order, at[0])
			tracked.estimate += now.excess
		}
		best = max(best, tracked.estimate)
	}
	return t.sum.cost * puzzle.Cost(best)
}

func (t *tracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.after(tiles, from, to, true)
}

func (t *tracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return t.after(tiles, from, to, false)
}

// after returns the estimate after a move. The move changes one placement on each side,
// and keep stores it. Other placements do not change. The regions of their entries do not
// change either, because the blank moved within them.
func (t *tracker) after(tiles []uint8, from, to uint8, keep bool) puzzle.Cost {
	tile := int(tiles[to])
	best := 0
	for i := range t.sides {
		side, tracked := &t.sum.sides[i], &t.sides[i]
		estimate := tracked.estimate
		if view := side.ViewOf[tile]; view != NoView {
			v, now := &side.Views[view], tracked.views[view]
			now.move(v.Table.index, v.Cell[from], v.Cell[to])
			manhattan := side.Manhattan[tile*len(tiles):]
			estimate += int(manhattan[to]) - int(manhattan[from]) - now.excess
			now.excess = v.excess(now.set, now.order, from)
			estimate += now.excess
			if keep {
				tracked.estimate, tracked.views[view] = estimate, now
			}
		}
		best = max(best, estimate)
	}
	return t.sum.cost * puzzle.Cost(best)
}

// move updates the placement for a tile that moves from one cell to a free one.
func (t *trackedView) move(x *index, from, to uint8) {
	cells := t.cells[:x.tiles]
	place := 0
	for cells[place] != from {
		place++
	}
	set, now := x.moved(t.set, cells, place, to)
	if now != place {
		t.order = uint64(x.rotations[place][now].apply(uint32(t.order)))
	}
	for ; place < now; place++ {
		cells[place] = cells[place+1]
	}
	for ; place > now; place-- {
		cells[place] = cells[place-1]
	}
	t.set, cells[now] = set, to
}
