package pdb

import (
	"context"
	"fmt"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// index numbers the entries of a table: by the set of cells that the pattern's tiles
// occupy, then by the region of the blank, then by the order of the tiles along these
// cells.
//
// Sets are numbered in colexicographic order (the combinatorial number system): if the
// i-th cell of a set is c, with i counted from 0, it adds C(c, i+1) to the number. Orders
// are numbered lexicographically (Lehmer 1960). A move along a row does not change the
// order. In a move along a column, one tile passes the tiles between the two cells (see
// rotation).
//
// A region is a connected component of the free cells of a set. The blank can move within
// it without moving a tile of the pattern. Regions are numbered set by set, and within a
// set by their lowest cells. A region has one entry for every order. If the number of
// orders is odd, the region has one unused entry more, so that each region begins with a
// whole byte.
type index struct {
	size      puzzle.Size
	tiles     int          // number of tiles of the pattern
	choose    [][]uint64   // [n][k]: the binomial coefficient C(n, k)
	orders    uint64       // tiles!
	rotations [][]rotation // [from][to] place; noRotation for places that no move connects
	stride    uint64       // number of entries of a region

	// first holds the number of the first region of each set. Its last element is the
	// number of regions. It is nil until findRegions.
	first []uint32
	local []uint8 // [set*cells+cell]: the cell's region, counted from the set's first
}

// occupied is the region of the cells of a set, which belong to no region.
const occupied = 255

// newIndex returns an index for patterns of the given number of tiles, which checkTiles
// must accept. It does not find the regions.
func newIndex(size puzzle.Size, tiles int) *index {
	x := &index{size: size, tiles: tiles, orders: 1}
	for i := range tiles {
		x.orders *= uint64(i + 1)
	}
	x.stride = x.orders + x.orders&1
	x.choose = make([][]uint64, size.Cells()+1)
	for n := range x.choose {
		x.choose[n] = make([]uint64, tiles+1)
		x.choose[n][0] = 1
		for k := 1; k <= min(n, tiles); k++ {
			x.choose[n][k] = x.choose[n-1][k-1] + x.choose[n-1][k]
		}
	}
	x.rotations = make([][]rotation, tiles)
	for from := range x.rotations {
		x.rotations[from] = make([]rotation, tiles)
		for to := range x.rotations[from] {
			x.rotations[from][to] = noRotation
			if past := max(from-to, to-from); past > 0 && past < size.Cols && size.Rows > 1 {
				x.rotations[from][to] = newRotation(tiles, from, to)
			}
		}
	}
	return x
}

// findRegions finds the regions of all sets. It takes O(sets·cells) time and memory.
func (x *index) findRegions(ctx context.Context, workers int) error {
	cells := uint64(x.size.Cells())
	regions := make([]uint32, x.sets()+1)
	local := make([]uint8, x.sets()*cells)
	graph := puzzle.NewGraph(x.size, puzzle.DefaultOrder)
	err := x.eachSet(ctx, workers, func(_ int, set uint64, cellsOf []uint8) {
		regions[set+1] = uint32(divide(graph, cellsOf, local[set*cells:(set+1)*cells]))
	})
	if err != nil {
		return err
	}
	for set := range x.sets() {
		regions[set+1] += regions[set]
	}
	x.first = regions
	x.local = local
	return nil
}

// eachSet passes the number and the cells of each set to work, which runs on workers in
// parallel. If the context ends, eachSet stops early and returns the context's error.
func (x *index) eachSet(
	ctx context.Context, workers int, work func(worker int, set uint64, cells []uint8),
) error {
	// sets that a worker takes at a time; few, so that no worker is idle for long at the end
	const chunk = 16
	search.Parallel(workers, int((x.sets()+chunk-1)/chunk), func(worker, i int) bool {
		cells := make([]uint8, x.tiles)
		first := uint64(i) * chunk
		x.setCells(first, cells)
		for set := first; set < min(first+chunk, x.sets()); set++ {
			work(worker, set, cells)
			nextSet(cells)
		}
		return ctx.Err() == nil
	})
	return ctx.Err()
}

// divide finds the regions of one set of cells and returns how many there are. It writes
// the region of each cell, counted from 0, to regionOf.
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

// len returns the number of entries, including unused ones.
func (x *index) len() uint64 { return x.regions() * x.stride }

// regions returns the number of regions of all sets together. Before findRegions, it
// returns a lower bound: one region for each set.
func (x *index) regions() uint64 {
	if x.first == nil {
		return x.sets()
	}
	return uint64(x.first[len(x.first)-1])
}

// entries returns the number of entries that a search may find.
func (x *index) entries() uint64 { return x.regions() * x.orders }

// region returns the number of the region of a set that contains the given free cell.
func (x *index) region(set uint64, cell uint8) uint64 {
	return uint64(x.first[set]) + uint64(x.local[set*uint64(x.size.Cells())+uint64(cell)])
}

// entry returns the index of the entry for a set, a cell of the blank and the first
// order. The entries of the other orders follow it.
func (x *index) entry(set uint64, blank uint8) uint64 { return x.region(set, blank) * x.stride }

// bytes returns the memory of the index in bytes.
func (x *index) bytes() uint64 { return x.sets() * uint64(x.size.Cells()+4) }

// indexKey holds everything that an index depends on.
type indexKey struct {
	size  puzzle.Size
	tiles int
}

// indexes holds the indexes of tables. Patterns on one size with the same number of tiles
// share an index.
type indexes map[indexKey]*index

// of returns the index of a pattern. It makes the index if needed, without its regions.
func (all indexes) of(p Pattern) *index {
	key := indexKey{size: p.size, tiles: len(p.cells)}
	if all[key] == nil {
		all[key] = newIndex(p.size, len(p.cells))
	}
	return all[key]
}

// smallIndexes is the size in bytes up to which indexes are made even if the memory limit
// is smaller. With the indexes, a NoRoomError gives the exact memory needed.
const smallIndexes = 64 << 20

// complete finds the regions of the indexes of the given patterns. It returns a
// *NoRoomError if the limit in o is too small for the indexes together with the search
// for the largest table. The text what names the tables in errors.
func (all indexes) complete(
	ctx context.Context, what string, patterns []Pattern, o BuildOptions,
) error {
	for _, p := range patterns {
		all.of(p)
	}
	// bytes of all indexes, and of the search for the largest table
	held, most := uint64(0), uint64(0)
	for _, x := range all {
		held += x.bytes()
	}
	large := o.Memory > 0 && held > max(o.Memory, smallIndexes)
	for _, p := range patterns {
		x := all.of(p)
		if x.first == nil && !large {
			if err := x.findRegions(ctx, search.Workers(o.Workers)); err != nil {
				return fmt.Errorf("pdb: building %s: %w", what, err)
			}
		}
		most = max(most, x.searchBytes())
	}
	if o.Memory > 0 && held+most > o.Memory {
		return &NoRoomError{What: what, Need: held + most, Limit: o.Memory, AtLeast: large}
	}
	return nil
}

// NoRoomError means that a build was refused because it would take more memory than
// allowed.
type NoRoomError struct {
	What        string // name of the tables
	Need, Limit uint64 // memory needed and memory allowed, in bytes
	AtLeast     bool   // Need is only a lower bound
}

// Error returns one line with both amounts of memory in megabytes.
func (e *NoRoomError) Error() string {
	atLeast := ""
	if e.AtLeast {
		atLeast = "at least "
	}
	return fmt.Sprintf("pdb: building %s takes %s%s MB of memory; %s MB are allowed",
		e.What, atLeast, units.Grouped((e.Need+1e6-1)/1e6), units.Grouped(e.Limit/1e6))
}
