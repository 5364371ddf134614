package exact

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Census counts the boards at each distance from a goal, under unit costs.
//
// It is a breadth-first search of all boards that can reach the goal, with one bit for
// each board. The number of a board in puzzle.Ranking gives the index of its bit. The
// boards with the blank in one cell form a layer. The cells are coloured like a
// chessboard, and every move of the blank changes the colour, so all boards at one depth
// are in layers of one colour. Each layer holds only the boards of the last depth of its
// colour. The neighbours of depth d are at depth d-1 or d+1. Therefore depth d+1 consists
// of the neighbours of depth d, minus the boards that the layers of the other colour hold
// from depth d-1.
//
// A move along a row keeps the order of the tiles, so it copies a layer, 64 boards at a
// time. A move along a column rotates neighbouring digits of the order (see window), so
// it copies whole runs of consecutive orders.
type Census struct {
	Goal     puzzle.Board
	Workers  int          // 0: one for each core; the counts do not depend on it
	Bytes    uint64       // maximum memory in bytes; 0 for no limit
	Observer func(Counts) // called with the counts after each depth; may be nil
}

// States returns the number of boards of the size of the goal that can reach the goal. It
// reports false if the number exceeds 2^63.
func States(goal puzzle.Board) (uint64, bool) {
	size := goal.Size()
	if min(size.Rows, size.Cols) == 1 {
		return uint64(size.Cells()), true
	}
	if size.Cells() > puzzle.MaxRankCells {
		return 0, false
	}
	return puzzle.NewRanking(goal).Len(), true
}

// MemoryError says that a census needs more memory than its limit, or than any machine has.
type MemoryError struct{ reason string }

func (e *MemoryError) Error() string { return e.reason }

// Run counts the boards. If the context ends, Run returns the counts of the finished
// depths, which include at least depth 0, the goal. If the census needs more memory than
// Bytes, Run returns a *MemoryError. Run takes O(boards + longest distance · boards / 64)
// time. It needs one bit per board, one more layer per worker, and the tables of the
// windows.
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
	bits   [][]uint64 // layers, by the cell of the blank
	spare  [][]uint64 // an unused layer for each worker
	colour int        // colour of the layers that hold the last depth
}

// layer lists the layers whose boards reach the boards of this layer in one move.
type layer struct {
	colour int
	rows   []int           // blank cells of the neighbouring layers on the same row
	cols   map[int]*window // neighbouring layers on the same column, by the cell of the blank
}

// work returns the estimated work of a step, for balancing the workers.
func (l layer) work() int { return len(l.rows) + 8*len(l.cols) }

// flood allocates the layers and builds the tables.
func (c Census) flood() (*flood, error) {
	size := c.Goal.Size()
	cells := size.Cells()
	line := min(size.Rows, size.Cols) == 1
	states, ok := States(c.Goal)
	if !ok {
		return nil, &MemoryError{reason: fmt.Sprintf(
			"%v has too many boards to count; expected at most %d cells", size,
			puzzle.MaxRankCells)}
	}
	if err := search.CheckWorkers("workers", c.Workers); err != nil {
		return nil, fmt.Errorf("exact: %w", err)
	}
	workers := search.Workers(c.Workers)
	orders := states / uint64(cells)
	words := orders/64 + 2 // the last chunk that carry writes may extend into one more word
	bytes := func(workers int) uint64 { return 8*words*uint64(cells+workers) + tableBytes(size) }
	workers = min(workers, (cells+1)/2) // a step has one task for each layer of a colour
	for c.Bytes > 0 && workers > 1 && bytes(workers) > c.Bytes {
		workers--
	}
	if c.Bytes > 0 && bytes(workers) > c.Bytes {
		return nil, &MemoryError{reason: fmt.Sprintf(
			"the %s boards of %v take %s of memory, but only %s may be used; "+
				"expected a smaller size or more memory", units.Grouped(states), size,
			units.Bytes.Format(float64(bytes(1))), units.Bytes.Format(float64(c.Bytes)))}
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
		l.cols = map[int]*window{}
		for _, step := range graph.Steps(uint8(cell)) {
			from := int(step.To)
			if line || step.Move == puzzle.Left || step.Move == puzzle.Right {
				l.rows = append(l.rows, from)
			} else {
				l.cols[from] = newWindow(ranking, size, from, cell)
			}
		}
	}
	home := c.Goal.Blank()
	f.bits[home][order/64] = 1 << (order % 64)
	f.colour = f.layers[home].colour
	return f, nil
}

// step advances to the next depth and returns its number of boards. It returns 0 if the
// context has ended.
func (f *flood) step(ctx context.Context) uint64 {
	var cells []int // whose layers have the other colour
	for cell, layer := range f.layers {
		if layer.colour != f.colour {
			cells = append(cells, cell)
		}
	}
	// Start the largest tasks first, so that the workers finish at about the same time.
	slices.SortStableFunc(cells, func(a, b int) int {
		return f.layers[b].work() - f.layers[a].work()
	})
	var found atomic.Int64
	completed := search.Parallel(len(f.spare), len(cells), func(worker, i int) bool {
		found.Add(f.fill(ctx, cells[i], worker))
		return ctx.Err() == nil
	})
	if !completed {
		return 0
	}
	f.colour = 1 - f.colour
	return uint64(found.Load())
}

// stretch is the number of words processed between two checks of the context. Processing
// them takes some milliseconds, and they fit in the cache. A test makes it smaller.
var stretch = 1 << 14

// fill computes the next depth of the layer of a cell and returns its number of boards.
// It writes to the spare layer of the worker and then exchanges the two layers. If the
// context ends, fill returns early without exchanging them.
func (f *flood) fill(ctx context.Context, cell, worker int) int64 {
	l := f.layers[cell]
	out := f.spare[worker]
	clear(out)
	for cell, window := range l.cols {
		from := f.bits[cell]
		for first := 0; first < len(from); first += stretch {
			if ctx.Err() != nil {
				return 0
			}
			window.carry(from, out, first, min(first+stretch, len(from)))
		}
	}
	before := f.bits[cell]
	found := 0
	for _, from := range l.rows {
		for i, word := range f.bits[from][:len(out)] {
			out[i] |= word
		}
	}
	for i, word := range before[:len(out)] {
		out[i] &^= word
		found += bits.OnesCount64(out[i])
	}
	f.bits[cell] = out
	f.spare[worker] = before
	return int64(found)
}
