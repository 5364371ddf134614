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
	size   puzzle.Size
	names  []uint8 // by tile
	target string  // names, by cell
	line   []int   // the cells of a line; nil where all cells matter

	// The estimate is that of one of these: any heuristic, a sum over tiles, or a sum
	// over tiles and lines.
	estimator heuristics.Estimator
	sums      sumTable
	lines     *lineTables

	tables *boardTables // owner of the lines; nil where the estimator is known
}

// goalObjective returns the objective to reach a goal under a heuristic. The names are
// the tiles' numbers.
func goalObjective(e heuristics.Estimator, goal puzzle.Board) *objective {
	size := goal.Size()
	o := &objective{size: size, target: string(goal.Tiles()), names: make([]uint8, size.Cells()), estimator: e}
	for tile := range o.names {
		o.names[tile] = uint8(tile)
	}
	switch e := e.(type) {
	case *heuristics.TileSum:
		o.sums = newSumTable(size, e)
	case *heuristics.ConflictSum:
		if e.Lines().Tabulated() {
			o.lines = newLineTables(size, e.Lines(), size.Cells(), e.Manhattan().At)
		}
	}
	return o
}

// objective returns the objective to reach a target under linear conflict, or
// Manhattan where lines are long: all of it, or the cells of a line.
func (t *boardTables) objective(target []uint8, line []int) *objective {
	o := &objective{size: t.size, line: line, lines: t.conflicts, tables: t}
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
	if o.tables == nil {
		return int64(o.estimator.Estimate(named))
	}
	sum := int64(0)
	for cell, name := range named {
		if name != 0 {
			sum += int64(o.tables.apart(o.tables.goalCells[name], uint8(cell)))
		}
	}
	lines := linesOf(o.lines, o.size, named)
	for _, code := range lines[:noLine] {
		sum += int64(o.lines.cost[code])
	}
	return sum
}

// bytes returns the memory of the objective's own tables.
func (o *objective) bytes() uint64 {
	sum := uint64(len(o.sums)) * 4
	if o.lines != nil && o.tables == nil {
		sum += o.lines.bytes()
	}
	return sum
}
