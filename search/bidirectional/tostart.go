package bidirectional

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// estimatorToStart returns the estimator of the cost of a path from the start to a board. In the
// backward direction, this is the cost that is left.
func estimatorToStart(h heuristics.Heuristic, p search.Problem) (heuristics.Estimator, error) {
	costs := p.Costs.Opposite()
	if !heuristics.ReadsFiles(h) {
		return heuristics.EstimatorOf(h, p.Start, costs)
	}
	toGoal, err := heuristics.EstimatorOf(h, p.Goal, costs)
	if err != nil {
		return nil, err
	}
	return renumber(toGoal, p), nil
}

// renumbered estimates the cost to the start by the estimates to the goal. It turns each board and
// gives other numbers to its tiles, so that a neighbour of the start becomes the goal. The
// neighbour is the board after a few moves of the blank of the start, and has the blank on the
// goal cell of the blank.
type renumbered struct {
	toGoal heuristics.Estimator
	cells  []uint8     // the new cell of each cell
	tiles  []uint8     // the new number of each tile
	walk   puzzle.Cost // cost of the moves from the neighbour to the start
}

// renumber returns the estimator with the shortest walk. Under move costs other than 1, boards are
// not turned, because a turned move may have another cost.
func renumber(toGoal heuristics.Estimator, p search.Problem) *renumbered {
	size := p.Start.Size()
	from := p.Start.Blank()
	var cells []uint8
	var walk []puzzle.Move
	for _, turned := range turns(size, p.Costs.Unit()) {
		to := 0
		for int(turned[to]) != p.Goal.Blank() {
			to++
		}
		moves := towards(from, to, size.Cols)
		if cells == nil || len(moves) < len(walk) {
			cells = turned
			walk = moves
		}
	}
	neighbour := p.Start
	for _, m := range walk {
		neighbour, _ = neighbour.Move(m)
	}
	r := &renumbered{
		toGoal: toGoal,
		cells:  cells,
		tiles:  make([]uint8, size.Cells()),
		walk:   p.Costs.Opposite().Total(walk),
	}
	for cell, tile := range neighbour.Tiles() {
		r.tiles[tile] = uint8(p.Goal.At(int(cells[cell])))
	}
	return r
}

// turns returns the rotations and reflections of a board, each as the new cell of each cell. The
// first one leaves the board as it is. Without all, it is the only one.
func turns(size puzzle.Size, all bool) [][]uint8 {
	var list [][]uint8
	for number := range 8 {
		upsideDown := number&1 != 0
		mirrored := number&2 != 0
		transposed := number&4 != 0
		if transposed && size.Rows != size.Cols || number > 0 && !all {
			break
		}
		cells := make([]uint8, size.Cells())
		for cell := range cells {
			row := cell / size.Cols
			col := cell % size.Cols
			if upsideDown {
				row = size.Rows - 1 - row
			}
			if mirrored {
				col = size.Cols - 1 - col
			}
			if transposed {
				row, col = col, row
			}
			cells[cell] = uint8(row*size.Cols + col)
		}
		list = append(list, cells)
	}
	return list
}

// convert sets image to the turned board with its new numbers.
func (r *renumbered) convert(tiles, image []uint8) {
	for cell, tile := range tiles {
		image[r.cells[cell]] = r.tiles[tile]
	}
}

// estimate returns the estimate of the cost to the start, given that to the neighbour.
func (r *renumbered) estimate(toNeighbour puzzle.Cost) puzzle.Cost {
	return max(toNeighbour-r.walk, 0)
}

// Estimate implements heuristics.Estimator.
func (r *renumbered) Estimate(tiles []uint8) puzzle.Cost {
	image := make([]uint8, len(tiles))
	r.convert(tiles, image)
	return r.estimate(r.toGoal.Estimate(image))
}

// Track implements heuristics.Estimator.
func (r *renumbered) Track() heuristics.Tracker {
	return &tracker{
		renumbered: r,
		images:     r.toGoal.Track(),
		image:      make([]uint8, len(r.cells)),
	}
}

// tracker is the Tracker of a renumbered estimator. It follows the images of the boards.
type tracker struct {
	renumbered *renumbered
	images     heuristics.Tracker
	image      []uint8
}

// Reset implements heuristics.Tracker.
func (t *tracker) Reset(tiles []uint8) puzzle.Cost {
	t.renumbered.convert(tiles, t.image)
	return t.renumbered.estimate(t.images.Reset(t.image))
}

// Move implements heuristics.Tracker.
func (t *tracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	t.renumbered.convert(tiles, t.image)
	cells := t.renumbered.cells
	return t.renumbered.estimate(t.images.Move(t.image, cells[from], cells[to]))
}

// After implements heuristics.Tracker.
func (t *tracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	t.renumbered.convert(tiles, t.image)
	cells := t.renumbered.cells
	return t.renumbered.estimate(t.images.After(t.image, cells[from], cells[to]))
}
