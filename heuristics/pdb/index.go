package pdb

import (
	"context"
	"iter"

	"npuzzle/puzzle"
)

// Index numbers the entries of a table: by the set of cells that the pattern's
// tiles occupy, by the region of the blank, by the order of the tiles.
//
// A region is a part of the board in which the blank can move without moving a
// tile of the pattern: the connected free cells of a set. Regions are numbered
// set by set, and within a set by their lowest cells; each has one entry for
// every order, and one more if that makes their number even, so that two
// entries share a byte.
type Index struct {
	*Ranking
	first  []uint32 // region of each set; the last is how many there are
	local  []uint8  // [set*cells+cell]: the cell's region, counted from the set's first
	stride uint64   // entries a region
}

// occupied marks the cells of a set, which belong to no region.
const occupied = 255

// NewIndex finds the regions of all sets, in O(sets·cells) time, shared out among
// workers, and bytes. After each of some hundred parts it calls observe, unless
// that is nil, with the sets that are done. It returns the context's error if
// that ends first.
func NewIndex(ctx context.Context, r *Ranking, workers int, observe func(sets uint64)) (*Index, error) {
	const parts = 128
	cells := uint64(r.size.Cells())
	x := &Index{r, make([]uint32, r.Sets()+1), make([]uint8, r.Sets()*cells), r.orders + r.orders&1}
	graph := puzzle.NewGraph(r.size, puzzle.DefaultOrder)
	part := (r.Sets() + parts - 1) / parts
	for from := uint64(0); from < r.Sets(); from += part {
		upTo := min(from+part, r.Sets())
		r.share(workers, from, upTo, func(sets iter.Seq2[uint64, uint64]) {
			cellsOf := make([]uint8, r.tiles)
			for first, end := range sets {
				r.setCells(first, cellsOf)
				for set := first; ; nextSet(cellsOf) {
					x.first[set+1] = uint32(divide(graph, cellsOf, x.local[set*cells:(set+1)*cells]))
					if set++; set == end {
						break
					}
				}
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if observe != nil {
			observe(upTo)
		}
	}
	for set := range r.Sets() {
		x.first[set+1] += x.first[set]
	}
	return x, nil
}

// divide numbers the regions of one set of cells and returns how many there are.
func divide(graph *puzzle.Graph, set, regionOf []uint8) uint8 {
	const unknown = occupied - 1
	for cell := range regionOf {
		regionOf[cell] = unknown
	}
	for _, cell := range set {
		regionOf[cell] = occupied
	}
	count := uint8(0)
	var stack [puzzle.MaxSide * puzzle.MaxSide]uint8
	for cell := range regionOf {
		if regionOf[cell] != unknown {
			continue
		}
		regionOf[cell] = count
		stack[0] = uint8(cell)
		for top := 1; top > 0; {
			top--
			for _, step := range graph.Steps(stack[top]) {
				if regionOf[step.To] == unknown {
					regionOf[step.To] = count
					stack[top] = step.To
					top++
				}
			}
		}
		count++
	}
	return count
}

// Len returns how many entries there are.
func (x *Index) Len() uint64 { return x.regions() * x.stride }

// regions returns how many regions all sets have together.
func (x *Index) regions() uint64 { return uint64(x.first[len(x.first)-1]) }

// region returns the region of a set that a free cell belongs to.
func (x *Index) region(set uint64, cell uint8) uint64 {
	return uint64(x.first[set]) + uint64(x.local[set*uint64(x.size.Cells())+uint64(cell)])
}

// First returns the entry of a set's first order, the blank being in a free
// cell; the entry of another order is that many further on.
func (x *Index) First(set uint64, blank uint8) uint64 { return x.region(set, blank) * x.stride }

// indexBytes returns what an index takes.
func (r *Ranking) indexBytes() uint64 { return r.Sets() * uint64(r.size.Cells()+4) }
