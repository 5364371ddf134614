package search

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

var allPruning = flag.Bool("pruning", false, "test pruning from all cells of 3x3 and 2x5, not from some")

// A pruning machine leaves a shortest path from every board to every other.
//
// What a sequence of moves does depends on the size and on the blank's cell
// alone, so one start for each cell stands for all. From it the test follows
// all shortest paths that the machine allows, level by level, as pairs of a
// board and a state of the machine: the boards of each level must all be met.
func TestPruningLosesNoShortestPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows, cols int
		stride     int // one start in so many, unless all are asked for
	}{{1, 6, 1}, {5, 1, 1}, {2, 2, 1}, {2, 3, 1}, {3, 2, 1}, {2, 4, 3}, {4, 2, 3}, {3, 3, 4}, {2, 5, 10}} {
		size := puzzle.Size{Rows: c.rows, Cols: c.cols}
		if raceDetector && size.Cells() > 6 {
			continue
		}
		for _, order := range testOrders[:2] {
			if *allPruning {
				c.stride = 1
			}
			for blank := 0; blank < size.Cells(); blank += c.stride {
				requireEveryBoardMet(t, size, order, blank)
			}
			if size.Cells() > 9 && !*allPruning {
				break
			}
		}
	}
}

func requireEveryBoardMet(t *testing.T, size puzzle.Size, order puzzle.Order, blank int) {
	t.Helper()
	numbers := make([]int, size.Cells())
	for cell, tile := range numbers[:blank] {
		numbers[cell] = tile + cell + 1
	}
	for cell := blank + 1; cell < len(numbers); cell++ {
		numbers[cell] = cell
	}
	start, err := puzzle.New(size, numbers)
	require.NoError(t, err)
	table, err := exact.Distances(start, puzzle.Costs{})
	require.NoError(t, err)
	ranking := puzzle.NewRanking(start)
	levels := make([]uint8, ranking.Len()) // 1 + the level
	var want []int                         // boards of each level
	for tiles, level := range table.All() {
		levels[ranking.Rank(tiles)] = uint8(level) + 1
		for int(level) >= len(want) {
			want = append(want, 0)
		}
		want[level]++
	}

	// A pair is the rank of a board and the state of the machine that met it.
	const stateBits = 16
	graph, machine := puzzle.NewGraph(size, order), pruning(size, order)
	tiles := start.Tiles()
	frontier := []uint64{ranking.Rank(tiles) << stateBits}
	for level, boards := range want {
		met := 0
		var next []uint64
		for i, pair := range frontier {
			if i == 0 || pair>>stateBits != frontier[i-1]>>stateBits {
				met++
			}
			blank := ranking.Unrank(pair>>stateBits, tiles)
			for _, step := range graph.Steps(blank) {
				state := machine.next[pair&(1<<stateBits-1)][step.Move]
				if state == forbidden {
					continue
				}
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				if rank := ranking.Rank(tiles); int(levels[rank]) == level+2 {
					next = append(next, rank<<stateBits|uint64(state))
				}
				tiles[step.To], tiles[blank] = tiles[blank], 0
			}
		}
		require.Equal(t, boards, met, "%v, order %v, blank on cell %d: level %d", size, order, blank, level)
		slices.Sort(next)
		frontier = slices.Compact(next)
	}
	require.Empty(t, frontier)
}
