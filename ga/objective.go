package ga

import (
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// objective is what phases are to reach on a region of the board: the goal's tiles on all
// cells, or only those of a line. An objective numbers the tiles of its region. These
// numbers are called names; the blank's name is 0. An objective is read-only.
type objective struct {
	tables *boardTables
	cells  []int   // cells of the region, as indices of the whole board
	names  []uint8 // names by tile
	line   []int   // cells of the line, as indices of the region; nil: all cells matter
	target string  // relevant names of the goal, by cell

	// Estimates are made by the estimator, or without one by linear conflict, with the
	// tables of boardTables. The numbers on the estimator's tiles are names. The table lines is
	// nil if the estimator is not a sum over tiles, or over tiles and lines.
	estimator heuristics.Estimator
	lines     *heuristics.MoveTable

	// decode decodes genes, at least one and at most batch, and makes their moves. It stops
	// at the first board whose estimate is 0. It returns the number of moves, writes them to
	// the scorer's trail, and updates the scorer's tiles, estimate, blank and context. There
	// is one function for sums over tiles and lines, and one for other estimators.
	decode func(s *scorer, genes []float64) int
}

// objective returns the objective to solve a line of a region, or the whole region if line is nil.
// The estimates are those of e. If the objective is the goal, e is an estimator for the goal, and
// names are the numbers on the tiles. Otherwise, e is one for the goal of the tables t, which are
// for boards of the region's size. If e is nil, the estimate is linear conflict, or Manhattan
// distance if lines are too long for its tables.
func (t *boardTables) objective(
	goal puzzle.Board, g region, line []int, e heuristics.Estimator,
) *objective {
	size := goal.Size()
	o := &objective{
		tables:    t,
		cells:     g.cells(size.Cols),
		line:      line,
		estimator: e,
		lines:     t.windows.Conflicts,
	}
	if e != nil {
		o.lines = heuristics.TabulateMoves(e)
	}
	o.decode = (*scorer).decodeByLines
	if o.lines == nil {
		o.decode = (*scorer).decodeByTracker
	}
	o.names = make([]uint8, size.Cells())
	for i, cell := range o.cells {
		tile := goal.Tiles()[cell]
		o.names[tile] = tile
		renamed := e == nil || line != nil || len(o.cells) < size.Cells()
		if tile != 0 && renamed {
			o.names[tile] = uint8(t.windows.Names[i])
		}
	}
	o.target = string(o.relevant(o.crop(goal.Tiles())))
	return o
}

// crop returns the region's part of a board, as names.
func (o *objective) crop(tiles []uint8) []uint8 {
	named := make([]uint8, len(o.cells))
	for i, cell := range o.cells {
		named[i] = o.names[tiles[cell]]
	}
	return named
}

// relevant returns a copy of a board on which the name of each tile that does not belong
// to the line is replaced by 0.
func (o *objective) relevant(named []uint8) []uint8 {
	named = slices.Clone(named)
	for i, name := range named {
		if o.line != nil && !slices.Contains(o.line, int(o.tables.windows.Cells[name])) {
			named[i] = 0
		}
	}
	return named
}

// reached reports whether the relevant names of a board are the target.
func (o *objective) reached(named []uint8) bool { return string(named) == o.target }

// missing returns the name of the last tile of the line that is not in its place on a
// board of relevant names. It returns 0 if there is none, or no line.
func (o *objective) missing(named []uint8) uint8 {
	for _, cell := range slices.Backward(o.line) {
		if named[cell] != o.target[cell] {
			return o.target[cell]
		}
	}
	return 0
}

// estimate computes the estimate of a board of relevant names from scratch.
func (o *objective) estimate(named []uint8) int64 {
	if o.estimator != nil {
		return int64(o.estimator.Estimate(named))
	}
	estimate, _ := heuristics.EstimateOf(o.lines, named)
	return int64(estimate)
}

// bytes returns the memory of the objective and its tables.
func (o *objective) bytes() uint64 {
	const perContext = uint64(unsafe.Sizeof(ranking{}) + unsafe.Sizeof([]decoded{}) +
		anyMove*unsafe.Sizeof(decoded(0)))
	t := o.tables
	contexts := uint64(len(t.decoding.steps))
	sum := t.windows.Bytes() + uint64(8*len(t.keys)) + contexts*perContext
	if o.lines != nil && o.lines != t.windows.Conflicts {
		sum += o.lines.Bytes()
	}
	return sum
}
