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
// Let k be the number of tiles of a pattern. A full estimate takes O(tiles·k) time. A move takes
// O(k) time and one look-up for each side, or O(tiles + k²) time for a table without a Placer.
type Sum struct {
	sides []Side
	cost  puzzle.Cost
}

// Side gives search kernels access to the tables for the board or for the reflected
// board.
type Side struct {
	Views     []View
	ViewOf    []uint8 // index in Views for each tile, or noView
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

// noView is the value of ViewOf for tiles that are in no pattern.
const noView = 255

// newSum returns the estimator that adds up the tables of a partition. There must be a
// table for each of its Patterns. With reflect, the estimate is the maximum for the board
// and the reflected board, if the reflected partition differs. Every move counts as the
// cheapest one under costs. With zero Costs, each move costs 1.
func newSum(p Partition, tables map[Pattern]*Table, reflect bool, costs puzzle.Costs) *Sum {
	s := &Sum{sides: []Side{newSide(p, tables)}, cost: costs.Cheapest()}
	if image, differs := p.reflected(); reflect && differs {
		s.sides = append(s.sides, newSide(image, tables))
	}
	return s
}

func newSide(p Partition, tables map[Pattern]*Table) Side {
	cells := p.goal.Size().Cells()
	s := Side{ViewOf: slices.Repeat([]uint8{noView}, cells), Manhattan: make([]uint8, cells*cells)}
	for _, group := range p.groups {
		pattern, way := newPattern(p.goal, group)
		v := View{Table: tables[pattern], Cell: way.to, Tiles: make([]uint8, len(group))}
		between := pattern.manhattan()
		for _, goal := range group {
			tile := p.goal.At(int(goal))
			slot := strings.IndexByte(pattern.cells, way.to[goal])
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
	return !slices.Contains(s.sides[0].ViewOf[1:], noView)
}

// Estimate returns the estimate of a board.
func (s *Sum) Estimate(tiles []uint8) puzzle.Cost {
	best := 0
	for i := range s.sides {
		best = max(best, s.sides[i].Place(tiles, nil))
	}
	return s.cost * puzzle.Cost(best)
}

// Place returns the estimate of the side for a board, in moves. It writes the placement of each
// view to placed, unless placed is nil. If a table has no Placer, only the excess of its placements
// is valid.
func (s *Side) Place(tiles []uint8, placed []Placement) (moves int) {
	for cell, tile := range tiles {
		moves += int(s.Manhattan[int(tile)*len(tiles)+cell])
	}
	cells := positions(tiles)
	for i := range s.Views {
		now := s.Views[i].place(&cells)
		moves += 2 * int(now.Excess())
		if placed != nil {
			placed[i] = now
		}
	}
	return moves
}

// positions returns the cell of each tile, the blank's first.
func positions(tiles []uint8) (at [puzzle.MaxSide * puzzle.MaxSide]uint8) {
	for cell, tile := range tiles {
		at[tile] = uint8(cell)
	}
	return at
}

// place returns the placement of the view's tiles, given the cell of each tile of the board.
func (v *View) place(at *[puzzle.MaxSide * puzzle.MaxSide]uint8) (now Placement) {
	var cells [maxTiles]uint8
	for i, tile := range v.Tiles {
		cells[i] = v.Cell[at[tile]]
		now |= 1 << cells[i]
	}
	x := v.Table.index
	set, order := x.rank(cells[:len(v.Tiles)])
	now = now<<maskShift | Placement(order)<<excessBits
	return now.With(v.Table.excess(x.entry(set, v.Cell[at[0]]) + order))
}

// Track returns a new Tracker. It moves tiles with Placers, where there are some. On 4x4,
// this takes 20 to 25 % less time.
func (s *Sum) Track() heuristics.Tracker {
	t := &tracker{sum: s, sides: make([]trackedSide, len(s.sides))}
	for i := range t.sides {
		t.sides[i].placed = make([]Placement, len(s.sides[i].Views))
	}
	return t
}

type tracker struct {
	sum   *Sum
	sides []trackedSide
}

// trackedSide has the estimate of a side in moves, and the placement of each view.
type trackedSide struct {
	estimate int
	placed   []Placement
}

func (t *tracker) Reset(tiles []uint8) puzzle.Cost {
	best := 0
	for i := range t.sides {
		tracked := &t.sides[i]
		tracked.estimate = t.sum.sides[i].Place(tiles, tracked.placed)
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
		side := &t.sum.sides[i]
		tracked := &t.sides[i]
		estimate := tracked.estimate
		if view := side.ViewOf[tile]; view != noView {
			now := &tracked.placed[view]
			manhattan := side.Manhattan[tile*len(tiles):]
			next := side.Views[view].after(*now, tiles, from, to)
			estimate += int(manhattan[to]) - int(manhattan[from]) +
				2*(int(next.Excess())-int(now.Excess()))
			if keep {
				*now = next
				tracked.estimate = estimate
			}
		}
		best = max(best, estimate)
	}
	return t.sum.cost * puzzle.Cost(best)
}

// after returns the placement after a tile of the view has moved from one cell of the board to
// another.
func (v *View) after(now Placement, tiles []uint8, from, to uint8) Placement {
	p := v.Table.Placer()
	if p == nil {
		cells := positions(tiles)
		return v.place(&cells)
	}
	moved, set := p.Move(now, v.Cell[from], v.Cell[to])
	return moved.With(p.Excess(p.Entry(moved, set, v.Cell[from])))
}
