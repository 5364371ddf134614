package pdb

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// index numbers the entries of a table: by the set of cells that the pattern's
// tiles occupy, then by the region of the blank, then by the order of the tiles.
//
// A region is a part of the board in which the blank can move without moving a
// tile of the pattern: a connected component of the free cells of a set. Regions
// are numbered set by set, and within a set by their lowest cells. A region has
// one entry for every order, and one more if that makes their number even, so
// that two entries share a byte.
type index struct {
	*ranking
	first  []uint32 // first region of each set; the last element is the number of regions
	local  []uint8  // [set*cells+cell]: the cell's region, counted from the set's first
	stride uint64   // entries of a region
}

// occupied marks the cells of a set, which belong to no region.
const occupied = 255

// newIndex finds the regions of all sets, in O(sets·cells) time and bytes. After
// each of about a hundred parts it calls observe with the number of sets done.
func newIndex(ctx context.Context, r *ranking, workers int, observe func(sets uint64)) (*index, error) {
	const parts = 128
	cells := uint64(r.size.Cells())
	x := &index{r, make([]uint32, r.sets()+1), make([]uint8, r.sets()*cells), r.orders + r.orders&1}
	graph := puzzle.NewGraph(r.size, puzzle.DefaultOrder)
	part := (r.sets() + parts - 1) / parts
	for from := uint64(0); from < r.sets(); from += part {
		upTo := min(from+part, r.sets())
		eachChunk(workers, from, upTo, func() func(first, end uint64) {
			cellsOf := make([]uint8, r.tiles)
			return func(first, end uint64) {
				r.setCells(first, cellsOf)
				for set := first; ; nextSet(cellsOf) {
					x.first[set+1] = uint32(divide(graph, cellsOf, x.local[set*cells:(set+1)*cells]))
					if set++; set == end {
						return
					}
				}
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		observe(upTo)
	}
	for set := range r.sets() {
		x.first[set+1] += x.first[set]
	}
	return x, nil
}

// eachChunk cuts a range of sets into chunks and hands them to workers. Each
// worker is a goroutine that calls start once and the function it returns for
// every chunk.
func eachChunk(workers int, first, end uint64, start func() func(first, end uint64)) {
	// Chunks are so small that no worker is idle for long at the end.
	chunk := max(1, min(16, (end-first)/uint64(8*workers)))
	var next atomic.Uint64
	next.Store(first)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			work := start()
			for from := next.Add(chunk) - chunk; from < end; from = next.Add(chunk) - chunk {
				work(from, min(from+chunk, end))
			}
		})
	}
	wait.Wait()
}

// divide numbers the regions of one set of cells and returns their number.
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

// len returns the number of entries.
func (x *index) len() uint64 { return x.regions() * x.stride }

// regions returns the number of regions of all sets together.
func (x *index) regions() uint64 { return uint64(x.first[len(x.first)-1]) }

// region returns the region of a set that a free cell belongs to.
func (x *index) region(set uint64, cell uint8) uint64 {
	return uint64(x.first[set]) + uint64(x.local[set*uint64(x.size.Cells())+uint64(cell)])
}

// entry returns the entry of a set's first order, with the blank in a free cell.
// The entries of the other orders follow.
func (x *index) entry(set uint64, blank uint8) uint64 { return x.region(set, blank) * x.stride }

// indexBytes returns the memory that an index takes.
func (r *ranking) indexBytes() uint64 { return r.sets() * uint64(r.size.Cells()+4) }

// indexKey is what an index depends on.
type indexKey struct {
	size  puzzle.Size
	tiles int
}

// indexes hold the indexes of some tables. Patterns with equally many tiles
// share an index.
type indexes map[indexKey]*index

func keyOf(p Pattern) indexKey { return indexKey{p.size, len(p.cells)} }

func (all indexes) of(p Pattern) *index { return all[keyOf(p)] }

// bytes returns the memory that the indexes take.
func (all indexes) bytes() uint64 {
	sum := uint64(0)
	for _, x := range all {
		sum += x.indexBytes()
	}
	return sum
}

// smallIndexes are made even if the memory allowed is less, so that a refusal
// can give the exact figure.
const smallIndexes = 64 << 20

// add makes the indexes of some patterns that are missing. It returns a
// *NoRoomError if they, and the search for one table after another, would take
// more than the memory allowed.
func (all *indexes) add(ctx context.Context, what string, patterns []Pattern, o BuildOptions) error {
	if *all == nil {
		*all = indexes{}
	}
	missing := map[indexKey]*ranking{}
	held, sets, search := all.bytes(), uint64(0), uint64(0)
	for _, p := range patterns {
		key := keyOf(p)
		if (*all)[key] != nil || missing[key] != nil {
			continue
		}
		r, err := newRanking(p.size, len(p.cells))
		if err != nil {
			return err
		}
		missing[key] = r
		held, sets = held+r.indexBytes(), sets+r.sets()
		search = max(search, r.searchBytes(r.sets())) // each set has at least one region
	}
	if o.Memory > 0 && held > max(o.Memory, smallIndexes) {
		return &NoRoomError{What: what, Need: held + search, AtLeast: true, Limit: o.Memory}
	}
	done := uint64(0)
	for key, r := range missing {
		x, err := newIndex(ctx, r, o.workers(), func(of uint64) {
			o.observe(Progress{Tables: len(patterns), Done: done + of, Total: sets})
		})
		if err != nil {
			return fmt.Errorf("pdb: building %s: %w", what, err)
		}
		(*all)[key] = x
		done += r.sets()
	}
	for _, p := range patterns {
		search = max(search, all.of(p).searchBytes(all.of(p).regions()))
	}
	if need := all.bytes() + search; o.Memory > 0 && need > o.Memory {
		return &NoRoomError{What: what, Need: need, Limit: o.Memory}
	}
	return nil
}

// NoRoomError says that a build was refused because the memory or the disk is
// too small for it.
type NoRoomError struct {
	What        string // is built
	Need, Limit uint64 // bytes
	AtLeast     bool   // more than Need may be needed
	Dir         string // on the disk, or "" for the memory
}

// Error returns one line with the figures, in whole megabytes.
func (e *NoRoomError) Error() string {
	need, limit := units.Grouped((e.Need+1e6-1)/1e6), units.Grouped(e.Limit/1e6)
	if e.Dir != "" {
		return fmt.Sprintf("pdb: building %s takes %s MB of disk; %s has %s MB free", e.What, need, e.Dir, limit)
	}
	atLeast := ""
	if e.AtLeast {
		atLeast = "at least "
	}
	return fmt.Sprintf("pdb: building %s takes %s%s MB of memory; %s MB are allowed", e.What, atLeast, need, limit)
}
