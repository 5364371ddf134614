package ga

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// guide tells how far a board is from a target, which is a board or, as a
// subgoal, the places of some of its tiles. It knows the tiles by names, so that
// one set of tables serves many targets. It is read-only.
type guide struct {
	shape puzzle.Size
	names []uint8 // by tile; 0 for the blank and for tiles that do not matter
	goal  string  // names, by cell

	// One of these gives the estimate: of any heuristic, of a sum over tiles, of
	// one over tiles and lines.
	estimator heuristics.Estimator
	sums      sumTable
	lines     *lineTables

	arena  *arena // whose the lines are; nil where the estimator is known
	wanted []int  // of a subgoal, its cells in the order of the subgoals; else nil
}

// guideOf returns the guide of a heuristic to a goal, whose names are the tiles'
// numbers.
func guideOf(e heuristics.Estimator, goal puzzle.Board, k keys) *guide {
	size := goal.Size()
	g := &guide{shape: size, goal: string(goal.Tiles()), names: make([]uint8, size.Cells()), estimator: e}
	for tile := range g.names {
		g.names[tile] = uint8(tile)
	}
	switch e := e.(type) {
	case *heuristics.TileSum:
		g.sums = newSumTable(size, e)
	case *heuristics.ConflictSum:
		if e.Lines().Tabulated() {
			g.lines = newLineTables(size, e.Lines(), size.Cells(), e.Manhattan().At)
		}
	}
	return g
}

// guide returns the guide to a board, under linear conflict or Manhattan.
func (a *arena) guide(target []uint8) *guide {
	g := &guide{shape: a.size, names: make([]uint8, puzzle.MaxSide*puzzle.MaxSide), lines: a.conflicts, arena: a}
	named := make([]uint8, len(target))
	for cell, tile := range target {
		if tile != 0 {
			g.names[tile] = uint8(a.names[cell])
			named[cell] = g.names[tile]
		}
	}
	g.goal = string(named)
	return g
}

// subgoal returns the guide to the places of the tiles on some cells of a
// target.
func (a *arena) subgoal(target []uint8, cells []int) *guide {
	g := &guide{shape: a.size, names: make([]uint8, puzzle.MaxSide*puzzle.MaxSide), lines: a.conflicts, arena: a, wanted: cells}
	named := make([]uint8, len(target))
	for _, cell := range cells {
		g.names[target[cell]] = uint8(a.names[cell])
		named[cell] = g.names[target[cell]]
	}
	g.goal = string(named)
	return g
}

// missing returns the last tile that a subgoal is about and that is not in its
// place on a board, all by names; 0 where there is none.
func (g *guide) missing(named []uint8) uint8 {
	for _, cell := range slices.Backward(g.wanted) {
		if named[cell] != g.goal[cell] {
			return g.goal[cell]
		}
	}
	return 0
}

// name returns a board by its tiles' names.
func (g *guide) name(tiles []uint8) []uint8 {
	named := make([]uint8, len(tiles))
	for cell, tile := range tiles {
		named[cell] = g.names[tile]
	}
	return named
}

// estimate returns the estimate of a board, by its tiles' names, in full.
func (g *guide) estimate(named []uint8) int64 {
	if g.arena == nil {
		return int64(g.estimator.Estimate(named))
	}
	sum := int64(0)
	for cell, name := range named {
		if name != 0 {
			sum += int64(g.arena.apart(g.arena.belongs[name], uint8(cell)))
		}
	}
	lines := linesOf(g.lines, g.shape, named)
	for _, code := range lines[:noLine] {
		sum += int64(g.lines.cost[code])
	}
	return sum
}

// bytes returns the memory of the tables that are the guide's own.
func (g *guide) bytes() uint64 {
	sum := uint64(len(g.sums)) * 4
	if g.lines != nil && g.arena == nil {
		sum += g.lines.bytes()
	}
	return sum
}
