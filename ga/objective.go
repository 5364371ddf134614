package ga

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// objective is what a stage is to reach, a board or the places of the tiles of a line,
// and the estimate of the moves left. It knows tiles by names; a name of 0 is that of
// the blank and of tiles that do not matter. It is read-only.
type objective struct {
	tables *boardTables
	names  []uint8 // by tile
	target string  // names, by cell
	line   []int   // the cells of a line; nil where all cells matter

	// The estimate is that of an estimator, or linear conflict by the lines of the board
	// tables where there is none. An estimator that is a sum over tiles, or over tiles
	// and lines, has tables here.
	estimator heuristics.Estimator
	sums      sumTable
	lines     *lineTables
}

// goalObjective returns the objective to reach a goal under a heuristic. The names are
// the tiles' numbers.
func (t *boardTables) goalObjective(e heuristics.Estimator, goal puzzle.Board) *objective {
	o := &objective{tables: t, target: string(goal.Tiles()), names: make([]uint8, t.cells), estimator: e}
	for tile := range o.names {
		o.names[tile] = uint8(tile)
	}
	switch e := e.(type) {
	case *heuristics.TileSum:
		o.sums = newSumTable(t.size, e)
	case *heuristics.ConflictSum:
		if e.Lines().Tabulated() {
			o.lines = newLineTables(t.size, e.Lines(), t.cells, e.Manhattan().At)
		}
	}
	return o
}

// objective returns the objective to reach a target under linear conflict, or
// Manhattan where lines are long: all of it, or the cells of a line.
func (t *boardTables) objective(target []uint8, line []int) *objective {
	o := &objective{tables: t, line: line, lines: t.conflicts}
	o.names = make([]uint8, puzzle.MaxSide*puzzle.MaxSide)
	named := make([]uint8, len(target))
	for cell, tile := range target {
		if tile != 0 && (line == nil || slices.Contains(line, cell)) {
			o.names[tile] = uint8(t.names[cell])
			named[cell] = o.names[tile]
		}
	}
	o.target = string(named)
	return o
}

// reached reports whether a board, by the names of its tiles, is the target.
func (o *objective) reached(named []uint8) bool { return string(named) == o.target }

// missing returns the last tile of the line that is not in its place on a board, all by
// names; 0 where there is none.
func (o *objective) missing(named []uint8) uint8 {
	for _, cell := range slices.Backward(o.line) {
		if named[cell] != o.target[cell] {
			return o.target[cell]
		}
	}
	return 0
}

// name returns a board by the names of its tiles.
func (o *objective) name(tiles []uint8) []uint8 {
	named := make([]uint8, len(tiles))
	for cell, tile := range tiles {
		named[cell] = o.names[tile]
	}
	return named
}

// estimate returns the estimate of a board, by the names of its tiles, in full.
func (o *objective) estimate(named []uint8) int64 {
	if o.estimator != nil {
		return int64(o.estimator.Estimate(named))
	}
	estimate, _ := estimateOf(o.tables, named)
	return estimate
}

// bytes returns the memory of the objective's tables.
func (o *objective) bytes() uint64 {
	sum := o.tables.bytes() + uint64(len(o.sums))*4
	if o.lines != nil && o.lines != o.tables.conflicts {
		sum += o.lines.bytes()
	}
	return sum
}
