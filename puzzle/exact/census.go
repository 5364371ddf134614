package exact

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Census counts the boards at every distance from a goal, under unit costs.
//
// It goes breadth-first through all boards that can reach the goal, with one
// bit for each, by their numbers in puzzle.Ranking: a layer of orders of the
// tiles for every cell of the blank. The blank's cells are coloured like a
// chessboard, and a move changes the colour, so the boards of a depth all lie
// in the layers of one colour, and those layers hold nothing else. The boards a
// move away are of the depth before or of the next one; what stands in the
// layers of the other colour is the depth before.
//
// A move along a row keeps the order of the tiles: it carries a layer over, 64
// boards at a time. A move along a column is a rotation of neighbouring digits
// of the order (see window): it carries whole runs of orders over.
type Census struct {
	Goal     puzzle.Board
	Workers  int          // 0 for one a core; the counts are the same for any
	Bytes    uint64       // most memory; 0 for no limit
	Observer func(Counts) // told the counts after every depth; may be nil
}

// States returns how many boards of the goal's size can reach the goal, and
// whether that is below 2^63.
func States(goal puzzle.Board) (uint64, bool) {
	size := goal.Size()
	if min(size.Rows, size.Cols) == 1 {
		return uint64(size.Cells()), true
	}
	states := uint64(1)
	for i := 3; i <= size.Cells(); i++ {
		if states > 1<<63/uint64(i) {
			return 0, false
		}
		states *= uint64(i)
	}
	return states, true
}

// MemoryError says that a census does not fit the memory that it may take.
type MemoryError struct {
	Size   puzzle.Size
	States uint64 // 0 where they are too many to count
	Needs  uint64 // bytes, on one worker; 0 where they are too many to count
	Limit  uint64 // bytes; 0 for none, where only the count is too large
}

func (e *MemoryError) Error() string {
	if e.Needs == 0 {
		return fmt.Sprintf("%v has too many boards to count; expected at most %d cells", e.Size, puzzle.MaxRankCells)
	}
	return fmt.Sprintf("the %s boards of %v take %s of memory, but only %s may be used; expected a smaller size "+
		"or more memory", units.Grouped(e.States), e.Size, units.Bytes.Format(float64(e.Needs)),
		units.Bytes.Format(float64(e.Limit)))
}

// Run counts the boards. When the context ends, it returns the counts of the
// depths that were finished, the first of which is the goal's own. It returns a
// *MemoryError for sizes that do not fit in Bytes. Time is O(boards + longest
// distance · boards / 64); memory is one bit a board, one layer of them more for
// each worker, and the tables of the windows.
func (c Census) Run(ctx context.Context) (Counts, error) {
	f, err := c.flood()
	if err != nil {
		return nil, err
	}
	var counts Counts
	for found := uint64(1); found > 0; found = f.step(ctx) {
		counts = append(counts, found)
		if c.Observer != nil {
			c.Observer(slices.Clone(counts))
		}
	}
	return counts, nil
}

// flood is a running census.
type flood struct {
	layers []layer
	bits   [][]uint64 // by the blank's cell: the boards of the last depth of its colour
	spare  [][]uint64 // a layer for each worker
	colour int        // of the layers that hold the last depth
}

// layer says where the boards with the blank in one cell come from.
type layer struct {
	colour int
	rows   []int    // cells whose boards come along the row, their order kept
	cols   []source // cells whose boards come along the column
	work   int      // how much there is to carry over, for sharing it out
}

type source struct {
	cell   int
	window *window
}

// flood takes the memory and builds the tables.
func (c Census) flood() (*flood, error) {
	size := c.Goal.Size()
	cells := size.Cells()
	line := min(size.Rows, size.Cols) == 1
	states, ok := States(c.Goal)
	if !ok || !line && cells > puzzle.MaxRankCells {
		return nil, &MemoryError{Size: size}
	}
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	orders := states / uint64(cells)
	words := orders/64 + 2 // a chunk that is carried over may end one word later
	bytes := func(workers int) uint64 {
		return 8*words*uint64(cells+workers) + tableBytes(size)
	}
	workers = min(workers, (cells+1)/2) // the layers of a colour are shared out
	for c.Bytes > 0 && workers > 1 && bytes(workers) > c.Bytes {
		workers--
	}
	if c.Bytes > 0 && bytes(1) > c.Bytes {
		return nil, &MemoryError{size, states, bytes(1), c.Bytes}
	}

	f := &flood{layers: make([]layer, cells)}
	for range cells {
		f.bits = append(f.bits, make([]uint64, words))
	}
	for range workers {
		f.spare = append(f.spare, make([]uint64, words))
	}
	var ranking *puzzle.Ranking
	order := uint64(0)
	if !line {
		ranking = puzzle.NewRanking(c.Goal)
		order = ranking.Rank(c.Goal.Tiles()) % orders
	}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for cell := range f.layers {
		l := &f.layers[cell]
		l.colour = (cell/size.Cols + cell%size.Cols) % 2
		for _, step := range graph.Steps(uint8(cell)) {
			from := int(step.To)
			if line || step.Move == puzzle.Left || step.Move == puzzle.Right {
				l.rows = append(l.rows, from)
				l.work++
			} else {
				l.cols = append(l.cols, source{from, newWindow(ranking, size, from, cell)})
				l.work += 8
			}
		}
	}
	home := c.Goal.Blank()
	f.bits[home][order/64] = 1 << (order % 64)
	f.colour = f.layers[home].colour
	return f, nil
}

// step goes on to the next depth and returns how many boards it has. It
// returns 0 once the context has ended.
func (f *flood) step(ctx context.Context) uint64 {
	var cells []int
	for cell, l := range f.layers {
		if l.colour != f.colour {
			cells = append(cells, cell)
		}
	}
	// The longest first, so that the workers end at about the same time.
	slices.SortStableFunc(cells, func(a, b int) int { return f.layers[b].work - f.layers[a].work })
	var next, found atomic.Int64
	var workers sync.WaitGroup
	for w := range f.spare {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(cells) && ctx.Err() == nil; i = next.Add(1) - 1 {
				found.Add(f.fill(ctx, cells[i], w))
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return 0
	}
	f.colour = 1 - f.colour
	return uint64(found.Load())
}

// stretch is how many words are carried over between two looks at the context:
// some milliseconds, and little enough for the cache.
const stretch = 1 << 14

// fill makes the next depth of a layer from its neighbours, in the worker's
// spare layer, which it then takes the place of, and counts its boards. Once
// the context has ended, it leaves things half done.
func (f *flood) fill(ctx context.Context, cell, worker int) int64 {
	l, out := f.layers[cell], f.spare[worker]
	clear(out)
	for _, s := range l.cols {
		from := f.bits[s.cell]
		for first := 0; first < len(from); first += stretch {
			if ctx.Err() != nil {
				return 0
			}
			s.window.carry(from, out, first, min(first+stretch, len(from)))
		}
	}
	before, found := f.bits[cell], 0
	for _, from := range l.rows {
		for i, word := range f.bits[from][:len(out)] {
			out[i] |= word
		}
	}
	for i, word := range before[:len(out)] {
		out[i] &^= word
		found += bits.OnesCount64(out[i])
	}
	f.bits[cell], f.spare[worker] = out, before
	return int64(found)
}
