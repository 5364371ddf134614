package pdb

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"npuzzle/puzzle"
)

// breadthFirst finds the distance from the goal for every placement and region of the
// blank, layer by layer. Only moves of the pattern's tiles count. The blank moves freely
// within its region.
//
// A layer has a bit for each order of each region. One worker computes the bits of all
// regions of a set in the next layer. It reads the bits of the neighbouring regions in
// the last layer, from which one move of a tile leads to the set. A move along a row
// keeps the order, so 64 placements are copied in one word. A move along a column rotates
// each order. No worker writes data that another worker reads, so the result does not
// depend on the number of workers. The search takes O(entries·tiles) time and 1.4 bytes
// for each entry.
type breadthFirst struct {
	*index
	graph     *puzzle.Graph
	words     int         // number of words for the bits of a region
	layers    [2][]uint64 // bits of the last layer and of the next layer
	live      [2][]bool   // for each of these layers: the regions that have a bit set
	visited   []uint64    // bits of all layers so far
	left      []uint32    // number of placements of each region that are not visited
	distances []uint8     // by region and order: see distanceByte
}

// farthest is stored for all larger distances, too. A consistent estimate stays
// consistent if it is capped.
const farthest = 254

func newBreadthFirst(x *index) *breadthFirst {
	words := int(x.orders+63) / 64
	b := &breadthFirst{
		index:     x,
		graph:     puzzle.NewGraph(x.size, puzzle.DefaultOrder),
		words:     words,
		visited:   make([]uint64, int(x.regions())*words),
		left:      slices.Repeat([]uint32{uint32(x.orders)}, int(x.regions())),
		distances: make([]uint8, x.regions()*x.orders),
	}
	for i := range b.layers {
		b.layers[i] = make([]uint64, int(x.regions())*words)
		b.live[i] = make([]bool, x.regions())
	}
	return b
}

// searchBytes returns the memory that a search takes besides its index.
func (x *index) searchBytes() uint64 {
	return x.regions() * (x.orders + 3*8*((x.orders+63)/64) + 6)
}

// start makes a layer of the goal alone. The tiles are on the given cells, which are
// ascending, and the blank is on its own cell.
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

// distanceByte returns the byte for a distance: the distance plus one. The byte 0 marks
// placements that are not reached.
func distanceByte(distance int) uint8 { return uint8(min(distance, farthest)) + 1 }

// advance computes the layer of the given distance and returns its number of entries.
func (b *breadthFirst) advance(ctx context.Context, distance, workers int) (uint64, error) {
	var found atomic.Uint64
	reached := make([]uint64, workers*b.words) // bits of the region that each worker computes
	err := b.eachSet(ctx, workers, func(worker int, set uint64, cells []uint8) {
		for region := b.first[set]; region < b.first[set+1]; region++ {
			reached := reached[worker*b.words:][:b.words]
			if n := b.make(set, cells, uint64(region), distanceByte(distance), reached); n > 0 {
				found.Add(n)
			}
		}
	})
	b.layers[0], b.layers[1] = b.layers[1], b.layers[0]
	b.live[0], b.live[1] = b.live[1], b.live[0]
	return found.Load(), err
}

// make computes the next layer's bits for one region, and returns their number. The distance is
// that of the layer, as by distanceByte. The slice reached is scratch.
func (b *breadthFirst) make(
	set uint64, cells []uint8, region uint64, distance uint8, reached []uint64,
) uint64 {
	first := int(region) * b.words
	next := b.layers[1][first : first+b.words]
	visited := b.visited[first : first+b.words]
	if b.live[1][region] {
		clear(next)
		b.live[1][region] = false
	}
	if b.left[region] == 0 || !b.gather(set, cells, region, reached) {
		return 0
	}
	distances := b.distances[region*b.orders : (region+1)*b.orders]
	count := 0
	for i, word := range reached {
		word &^= visited[i]
		if word == 0 {
			continue
		}
		visited[i] |= word
		next[i] = word
		count += bits.OnesCount64(word)
		for ; word != 0; word &= word - 1 {
			distances[i*64+bits.TrailingZeros64(word)] = distance
		}
	}
	b.left[region] -= uint32(count)
	b.live[1][region] = count > 0
	return uint64(count)
}

// gather sets the bits in reached of the placements of one region that one move of a tile
// reaches from the last layer. It reports whether there are any. It looks at moves
// backwards: the tile now on cell came from step.To, a free cell of the region. Before
// the move, the blank was on cell.
func (b *breadthFirst) gather(set uint64, cells []uint8, region uint64, reached []uint64) bool {
	regionOf := b.local[set*uint64(b.size.Cells()):]
	local := uint8(region - uint64(b.first[set]))
	any := false
	for place, cell := range cells {
		for _, step := range b.graph.Steps(cell) {
			if regionOf[step.To] != local {
				continue
			}
			before, was := b.moved(set, cells, place, step.To)
			from := b.region(before, cell)
			if !b.live[0][from] {
				continue
			}
			if !any {
				any = true
				clear(reached)
			}
			last := b.layers[0][int(from)*b.words : (int(from)+1)*b.words]
			if was != place {
				b.rotations[was][place].spread(last, reached)
				continue
			}
			for i, word := range last {
				reached[i] |= word
			}
		}
	}
	return any
}
