package pdb

import (
	"context"
	"fmt"
	"math/bits"

	"npuzzle/internal/units"
	"npuzzle/search"
)

// BuildOptions control how tables are built. The zero value means all cores and no limit
// on memory.
type BuildOptions struct {
	Workers int            // number of goroutines; 0 for one for each core
	Memory  uint64         // memory limit in bytes; 0 for no limit
	Observe func(Progress) // called after each layer; may be nil
}

// Progress reports how far a build has come.
type Progress struct {
	Table, Tables int    // current table, counted from 1, and number of tables
	Done, Total   uint64 // entries finished, and entries of all tables
}

// String returns the number of the current table and the number of entries.
func (p Progress) String() string {
	return fmt.Sprintf("table %d of %d, %s of %s entries",
		p.Table, p.Tables, units.Grouped(p.Done), units.Grouped(p.Total))
}

// build builds a table in memory. The regions of its index must have been found. A build
// takes O(entries·tiles) time and about 1.4 bytes for each entry: 2.0 GB for 8 tiles on 4x4.
func build(
	ctx context.Context, p Pattern, x *index, o BuildOptions, progress *Progress,
) (*Table, error) {
	workers := search.Workers(o.Workers)
	layers := newBreadthFirst(x)
	layers.start([]uint8(p.cells), p.blank)
	progress.Table++
	end := progress.Done + x.entries()
	progress.Done++
	for distance, found := 1, uint64(1); found > 0; distance++ {
		var err error
		if found, err = layers.advance(ctx, distance, workers); err != nil {
			return nil, fmt.Errorf("pdb: building pattern %v: %w", p, err)
		}
		progress.Done += found
		if o.Observe != nil {
			o.Observe(*progress)
		}
	}
	progress.Done = end
	packed, err := pack(ctx, p, x, layers.distances, workers)
	if err != nil {
		return nil, fmt.Errorf("pdb: building pattern %v: %w", p, err)
	}
	return &Table{pattern: p, index: x, packed: packed}, nil
}

// pack converts distances to entries, two in each byte. The distances are indexed by
// region and order. The result uses the same memory: pack first packs each region in
// place, and then moves the regions together.
func pack(
	ctx context.Context, p Pattern, x *index, distances []uint8, workers int,
) ([]byte, error) {
	between := p.manhattan()
	manhattan := make([]uint8, uint64(workers)*x.orders)
	err := x.eachSet(ctx, workers, func(worker int, set uint64, cells []uint8) {
		manhattan := manhattan[uint64(worker)*x.orders:][:x.orders]
		addManhattan(between, cells, 1<<x.tiles-1, 0, manhattan)
		for region := uint64(x.first[set]); region < uint64(x.first[set+1]); region++ {
			packRegion(distances[region*x.orders:(region+1)*x.orders], manhattan)
		}
	})
	half := x.stride / 2
	for region := uint64(0); region < x.regions() && err == nil; region++ {
		copy(distances[region*half:(region+1)*half], distances[region*x.orders:])
		err = ctx.Err()
	}
	return distances[:x.regions()*half], err
}

// packRegion replaces the first half of a region's distances by the region's entries, two
// in each byte.
func packRegion(distances, manhattan []uint8) {
	if len(distances) == 1 {
		distances[0] = entryOf(distances[0], manhattan[0])
		return
	}
	manhattan = manhattan[:len(distances)]
	for order := 0; order+1 < len(distances); order += 2 {
		low := entryOf(distances[order], manhattan[order])
		high := entryOf(distances[order+1], manhattan[order+1])
		distances[order/2] = low | high<<4
	}
}

// entryOf returns the entry for a distance, which is stored as by distanceByte. The byte
// 0 means that the goal cannot be reached from the placement. For this byte, the
// subtraction wraps around to a large number, and the entry is mostExcess.
func entryOf(distance, manhattan uint8) uint8 {
	return min((distance-distanceByte(0)-manhattan)/2, mostExcess)
}

// addManhattan writes to distance the sum of Manhattan distances for each order of the
// tiles on a cell set. It calls itself for one cell after another. The mask left holds
// the tiles that are not placed yet, cells holds the cells for them, and before is the
// sum for the tiles that are placed.
func addManhattan(between [][]uint8, cells []uint8, left uint32, before uint8, distance []uint8) {
	each := len(distance) / len(cells)
	for rest := left; rest != 0; rest &= rest - 1 {
		tile := bits.TrailingZeros32(rest)
		sum := before + between[tile][cells[0]]
		if len(cells) == 1 {
			distance[0] = sum
			return
		}
		addManhattan(between, cells[1:], left&^(1<<tile), sum, distance[:each])
		distance = distance[each:]
	}
}
