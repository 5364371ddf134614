package ga

import (
	"unsafe"

	"npuzzle/puzzle"
)

// ranges is the number of equal ranges that a gene is told apart by. One, two,
// three and four legal moves all divide it, so that one look-up serves them
// all: with n moves, range k stands for move k*n/ranges.
const ranges = 12

// anyMove, as the last move, stands for none.
const anyMove = 4

// decoding tells for every context, a blank's cell and its last move, which
// move each gene stands for. It is read-only.
type decoding struct {
	table []decoded   // [context*ranges + range]
	steps [][]decoded // [context], the legal moves in the order of successors

	// By rank, where no more than three moves are legal.
	contenders []contenders // [context]
	outcomes   []outcomes   // [context]
}

// decoded is the move that a gene stands for in its context: the next one, and
// from bit 16 on 4 * the cell the blank goes to + its move.
type decoded uint32

func (d decoded) context() uint16   { return uint16(d) }
func (d decoded) at() int           { return int(d >> 16) }
func (d decoded) to() uint8         { return uint8(d >> 18) }
func (d decoded) move() puzzle.Move { return puzzle.Move(d >> 16 & 3) }

// decodedAs returns a step as what a gene stands for.
func decodedAs(step puzzle.Step) decoded {
	return decoded(contextOf(step.To, step.Move)) | decoded(step.To)<<18 | decoded(step.Move)<<16
}

// newDecoding cuts [0,1) in every context into as many equal ranges as there
// are legal moves, in the order of successors. The move that undoes the last one
// is left out where there is another. The tables
// take about 1 kB a cell.
func newDecoding(size puzzle.Size, order puzzle.Order) *decoding {
	graph := puzzle.NewGraph(size, order)
	d := &decoding{}
	for cell := range size.Cells() {
		for last := range puzzle.Move(anyMove + 1) {
			var steps []decoded
			all := graph.Steps(uint8(cell))
			for _, step := range all {
				if last == anyMove || step.Move != last.Opposite() || len(all) == 1 {
					steps = append(steps, decodedAs(step))
				}
			}
			for k := range ranges {
				d.table = append(d.table, steps[k*len(steps)/ranges])
			}
			d.steps = append(d.steps, steps)
			d.rank(steps)
		}
	}
	return d
}

// bytes returns the memory of the tables.
func (d *decoding) bytes() uint64 {
	perContext := unsafe.Sizeof(outcomes{}) + unsafe.Sizeof(contenders{}) + unsafe.Sizeof(d.steps[0]) + (ranges+anyMove)*unsafe.Sizeof(decoded(0))
	return uint64(len(d.steps)) * uint64(perContext)
}

// contextOf returns the number of a context.
func contextOf(blank uint8, last puzzle.Move) uint16 {
	return uint16(blank)*(anyMove+1) + uint16(last)
}

// next returns what a gene in [0,1) stands for.
func (d *decoding) next(context uint16, gene float64) decoded {
	return d.table[int(context)*ranges+int(gene*ranges)]
}
