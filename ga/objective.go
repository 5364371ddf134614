package ga

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
)

// objective is what a stage is to reach on the cells that are left to solve: all of the
// goal, or the places of the tiles of a line. It knows tiles by names; a name of 0 is that
// of the blank. It is read-only.
type objective struct {
	tables *boardTables
	cells  []int   // of the whole board
	names  []uint8 // by tile
	line   []int   // of the cells; nil where all matter
	target string  // relevant names, by cell

	// The estimate is that of an estimator, or linear conflict by the lines of the board
	// tables where there is none. An estimator that is a sum over tiles, or over tiles
	// and lines, has tables here.
	estimator heuristics.Estimator
	lines     *heuristics.MoveTable

	// decode makes the moves that genes stand for, at least one and at most as many as
	// lie between two checkpoints, up to the first board whose estimate is 0. It returns
	// their number, writes them to the scorer's trail, and brings the scorer's board and,
	// in its state, the estimate, the blank and the context up to date. There is one for
	// each structure of the estimate.
	decode func(s *scorer, genes []float64) int
}

// goalObjective returns the objective to reach a goal under a heuristic. The names are
// the tiles' numbers.
func (t *boardTables) goalObjective(e heuristics.Estimator, goal puzzle.Board) *objective {
	o := &objective{tables: t, target: string(goal.Tiles()), estimator: e, decode: (*scorer).decodeByTracker}
	for i := range t.cells {
		o.cells, o.names = append(o.cells, i), append(o.names, uint8(i))
	}
	if o.lines = heuristics.TabulateMoves(e); o.lines != nil {
		o.decode = (*scorer).decodeByLines
	}
	return o
}

// objective returns the objective to reach, under linear conflict or Manhattan where
// lines are long, a region of the goal, or a line of it. The tables are of its size.
func (t *boardTables) objective(goal puzzle.Board, g region, line []int) *objective {
	size := goal.Size()
	o := &objective{tables: t, cells: g.cells(size.Cols), line: line, lines: t.conflicts}
	o.decode, o.names = (*scorer).decodeByLines, make([]uint8, size.Cells())
	for i, cell := range o.cells {
		if tile := goal.Tiles()[cell]; tile != 0 {
			o.names[tile] = uint8(t.names[i])
		}
	}
	o.target = string(o.relevant(o.crop(goal.Tiles())))
	return o
}

// crop returns the cells of a board that are left to solve, by the names of their tiles.
func (o *objective) crop(tiles []uint8) []uint8 {
	named := make([]uint8, len(o.cells))
	for i, cell := range o.cells {
		named[i] = o.names[tiles[cell]]
	}
	return named
}

// relevant returns a board with 0 in place of the names that do not matter: those of
// tiles that do not belong into the line.
func (o *objective) relevant(named []uint8) []uint8 {
	named = slices.Clone(named)
	for i, name := range named {
		if o.line != nil && !slices.Contains(o.line, int(o.tables.goalCells[name])) {
			named[i] = 0
		}
	}
	return named
}

// reached reports whether the relevant names of a board are the target.
func (o *objective) reached(named []uint8) bool { return string(named) == o.target }

// missing returns the name of the last tile of the line that is not in its place on a
// board of relevant names; 0 where there is none.
func (o *objective) missing(named []uint8) uint8 {
	for _, cell := range slices.Backward(o.line) {
		if named[cell] != o.target[cell] {
			return o.target[cell]
		}
	}
	return 0
}

// estimate returns the estimate of a board of relevant names, in full.
func (o *objective) estimate(named []uint8) int64 {
	if o.estimator != nil {
		return int64(o.estimator.Estimate(named))
	}
	estimate, _ := heuristics.EstimateOf(o.lines, named)
	return int64(estimate)
}

// bytes returns the memory of the objective's tables.
func (o *objective) bytes() uint64 {
	sum := o.tables.bytes()
	if o.lines != nil && o.lines != o.tables.conflicts {
		sum += o.lines.Bytes()
	}
	return sum
}

// release frees the large tables of the objective.
func (o *objective) release() {
	machine.Free(o.tables.keys)
	machine.Free(o.tables.keyDeltas)
	o.tables.conflicts.Free()
	if o.lines != o.tables.conflicts {
		o.lines.Free()
	}
}
