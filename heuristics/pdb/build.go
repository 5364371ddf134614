package pdb

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"runtime"
)

// BuildOptions are how a table is built. The zero value builds on all cores
// without a limit.
type BuildOptions struct {
	Workers int            // 0 for one a core
	Memory  uint64         // the most bytes to take; 0 for no limit
	Observe func(Progress) // called while sets are numbered, after each layer, and while a file is written; may be nil
}

// workers returns how many goroutines work.
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

// Progress is how far the building of one table is.
type Progress struct {
	Pattern         Pattern
	Number, Tables  int    // of the table, from 1, among those that are built; 0 before the first
	Sets, TotalSets uint64 // of cells that are numbered, and that there are, before the first table
	Done, Total     uint64 // entries of all tables that are found, and that there are at most
	Written, Bytes  uint64 // of the table's file, once its entries are found
}

// Build makes a pattern's table, in memory. It refuses, with the figure, what
// would take more than the memory allowed.
//
// It takes O(entries·tiles) time and about 1.4 bytes an entry: 2.0 GB for 8
// tiles on 4x4.
func Build(ctx context.Context, p Pattern, o BuildOptions) (*Table, error) {
	patterns, known := []Pattern{p}, indexes{}
	what := "pattern " + p.String()
	err := known.add(ctx, what, patterns, o)
	if err == nil {
		err = known.fits(what, patterns, o)
	}
	if err != nil {
		return nil, err
	}
	plan := plan{p, known.of(p), o}
	return plan.build(ctx, &Progress{Pattern: p, Number: 1, Tables: 1, Total: plan.entries()})
}

// plan is a table that fits in the memory allowed.
type plan struct {
	pattern Pattern
	index   *Index
	BuildOptions
}

// entries returns how many entries the table has.
func (b plan) entries() uint64 { return b.index.regions() * b.index.orders }

// build makes the table. It adds the table's entries to those that are done.
func (b plan) build(ctx context.Context, progress *Progress) (*Table, error) {
	search := newBreadthFirst(b.index)
	search.start([]uint8(b.pattern.cells), b.pattern.blank)
	end := progress.Done + b.entries()
	progress.Done++
	for distance, found := 1, uint64(1); found > 0; distance++ {
		var err error
		if found, err = search.advance(ctx, distance, b.workers()); err != nil {
			return nil, fmt.Errorf("pdb: building pattern %v: %w", b.pattern, err)
		}
		progress.Done += found
		b.observe(*progress)
	}
	progress.Done = end
	packed, err := pack(ctx, b.pattern, b.index, search.distances, b.workers())
	if err != nil {
		return nil, fmt.Errorf("pdb: building pattern %v: %w", b.pattern, err)
	}
	return newTable(b.pattern, b.index, packed), nil
}

// mostExcess is the greatest value of an entry, which has four bits.
const mostExcess = 15

// pack turns distances, by region and order, into entries, and reuses their
// memory. Every region is packed where its distances are, then all are moved
// together.
func pack(ctx context.Context, p Pattern, x *Index, distances []uint8, workers int) ([]byte, error) {
	x.share(workers, 0, x.Sets(), func(sets iter.Seq2[uint64, uint64]) {
		placed := newPlacedManhattan(p, x)
		for first, end := range sets {
			if ctx.Err() != nil {
				break
			}
			for set := first; set < end; set++ {
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
		distances[order/2] = entryOf(distances[order], manhattan[order]) | entryOf(distances[order+1], manhattan[order+1])<<4
	}
}

// entryOf returns the entry of a distance as it is held. Of 0, for
// what has no way to the goal, the subtraction makes more than any distance.
func entryOf(held, manhattan uint8) uint8 { return min((held-distanceByte(0)-manhattan)/2, mostExcess) }

// placedManhattan tells the Manhattan distances of all orders of a set. The
// last places together take any group of tiles in the same few orders, whatever
// stands before them: these sums are made once for each group.
type placedManhattan struct {
	*Index
	between  [][]uint8 // [tile][cell]
	cells    []uint8
	last     int         // places that are taken together
	sums     [][24]uint8 // by the tiles that are left for them
	distance []uint8     // of each order
}

func newPlacedManhattan(p Pattern, x *Index) *placedManhattan {
	last := min(4, x.tiles)
	return &placedManhattan{x, p.manhattan(), make([]uint8, x.tiles), last, make([][24]uint8, 1<<x.tiles), make([]uint8, x.orders)}
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

// fill goes through the orders of the tiles that are left for the places from
// one up to an end, to which the others add a sum.
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
