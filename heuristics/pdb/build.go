package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
)

// BuildOptions say how tables are built. The zero value builds on all cores
// without a limit.
type BuildOptions struct {
	Workers int            // 0 for one for each core
	Memory  uint64         // limit in bytes; 0 for no limit
	Observe func(Progress) // called after each layer; may be nil
}

// workers returns the number of goroutines.
func (o BuildOptions) workers() int {
	if o.Workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}

// Progress says how far a build is.
type Progress struct {
	Table, Tables int    // number of the table, from 1
	Done, Total   uint64 // entries of all tables
}

// Build builds a pattern's table in memory. It returns a *NoRoomError if the
// table would take more than the memory allowed.
//
// It takes O(entries·tiles) time and about 1.4 bytes for each entry: 2.0 GB for
// 8 tiles on 4x4.
func Build(ctx context.Context, p Pattern, o BuildOptions) (*Table, error) {
	all := indexes{}
	if err := all.complete(ctx, "pattern "+p.String(), []Pattern{p}, o); err != nil {
		return nil, err
	}
	x := all.of(p)
	return build(ctx, p, x, o, &Progress{Tables: 1, Total: x.entries()})
}

// build builds a table whose index is complete.
func build(ctx context.Context, p Pattern, x *index, o BuildOptions, progress *Progress) (*Table, error) {
	search := newBreadthFirst(x)
	search.start([]uint8(p.cells), p.blank)
	progress.Table++
	end := progress.Done + x.entries()
	progress.Done++
	for distance, found := 1, uint64(1); found > 0; distance++ {
		var err error
		if found, err = search.advance(ctx, distance, o.workers()); err != nil {
			return nil, fmt.Errorf("pdb: building pattern %v: %w", p, err)
		}
		progress.Done += found
		if o.Observe != nil {
			o.Observe(*progress)
		}
	}
	progress.Done = end
	packed, err := pack(ctx, p, x, search.distances, o.workers())
	if err != nil {
		return nil, fmt.Errorf("pdb: building pattern %v: %w", p, err)
	}
	return &Table{pattern: p, index: x, packed: packed}, nil
}

// pack turns distances, by region and order, into excesses, in the same memory.
// It packs each region where its distances are, then moves all regions together.
func pack(ctx context.Context, p Pattern, x *index, distances []uint8, workers int) ([]byte, error) {
	err := eachChunk(ctx, workers, x.sets(), func() func(first, end uint64) {
		between, cells, manhattan := p.manhattan(), make([]uint8, x.tiles), make([]uint8, x.orders)
		return func(first, end uint64) {
			for set := first; set < end; set++ {
				x.setCells(set, cells)
				addManhattan(between, cells, 1<<x.tiles-1, 0, manhattan)
				for region := uint64(x.first[set]); region < uint64(x.first[set+1]); region++ {
					packRegion(distances[region*x.orders:(region+1)*x.orders], manhattan)
				}
			}
		}
	})
	half := x.stride / 2
	for region := uint64(0); region < x.regions() && err == nil; region++ {
		copy(distances[region*half:(region+1)*half], distances[region*x.orders:])
		err = ctx.Err()
	}
	return distances[:x.regions()*half], err
}

// packRegion packs the excesses of two entries into each byte of the first half.
func packRegion(distances, manhattan []uint8) {
	if len(distances) == 1 {
		distances[0] = entryOf(distances[0], manhattan[0])
		return
	}
	manhattan = manhattan[:len(distances)]
	for order := 0; order+1 < len(distances); order += 2 {
		low, high := entryOf(distances[order], manhattan[order]), entryOf(distances[order+1], manhattan[order+1])
		distances[order/2] = low | high<<4
	}
}

// entryOf returns the excess for a distance; see distanceByte. For the byte 0, of a
// placement without a way to the goal, the subtraction wraps around and gives
// more than any distance.
func entryOf(distance, manhattan uint8) uint8 {
	return min((distance-distanceByte(0)-manhattan)/2, mostExcess)
}

// addManhattan writes the Manhattan distances of all orders in which the tiles that
// are left stand on some cells, each plus the distance of the tiles before them.
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
