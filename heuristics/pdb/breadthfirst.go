package pdb

import (
	"context"
	"math/bits"
	"sync/atomic"

	"npuzzle/puzzle"
)

// breadthFirst finds the distance of every placement and region of the blank
// from the goal, layer by layer. Only moves of the pattern's tiles count; the
// blank moves freely within its region.
//
// A layer has a bit for each order of each region. The worker that has a set
// makes its regions' part of the next layer, from the parts of the last layer
// that belong to the regions around: those from which the move of one tile leads
// here. A move along a row keeps the order, so 64 placements are copied in one
// word. A move along a column rotates each order. No worker writes what another
// one reads, so the result does not depend on the number of workers. The time is
// O(entries·tiles), the memory 1.4 bytes for each entry.
type breadthFirst struct {
	*index
	graph     *puzzle.Graph
	words     int         // of the bits of a region
	layers    [2][]uint64 // the last layer and the next
	live      [2][]bool   // the regions with any bit in these layers
	visited   []uint64
	left      []uint32 // placements of each region that are not visited
	distances []uint8  // by region and order: see distanceByte
}

// farthest stands for all distances of at least 254. A consistent estimate stays
// consistent if it is capped.
const farthest = 254

func newBreadthFirst(x *index) *breadthFirst {
	words := int(x.orders+63) / 64
	b := &breadthFirst{
		index:     x,
		graph:     puzzle.NewGraph(x.size, puzzle.DefaultOrder),
		words:     words,
		visited:   make([]uint64, int(x.regions())*words),
		left:      make([]uint32, x.regions()),
		distances: make([]uint8, x.regions()*x.orders),
	}
	for i := range b.layers {
		b.layers[i] = make([]uint64, int(x.regions())*words)
		b.live[i] = make([]bool, x.regions())
	}
	for i := range b.left {
		b.left[i] = uint32(x.orders)
	}
	return b
}

// searchBytes returns the memory that a search takes besides its index.
func (x *index) searchBytes() uint64 {
	return x.regions() * (x.orders + 3*8*((x.orders+63)/64) + 6)
}

// start makes the goal the last layer: the tiles on the given cells, ascending,
// and the blank on its own.
func (b *breadthFirst) start(cells []uint8, blank uint8) {
	set, order := b.rank(cells)
	region := b.region(set, blank)
	word := int(region)*b.words + int(order>>6)
	b.layers[0][word] |= 1 << (order & 63)
	b.visited[word] |= 1 << (order & 63)
	b.live[0][region] = true
	b.left[region]--
	b.distances[region*b.orders+order] = distanceByte(0)
}

// distanceByte returns a distance plus one. In a table of distances 0 stands for
// placements that are not reached.
func distanceByte(distance int) uint8 { return uint8(min(distance, farthest)) + 1 }

// advance makes the layer of a distance and returns how many entries it has.
func (b *breadthFirst) advance(ctx context.Context, distance, workers int) (uint64, error) {
	var found atomic.Uint64
	err := eachChunk(ctx, workers, b.sets(), func() func(first, end uint64) {
		w := layerWorker{breadthFirst: b, distance: distanceByte(distance), reached: make([]uint64, b.words)}
		return func(first, end uint64) { found.Add(w.work(first, end)) }
	})
	b.layers[0], b.layers[1] = b.layers[1], b.layers[0]
	b.live[0], b.live[1] = b.live[1], b.live[0]
	return found.Load(), err
}

// layerWorker makes parts of one layer.
type layerWorker struct {
	*breadthFirst
	distance uint8    // see distanceByte
	reached  []uint64 // the bits of the region that is being made
}

// work makes the parts of the sets from first up to end and returns the number
// of their entries.
func (w *layerWorker) work(first, end uint64) (found uint64) {
	cells := make([]uint8, w.tiles)
	w.setCells(first, cells)
	for set := first; ; nextSet(cells) {
		for region := w.first[set]; region < w.first[set+1]; region++ {
			found += w.make(set, cells, uint64(region))
		}
		if set++; set == end {
			return found
		}
	}
}

// make makes a region's part of the layer and returns the number of its entries.
func (w *layerWorker) make(set uint64, cells []uint8, region uint64) uint64 {
	at := int(region) * w.words
	next, visited := w.layers[1][at:at+w.words], w.visited[at:at+w.words]
	if w.live[1][region] {
		clear(next)
		w.live[1][region] = false
	}
	if w.left[region] == 0 || !w.gather(set, cells, region) {
		return 0
	}
	distances := w.distances[region*w.orders : (region+1)*w.orders]
	count := 0
	for i, word := range w.reached {
		word &^= visited[i]
		if word == 0 {
			continue
		}
		visited[i] |= word
		next[i] = word
		count += bits.OnesCount64(word)
		for ; word != 0; word &= word - 1 {
			distances[i*64+bits.TrailingZeros64(word)] = w.distance
		}
	}
	w.left[region] -= uint32(count)
	w.live[1][region] = count > 0
	return uint64(count)
}

// gather collects the placements to which one move of a tile leads from the last
// layer, the blank coming to be in a region, and tells whether there are any.
// The move took a tile from a cell that is now free, and in the region, to where
// it stands now; before it the blank was there.
func (w *layerWorker) gather(set uint64, cells []uint8, region uint64) bool {
	regionOf := w.local[set*uint64(w.size.Cells()):]
	local := uint8(region - uint64(w.first[set]))
	any := false
	for place, cell := range cells {
		for _, step := range w.graph.Steps(cell) {
			if regionOf[step.To] != local {
				continue
			}
			before, was := w.moved(set, cells, place, step.To)
			from := w.region(before, cell)
			if !w.live[0][from] {
				continue
			}
			if !any {
				any = true
				clear(w.reached)
			}
			last := w.layers[0][int(from)*w.words : (int(from)+1)*w.words]
			if was != place {
				w.rotations[was][place].spread(last, w.reached)
				continue
			}
			for i, word := range last {
				w.reached[i] |= word
			}
		}
	}
	return any
}
