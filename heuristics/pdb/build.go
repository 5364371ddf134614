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
	Observe func(Progress) // called while sets are numbered and after each layer; may be nil
}

// workers returns the number of goroutines.
func (o BuildOptions) workers() int {
	if o.Workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}

func (o BuildOptions) observe(p Progress) {
	if o.Observe != nil {
		o.Observe(p)
	}
}

// Progress says how far a build is.
type Progress struct {
	Table, Tables int // number of the table, from 1; 0 while sets of cells are numbered
	// Done and Total count sets while Table is 0, then the entries of all tables.
	Done, Total uint64
}

// newProgress returns the progress before the first of some tables.
func newProgress(patterns []Pattern, all indexes) Progress {
	p := Progress{Tables: len(patterns)}
	for _, pattern := range patterns {
		p.Total += all.of(pattern).entries()
	}
	return p
}

// entries returns the number of entries that a search may find.
func (x *index) entries() uint64 { return x.regions() * x.orders }

// Build builds a pattern's table in memory. It returns a *NoRoomError if the
// table would take more than the memory allowed.
//
// It takes O(entries·tiles) time and about 1.4 bytes for each entry: 2.0 GB for
// 8 tiles on 4x4.
func Build(ctx context.Context, p Pattern, o BuildOptions) (*Table, error) {
	var all indexes
	patterns := []Pattern{p}
	if err := all.add(ctx, "pattern "+p.String(), patterns, o); err != nil {
		return nil, err
	}
	progress := newProgress(patterns, all)
	return build(ctx, p, all.of(p), o, &progress)
}

// build builds a table whose index is made.
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
		o.observe(*progress)
	}
	progress.Done = end
	packed, err := pack(ctx, p, x, search.distances, o.workers())
	if err != nil {
		return nil, fmt.Errorf("pdb: building pattern %v: %w", p, err)
	}
	return &Table{pattern: p, index: x, packed: packed}, nil
}

// pack turns distances, by region and order, into entries, in the same memory.
// It packs each region where its distances are, then moves all regions together.
func pack(ctx context.Context, p Pattern, x *index, distances []uint8, workers int) ([]byte, error) {
	eachChunk(workers, 0, x.sets(), func() func(first, end uint64) {
		placed := newPlacedManhattan(p, x)
		return func(first, end uint64) {
			for set := first; set < end && ctx.Err() == nil; set++ {
				manhattan := placed.of(set)
				for region := uint64(x.first[set]); region < uint64(x.first[set+1]); region++ {
					packRegion(distances[region*x.orders:(region+1)*x.orders], manhattan)
				}
			}
		}
	})
	half := x.stride / 2
	for region := range x.regions() {
		if region%64 == 0 && ctx.Err() != nil {
			break
		}
		copy(distances[region*half:(region+1)*half], distances[region*x.orders:])
	}
	return distances[:x.regions()*half], ctx.Err()
}

// packRegion puts two entries into each byte of the first half.
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

// entryOf returns the entry of a distance; see distanceByte. For the byte 0, of a
// placement without a way to the goal, the subtraction wraps around and gives
// more than any distance.
func entryOf(distance, manhattan uint8) uint8 {
	return min((distance-distanceByte(0)-manhattan)/2, mostExcess)
}

// placedManhattan computes the Manhattan distances of all orders of a set. The
// last places hold any group of tiles in the same few orders, whatever stands
// before them, so these sums are made once for each group.
type placedManhattan struct {
	*index
	between  [][]uint8 // [tile][cell]
	cells    []uint8
	last     int         // number of the last places
	sums     [][24]uint8 // by the tiles that stand in the last places
	distance []uint8     // of each order
}

func newPlacedManhattan(p Pattern, x *index) *placedManhattan {
	last := min(4, x.tiles)
	return &placedManhattan{
		x, p.manhattan(), make([]uint8, x.tiles), last, make([][24]uint8, 1<<x.tiles), make([]uint8, x.orders),
	}
}

func (m *placedManhattan) of(set uint64) []uint8 {
	m.setCells(set, m.cells)
	orders := 1
	for n := range m.last {
		orders *= n + 1
	}
	for left := range m.sums {
		if bits.OnesCount(uint(left)) == m.last {
			m.fill(m.tiles-m.last, m.tiles, uint32(left), 0, m.sums[left][:orders])
		}
	}
	m.fill(0, m.tiles-m.last, 1<<m.tiles-1, 0, m.distance)
	return m.distance
}

// fill writes the distances of the orders in which some tiles stand in the
// places from one up to an end. Each is sum plus what the places behind add.
func (m *placedManhattan) fill(place, end int, left uint32, sum uint8, distance []uint8) {
	if place == end {
		for i, more := range m.sums[left][:len(distance)] {
			distance[i] = sum + more
		}
		return
	}
	each := len(distance) / bits.OnesCount32(left)
	for rest := left; rest != 0; rest &= rest - 1 {
		tile := bits.TrailingZeros32(rest)
		m.fill(place+1, end, left&^(1<<tile), sum+m.between[tile][m.cells[place]], distance[:each])
		distance = distance[each:]
	}
}
