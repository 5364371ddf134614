// Package exact computes the exact distance of every board of a small size
// from its goal: the truth that heuristics and solvers are tested against.
package exact

import (
	"fmt"
	"iter"
	"math/bits"

	"npuzzle/puzzle"
)

// maxCells bounds the size: 10! boards take 14.5 MB.
const maxCells = 10

// Table holds the cost of a cheapest plan from every board of one size to one
// goal.
type Table struct {
	goal puzzle.Board
	cost []int32 // by rank; -1 where no plan exists
}

// Distances computes the table of a goal of at most 10 cells, backwards from
// the goal, cheapest first (Dial 1969: one bucket for each cost). It takes
// O(cells! · cells²) time and 4 bytes a board.
func Distances(goal puzzle.Board, costs puzzle.Costs) (*Table, error) {
	if goal.Size().Cells() > maxCells {
		return nil, fmt.Errorf("exact: size %v has more than %d cells", goal.Size(), maxCells)
	}
	t := &Table{goal: goal, cost: make([]int32, factorial(goal.Size().Cells()))}
	for i := range t.cost {
		t.cost[i] = -1
	}
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	buckets := [][]int32{{int32(rank(goal.Tiles()))}}
	tiles := make([]uint8, goal.Size().Cells())
	for cost := 0; cost < len(buckets); cost++ {
		for i := 0; i < len(buckets[cost]); i++ { // a bucket grows only behind the scan
			r := buckets[cost][i]
			if t.cost[r] >= 0 {
				continue
			}
			t.cost[r] = int32(cost)
			blank := unrank(int(r), tiles)
			for _, step := range graph.Steps(blank) {
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				if next := int32(rank(tiles)); t.cost[next] < 0 {
					// The plan goes the other way along this step.
					at := cost + int(costs.Of(step.Move.Opposite()))
					for at >= len(buckets) {
						buckets = append(buckets, nil)
					}
					buckets[at] = append(buckets[at], next)
				}
				tiles[step.To], tiles[blank] = tiles[blank], 0
			}
		}
		buckets[cost] = nil
	}
	return t, nil
}

// Distance returns the cost of a cheapest plan from a board of the table's
// size, in scaled units, and whether there is any.
func (t *Table) Distance(b puzzle.Board) (puzzle.Cost, bool) {
	d := t.cost[rank(b.Tiles())]
	return puzzle.Cost(d), d >= 0
}

// All yields the tiles of every board that can reach the goal, with its
// distance. The slice is overwritten from one board to the next.
func (t *Table) All() iter.Seq2[[]uint8, puzzle.Cost] {
	return func(yield func([]uint8, puzzle.Cost) bool) {
		tiles := make([]uint8, t.goal.Size().Cells())
		for r, d := range t.cost {
			if d < 0 {
				continue
			}
			unrank(r, tiles)
			if !yield(tiles, puzzle.Cost(d)) {
				return
			}
		}
	}
}

// rank numbers the arrangements of n tiles from 0 to n!-1, in lexicographic
// order, in O(n).
func rank(tiles []uint8) int {
	r := 0
	seen := uint(0) // a bit a tile
	for i, t := range tiles {
		smaller := int(t) - bits.OnesCount(seen&(1<<t-1)) // of those to come
		seen |= 1 << t
		r = r*(len(tiles)-i) + smaller
	}
	return r
}

// unrank writes the arrangement of a rank into tiles and returns the blank's
// cell, in O(n²).
func unrank(r int, tiles []uint8) uint8 {
	blank := uint8(0)
	free := uint(1)<<len(tiles) - 1 // a bit a tile
	weight := factorial(len(tiles))
	for i := range tiles {
		weight /= len(tiles) - i
		larger := free
		for range r / weight {
			larger &= larger - 1
		}
		r %= weight
		t := bits.TrailingZeros(larger)
		free &^= 1 << t
		tiles[i] = uint8(t)
		if t == 0 {
			blank = uint8(i)
		}
	}
	return blank
}

func factorial(n int) int {
	f := 1
	for i := 2; i <= n; i++ {
		f *= i
	}
	return f
}
