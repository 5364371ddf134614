package ga

import "npuzzle/puzzle"

// ranges is the number of equal ranges that a gene is told apart by. One, two,
// three and four legal moves all divide it, so that one look-up serves them
// all: with n moves, range k stands for move k*n/ranges.
const ranges = 12

// anyMove, as the last move, stands for none.
const anyMove = 4

// decoding tells for every context, a blank's cell and its last move, which
// move each gene stands for. It is read-only.
type decoding struct {
	table []decoded // [context + range]
	moves []uint8   // [context / ranges], how many are legal
}

// decoded is the move that a gene stands for in its context.
type decoded struct {
	context uint16 // the next one
	at      uint16 // 4 * the cell the blank goes to + its move
}

func (d decoded) to() uint8         { return uint8(d.at >> 2) }
func (d decoded) move() puzzle.Move { return puzzle.Move(d.at & 3) }

// newDecoding cuts [0,1) in every context into as many equal ranges as there
// are legal moves, in the order of successors. Unless back is allowed, the
// move that undoes the last one is left out where there is another. The table
// takes 245 bytes a cell.
func newDecoding(size puzzle.Size, order puzzle.Order, back bool) *decoding {
	graph := puzzle.NewGraph(size, order)
	d := &decoding{table: make([]decoded, size.Cells()*(anyMove+1)*ranges)}
	for cell := range size.Cells() {
		for last := range puzzle.Move(anyMove + 1) {
			var steps []puzzle.Step
			for _, step := range graph.Steps(uint8(cell)) {
				if back || last == anyMove || step.Move != last.Opposite() {
					steps = append(steps, step)
				}
			}
			if len(steps) == 0 {
				steps = graph.Steps(uint8(cell))
			}
			d.moves = append(d.moves, uint8(len(steps)))
			from := contextOf(uint8(cell), last)
			for k := range ranges {
				step := steps[k*len(steps)/ranges]
				d.table[int(from)+k] = decoded{
					context: contextOf(step.To, step.Move),
					at:      uint16(step.To)<<2 | uint16(step.Move),
				}
			}
		}
	}
	return d
}

// contextOf returns where the ranges of a context begin in the table.
func contextOf(blank uint8, last puzzle.Move) uint16 {
	return (uint16(blank)*(anyMove+1) + uint16(last)) * ranges
}

// next returns what a gene in [0,1) stands for.
func (d *decoding) next(context uint16, gene float64) decoded {
	return d.table[int(context)+int(gene*ranges)]
}

// plan returns the moves that genes stand for on a board whose blank stands in
// the given cell.
func (d *decoding) plan(blank uint8, genes []float64) []puzzle.Move {
	plan := make([]puzzle.Move, len(genes))
	context := contextOf(blank, anyMove)
	for i, gene := range genes {
		step := d.next(context, gene)
		plan[i], context = step.move(), step.context
	}
	return plan
}
