package decode

import (
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Objective is what paths are to reach on a region of the board: the goal's tiles on all cells, or
// only those of a line. An objective numbers the tiles of its region. These numbers are called
// names; the blank's name is 0. An objective is read-only.
type Objective struct {
	Tables *Tables
	Target string // relevant names of the goal, by cell

	cells []int   // cells of the region, as indices of the whole board
	names []uint8 // names by tile
	line  []int   // cells of the line, as indices of the region; nil: all cells matter

	// Estimates are made by the estimator, or without one by linear conflict, with the
	// tables of Tables. The numbers on the estimator's tiles are names. The table lines is
	// nil if the estimator is not a sum over tiles, or over tiles and lines.
	estimator heuristics.Estimator
	lines     *heuristics.MoveTable

	// decode decodes genes, see Walker.Decode. There is one function for sums over tiles and lines,
	// and one for other estimators.
	decode func(w *Walker, genes []float64) int
}

// Objective returns the objective to solve a line of a region, or the whole region if line is nil.
// The region is a list of cells of the goal. The line is a list of indices of cells. The estimates
// are those of e. If the objective is the goal, e is an estimator for the goal, and names are the
// numbers on the tiles. Otherwise, e is one for the goal of the tables t, which are for boards of
// the region's size. If e is nil, the estimate is linear conflict, or Manhattan distance if lines
// are too long for its tables.
func (t *Tables) Objective(
	goal puzzle.Board, cells, line []int, e heuristics.Estimator,
) *Objective {
	size := goal.Size()
	o := &Objective{
		Tables:    t,
		cells:     cells,
		line:      line,
		estimator: e,
		lines:     t.Windows.Conflicts,
	}
	if e != nil {
		o.lines = heuristics.TabulateMoves(e)
	}
	o.decode = (*Walker).decodeByLines
	if o.lines == nil {
		o.decode = (*Walker).decodeByTracker
	}
	o.names = make([]uint8, size.Cells())
	for i, cell := range o.cells {
		tile := goal.Tiles()[cell]
		o.names[tile] = tile
		renamed := e == nil || line != nil || len(o.cells) < size.Cells()
		if tile != 0 && renamed {
			o.names[tile] = uint8(t.Windows.Names[i])
		}
	}
	o.Target = string(o.Relevant(o.Crop(goal.Tiles())))
	return o
}

// Whole returns the objective to reach the goal of the problem, with the estimates of e. The tables
// are those of boards of the goal's size.
func (t *Tables) Whole(goal puzzle.Board, e heuristics.Estimator) *Objective {
	cells := make([]int, t.Cells)
	for cell := range cells {
		cells[cell] = cell
	}
	return t.Objective(goal, cells, nil, e)
}

// Crop returns the region's part of a board, as names.
func (o *Objective) Crop(tiles []uint8) []uint8 {
	named := make([]uint8, len(o.cells))
	for i, cell := range o.cells {
		named[i] = o.names[tiles[cell]]
	}
	return named
}

// Relevant returns a copy of a board on which the name of each tile that does not belong
// to the line is replaced by 0.
func (o *Objective) Relevant(named []uint8) []uint8 {
	named = slices.Clone(named)
	for i, name := range named {
		if o.line != nil && !slices.Contains(o.line, int(o.Tables.Windows.Cells[name])) {
			named[i] = 0
		}
	}
	return named
}

// Reached reports whether the relevant names of a board are the target.
func (o *Objective) Reached(named []uint8) bool { return string(named) == o.Target }

// Missing returns the name of the last tile of the line that is not in its place on a
// board of relevant names. It returns 0 if there is none, or no line.
func (o *Objective) Missing(named []uint8) uint8 {
	for _, cell := range slices.Backward(o.line) {
		if named[cell] != o.Target[cell] {
			return o.Target[cell]
		}
	}
	return 0
}

// Estimate computes the estimate of a board of relevant names from scratch.
func (o *Objective) Estimate(named []uint8) int64 {
	if o.estimator != nil {
		return int64(o.estimator.Estimate(named))
	}
	estimate, _ := heuristics.EstimateOf(o.lines, named)
	return int64(estimate)
}

// Bytes returns the memory of the objective and its tables.
func (o *Objective) Bytes() uint64 {
	const perContext = uint64(unsafe.Sizeof(ranking{}) + unsafe.Sizeof([]Step{}) +
		AnyMove*unsafe.Sizeof(Step(0)))
	t := o.Tables
	contexts := uint64(len(t.decoding.steps))
	sum := t.Windows.Bytes() + uint64(8*len(t.Keys)) + contexts*perContext
	return sum + o.OwnBytes()
}

// OwnBytes returns the memory of the table of the objective's estimates, if it has one beside those
// of the Tables.
func (o *Objective) OwnBytes() uint64 {
	if o.lines == nil || o.lines == o.Tables.Windows.Conflicts {
		return 0
	}
	return o.lines.Bytes()
}

// Tracker returns a new Tracker of the estimator. It returns nil if there is no estimator.
func (o *Objective) Tracker() heuristics.Tracker {
	if o.estimator == nil {
		return nil
	}
	return o.estimator.Track()
}
