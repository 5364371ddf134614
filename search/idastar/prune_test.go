package idastar

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search/searchtest"
)

// A machine that prunes leaves a shortest path from every board to every other.
//
// What a sequence of moves does depends on the size and on the blank's cell
// alone, so one start for each cell stands for all. From it the test follows
// all shortest paths that the machine allows, level by level, as pairs of a
// board and a state of the machine: the boards of each level must all be met.
func TestPruningLosesNoShortestPath(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		orders     []puzzle.Order
		stride     int // takes one start in so many
		ordinary   int // the stride unless long tests are to run; 0 leaves the size out
	}{
		{1, 6, testOrders[:2], 1, 1}, {5, 1, testOrders[:2], 1, 1}, {2, 2, testOrders[:2], 1, 1},
		{2, 3, testOrders[:2], 1, 1}, {3, 2, testOrders[:2], 1, 1},
		{2, 4, testOrders[:2], 1, 3}, {4, 2, testOrders[:2], 1, 3}, {3, 3, testOrders[:2], 1, 4},
		{2, 5, testOrders[:1], 3, 0}, // both kinds of cells: at the corners and between them
	} {
		size := puzzle.Size{Rows: c.rows, Cols: c.cols}
		if searchtest.RaceDetector && size.Cells() > 6 {
			continue
		}
		if !slow.Asked() {
			c.stride = c.ordinary
		}
		if c.stride == 0 {
			t.Logf("%v is left out without -slow", size)
			continue
		}
		for _, order := range c.orders {
			for blank := 0; blank < size.Cells(); blank += c.stride {
				t.Run(fmt.Sprintf("%v/%v/%d", size, order, blank), func(t *testing.T) {
					t.Parallel()
					requireEveryBoardMet(t, size, order, blank)
				})
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
	table, err := exact.Distances(context.Background(), start, puzzle.Costs{})
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
	graph := puzzle.NewGraph(size, order)
	machine := machineFor(size, order, true)
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
				tiles[blank] = tiles[step.To]
				tiles[step.To] = 0
				if rank := ranking.Rank(tiles); int(levels[rank]) == level+2 {
					next = append(next, rank<<stateBits|uint64(state))
				}
				tiles[step.To] = tiles[blank]
				tiles[blank] = 0
			}
		}
		require.Equal(t, boards, met, "%v, order %v, blank on cell %d: level %d", size, order,
			blank, level)
		slices.Sort(next)
		frontier = slices.Compact(next)
	}
	require.Empty(t, frontier)
}

// Sequences with different effects have different hashes: the machine of any size and
// order compares only sequences that this test compares.
func TestHashesTellEffectsApart(t *testing.T) {
	lengths := []int{pruneLength(puzzle.Size{Rows: 6, Cols: 6}, true),
		pruneLength(puzzle.Size{Rows: 5, Cols: 5}, true)}
	if !slow.Asked() || searchtest.RaceDetector {
		lengths = lengths[:1]
	}
	for _, length := range lengths {
		requireHashesTellApart(t, length)
	}
}

func requireHashesTellApart(t *testing.T, length int) {
	t.Helper()
	e := newEnumeration(puzzle.Size{Rows: 99, Cols: 99}, puzzle.DefaultOrder, length)
	effects := map[uint64]string{}
	sequences := 0
	var extend func(moves []puzzle.Move, way []int, hash uint64)
	extend = func(moves []puzzle.Move, way []int, hash uint64) {
		cells := slices.Clone(way)
		slices.Sort(cells)
		var effect []byte
		for _, cell := range slices.Compact(cells) {
			if from := int(e.tiles[cell]); from != cell {
				effect = append(effect, byte(cell), byte(cell>>8), byte(from), byte(from>>8))
			}
		}
		sequences++
		if other, known := effects[hash]; known && other != string(effect) {
			require.Fail(t, "one hash for two effects", "%x, %x", other, effect)
		}
		effects[hash] = string(effect)
		if len(moves) == length {
			return
		}
		for m := range puzzle.Move(4) {
			if len(moves) > 0 && m == moves[len(moves)-1].Opposite() {
				continue
			}
			blank := way[len(way)-1]
			to, next := e.move(blank, m, hash)
			extend(append(moves, m), append(way, to), next)
			e.swap(blank, to)
		}
	}
	extend(nil, []int{length*e.side + length}, 0)
	t.Logf("%d sequences, %d effects", sequences, len(effects))
	require.Greater(t, sequences, len(effects))
}
