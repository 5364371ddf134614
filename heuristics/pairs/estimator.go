package pairs

import (
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// bytesOfChanges is the number of bytes for each two features that the changes of an estimator
// take.
const bytesOfChanges = 8

// estimator scores boards for one goal. Its changes take 46 MB on 7x7.
type estimator struct {
	board  puzzle.Board // the goal
	convex heuristics.Differ
	table  *Table
	cells  int
	cell   []int // cell of the table for each cell
	tile   []int // tile of the table for each tile
	goal   int32 // value of the goal

	// changes holds the change of the values by a move, [row*features + feature of another tile].
	// The row of a move is (4*tile + direction of the blank)*cells + the cell that the tile leaves.
	changes []int16
	moves   []uint8 // of the blank to a neighbouring cell: [blank*cells + cell]
}

// corner returns the corner of the blank of a goal: bit 0 is set in the first row, and bit 1 in the
// first column. It returns -1 if the blank is in no corner.
func corner(goal puzzle.Board) int {
	last := goal.Size().Cells() - 1
	cols := goal.Size().Cols
	return slices.Index([]int{last, cols - 1, last - cols + 1, 0}, goal.Blank())
}

func newEstimator(table *Table, goal puzzle.Board) *estimator {
	convex, err := heuristics.ConvexOf(heuristics.PlainConvex()).For(goal, puzzle.Costs{})
	if err != nil { // every valid goal has an estimator
		panic(fmt.Sprintf("pairs: %v", err))
	}
	size := goal.Size()
	n := size.Cells()
	e := &estimator{
		board:  goal,
		convex: convex.(heuristics.Differ),
		table:  table,
		cells:  n,
		cell:   make([]int, n),
		tile:   make([]int, n),
	}
	blankCorner := corner(goal)
	for cell := range n {
		row := cell / size.Cols
		col := cell % size.Cols
		if blankCorner&1 != 0 {
			row = size.Rows - 1 - row
		}
		if blankCorner&2 != 0 {
			col = size.Cols - 1 - col
		}
		e.cell[cell] = row*size.Cols + col
	}
	for cell, tile := range goal.Tiles() {
		if tile != 0 {
			e.tile[tile] = e.cell[cell] + 1
		}
	}
	e.goal = e.sum(goal.Tiles())
	e.tabulate()
	return e
}

// Learned reports whether an estimator has the values of a table.
func Learned(e heuristics.Estimator) bool {
	_, learned := e.(*estimator)
	return learned
}

// feature returns the feature of a tile on a cell in the table.
func (e *estimator) feature(cell, tile int) int { return e.cell[cell]*e.cells + e.tile[tile] }

// sum returns the sum of the values of all pairs.
func (e *estimator) sum(tiles []uint8) (sum int32) {
	for cell, tile := range tiles {
		feature := e.feature(cell, int(tile))
		for other := range cell {
			sum += e.table.at(feature, e.feature(other, int(tiles[other])))
		}
	}
	return sum
}

// tabulate fills the table of changes.
func (e *estimator) tabulate() {
	n := e.cells
	features := e.cells * e.cells
	e.changes = make([]int16, 4*n*features*n)
	e.moves = make([]uint8, features)
	graph := puzzle.NewGraph(e.board.Size(), puzzle.DefaultOrder)
	for to := range n { // the blank moves from here to step.To, and the tile moves the other way
		for _, step := range graph.Steps(uint8(to)) {
			from := int(step.To)
			e.moves[to*n+from] = uint8(step.Move)
			blankBefore := e.feature(to, 0)
			blankAfter := e.feature(from, 0)
			for tile := 1; tile < n; tile++ {
				before := e.feature(from, tile)
				after := e.feature(to, tile)
				row := e.changes[e.row(tile, from, int(step.Move))*features:][:features]
				for cell := range n {
					if cell == from || cell == to {
						continue
					}
					for other := 1; other < n; other++ {
						f := e.feature(cell, other)
						row[cell*n+other] = int16(e.table.at(after, f) - e.table.at(before, f) +
							e.table.at(blankAfter, f) - e.table.at(blankBefore, f))
					}
				}
				row[from*n+tile] = int16(e.table.at(after, blankAfter) - e.table.at(before,
					blankBefore))
			}
		}
	}
}

// row returns the row of changes of a tile that leaves a cell because the blank makes a move.
func (e *estimator) row(tile, from, move int) int { return (4*tile+move)*e.cells + from }

// Estimate implements heuristics.Estimator.
func (e *estimator) Estimate(tiles []uint8) puzzle.Cost {
	return ConvexFactor*e.convex.Estimate(tiles) + puzzle.Cost(e.sum(tiles)-e.goal)
}

// Change implements heuristics.Differ. It takes one look-up for each cell.
func (e *estimator) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	features := e.cells * e.cells
	move := int(e.moves[int(blank)*e.cells+int(from)])
	row := e.changes[e.row(int(tiles[from]), int(from), move)*features:][:features]
	sum := 0
	first := 0
	for _, tile := range tiles {
		sum += int(row[first+int(tile)])
		first += e.cells
	}
	return puzzle.Cost(sum) + ConvexFactor*e.convex.Change(tiles, from, blank)
}

// Track implements heuristics.Estimator.
func (e *estimator) Track() heuristics.Tracker { return heuristics.Follow(e) }
