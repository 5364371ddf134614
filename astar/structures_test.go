package astar

import (
	"container/heap"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// These are the open and closed sets that the studies compare, with one and
// the same A* around them: it is what the data structures buy, measured. The
// last row of the benchmark is the engine that the package uses.

// sets are an open and a closed set for boards of up to 16 cells.
type sets interface {
	// reach notes that a board was reached at cost g with priority f, unless it
	// was before at no more.
	reach(board uint64, f, g int)
	// next removes the open board of least f, among equals of largest g.
	next() (board uint64, g int)
}

// sliceSets keeps everything in slices that are searched from end to end.
type sliceSets struct{ open, closed []reached }

type reached struct {
	board uint64
	f, g  int
}

func (s *sliceSets) reach(board uint64, f, g int) {
	same := func(r reached) bool { return r.board == board }
	if i := slices.IndexFunc(s.closed, same); i >= 0 {
		return // A* under a consistent heuristic never finds a cheaper path
	}
	if i := slices.IndexFunc(s.open, same); i < 0 {
		s.open = append(s.open, reached{board, f, g})
	} else if g < s.open[i].g {
		s.open[i] = reached{board, f, g}
	}
}

func (s *sliceSets) next() (uint64, int) {
	best := 0
	for i, r := range s.open {
		if r.f < s.open[best].f || r.f == s.open[best].f && r.g > s.open[best].g {
			best = i
		}
	}
	r := s.open[best]
	s.open = slices.Delete(s.open, best, best+1)
	s.closed = append(s.closed, r)
	return r.board, r.g
}

// mapSets keeps the costs in a Go map under a key made of the board, and the
// open boards in a heap.
type mapSets[K comparable] struct {
	key   func(board uint64) K
	costs map[K]int
	open  reachedHeap
}

func (s *mapSets[K]) reach(board uint64, f, g int) {
	key := s.key(board)
	if known, ok := s.costs[key]; ok && known <= g {
		return
	}
	s.costs[key] = g
	heap.Push(&s.open, reached{board, f, g})
}

func (s *mapSets[K]) next() (uint64, int) {
	for {
		r := heap.Pop(&s.open).(reached)
		if s.costs[s.key(r.board)] == r.g {
			return r.board, r.g
		}
	}
}

type reachedHeap []reached

func (h reachedHeap) Len() int      { return len(h) }
func (h reachedHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h reachedHeap) Less(i, j int) bool {
	return h[i].f < h[j].f || h[i].f == h[j].f && h[i].g > h[j].g
}
func (h *reachedHeap) Push(x any) { *h = append(*h, x.(reached)) }
func (h *reachedHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// boardText is the key that programs make who know no better: the board as
// text, tile by tile.
func boardText(cells int) func(uint64) string {
	return func(board uint64) string {
		tiles := make([]uint8, cells)
		unpack(board, tiles)
		return fmt.Sprint(tiles)
	}
}

// unpack sets the tiles of a board from its word, and returns the cell of the blank.
func unpack(word uint64, tiles []uint8) (blank uint8) {
	for cell := range tiles {
		if tiles[cell] = uint8(word >> (4 * cell) & 15); tiles[cell] == 0 {
			blank = uint8(cell)
		}
	}
	return blank
}

func itself(board uint64) uint64 { return board }

// searchWith is A* under Manhattan distance over any sets. It returns the
// length of the plan and the states expanded.
func searchWith(s sets, p search.Problem) (length, expanded int) {
	estimator, _ := heuristics.Manhattan.For(p.Goal, p.Costs)
	graph := puzzle.NewGraph(p.Start.Size(), puzzle.DefaultOrder)
	tiles := p.Start.Tiles()
	goal := packWord(p.Goal.Tiles())
	s.reach(packWord(tiles), int(estimator.Estimate(tiles)), 0)
	for {
		board, g := s.next()
		if board == goal {
			return g, expanded
		}
		expanded++
		blank := unpack(board, tiles)
		for _, step := range graph.Steps(blank) {
			tiles[blank] = tiles[step.To]
			tiles[step.To] = 0
			s.reach(packWord(tiles), g+1+int(estimator.Estimate(tiles)), g+1)
			tiles[step.To] = tiles[blank]
			tiles[blank] = 0
		}
	}
}

func structures(cells int) []struct {
	name string
	make func() sets
} {
	return []struct {
		name string
		make func() sets
	}{
		{"slices", func() sets { return &sliceSets{} }},
		{"maps-text", func() sets {
			return &mapSets[string]{key: boardText(cells), costs: map[string]int{}}
		}},
		{"maps-packed", func() sets {
			return &mapSets[uint64]{key: itself, costs: map[uint64]int{}}
		}},
	}
}

// structureBoards are a board each of 3x3 and 4x4 of some thousand expansions:
// as many as slices can come to an end with.
func structureBoards(tb testing.TB) []search.Problem {
	var problems []search.Problem
	for _, b := range []struct {
		size puzzle.Size
		seed uint64
		walk int
	}{{puzzle.Size{Rows: 3, Cols: 3}, 0, 120}, {puzzle.Size{Rows: 4, Cols: 4}, 4, 160}} {
		goal, err := puzzle.Goal(puzzle.BlankLast, b.size)
		require.NoError(tb, err)
		problems = append(problems,
			search.Problem{Start: puzzle.Walk(puzzle.NewRand(b.seed, 0), goal, b.walk),
				Goal: goal})
	}
	return problems
}

// All sets find plans of one length, and as long as the engine's.
func TestStructuresAgree(t *testing.T) {
	slow.NotShort(t)
	for _, p := range structureBoards(t) {
		r, err := (&Solver{Heuristic: heuristics.Manhattan}).Solve(t.Context(), p, search.Limits{})
		require.NoError(t, err)
		for _, s := range structures(p.Start.Size().Cells()) {
			length, expanded := searchWith(s.make(), p)
			require.Equal(t, int(r.Cost), length, s.name)
			require.GreaterOrEqual(t, expanded, int(r.ExpandedBeforeLastF), s.name)
		}
	}
}

func BenchmarkStructures(b *testing.B) {
	for _, p := range structureBoards(b) {
		size := p.Start.Size()
		for _, s := range structures(size.Cells()) {
			b.Run(fmt.Sprintf("%v/%s", size, s.name), func(b *testing.B) {
				expanded := 0
				for b.Loop() {
					_, n := searchWith(s.make(), p)
					expanded += n
				}
				b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expanded/s")
				b.ReportMetric(float64(expanded)/float64(b.N), "expanded")
			})
		}
		b.Run(fmt.Sprintf("%v/flat", size), func(b *testing.B) {
			expanded := uint64(0)
			for b.Loop() {
				r, err := (&Solver{Heuristic: heuristics.Manhattan}).Solve(b.Context(), p,
					search.Limits{})
				require.NoError(b, err)
				expanded += r.Expanded
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expanded/s")
			b.ReportMetric(float64(expanded)/float64(b.N), "expanded")
		})
	}
}

// packWord packs the tiles of a board into a word, with four bits for each cell.
func packWord(tiles []uint8) (word uint64) {
	for cell, tile := range tiles {
		word |= uint64(tile) << (4 * cell)
	}
	return word
}
