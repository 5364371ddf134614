package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// allPlacements lists every placement of some tiles as the cells of the tiles.
func allPlacements(cells, tiles int) [][]uint8 {
	all := [][]uint8{nil}
	for range tiles {
		var longer [][]uint8
		for _, p := range all {
			for cell := range cells {
				if !slices.Contains(p, uint8(cell)) {
					longer = append(longer, append(slices.Clone(p), uint8(cell)))
				}
			}
		}
		all = longer
	}
	return all
}

// standing returns the tiles of a placement in the order of their cells.
func standing(p []uint8) []uint8 {
	tiles := make([]uint8, len(p))
	for i := range tiles {
		tiles[i] = uint8(i)
	}
	slices.SortFunc(tiles, func(a, b uint8) int { return int(p[a]) - int(p[b]) })
	return tiles
}

// unrank writes the cell of each tile in a placement: the inverse of rank.
func unrank(r *index, set, order uint64, cells []uint8) {
	var sorted, digits [maxTiles]uint8
	r.setCells(set, sorted[:r.tiles])
	for place := r.tiles - 1; place >= 0; place-- {
		base := uint64(r.tiles - place)
		digits[place] = uint8(order % base)
		order /= base
	}
	left := uint32(1)<<r.tiles - 1
	for place := range r.tiles {
		rest := left
		for range digits[place] {
			rest &= rest - 1
		}
		tile := bits.TrailingZeros32(rest)
		left &^= 1 << tile
		cells[tile] = sorted[place]
	}
}

// bySetAndOrder is the definition of the numbering: sets in colexicographic
// order, which compares the highest cells first, then the order of the tiles.
func bySetAndOrder(p, q []uint8) int {
	a := slices.Sorted(slices.Values(p))
	b := slices.Sorted(slices.Values(q))
	slices.Reverse(a)
	slices.Reverse(b)
	if c := slices.Compare(a, b); c != 0 {
		return c
	}
	return slices.Compare(standing(p), standing(q))
}

var rankedSizes = []struct {
	size  puzzle.Size
	tiles int
}{
	{puzzle.Size{Rows: 1, Cols: 2}, 1},
	{puzzle.Size{Rows: 1, Cols: 6}, 5},
	{puzzle.Size{Rows: 2, Cols: 2}, 3},
	{puzzle.Size{Rows: 2, Cols: 3}, 1},
	{puzzle.Size{Rows: 2, Cols: 3}, 4},
	{puzzle.Size{Rows: 2, Cols: 5}, 4},
	{puzzle.Size{Rows: 3, Cols: 2}, 5},
	{puzzle.Size{Rows: 3, Cols: 3}, 5},
	{puzzle.Size{Rows: 2, Cols: 4}, 6},
	{puzzle.Size{Rows: 4, Cols: 4}, 3},
	{puzzle.Size{Rows: 4, Cols: 4}, 4},
	{puzzle.Size{Rows: 16, Cols: 16}, 2},
}

// Sorted by the definition, the placements have the numbers from 0 on.
func TestRankingIsItsDefinition(t *testing.T) {
	for _, c := range rankedSizes {
		t.Run(fmt.Sprintf("%v/%d", c.size, c.tiles), func(t *testing.T) {
			t.Parallel()
			r := newIndex(c.size, c.tiles)
			if raceDetector && r.sets()*r.orders > 2000 {
				t.Skip("too slow under the race detector, which has nothing to see here")
			}
			all := allPlacements(c.size.Cells(), c.tiles)
			slices.SortFunc(all, bySetAndOrder)
			require.Len(t, all, int(r.sets()*r.orders))
			back := make([]uint8, c.tiles)
			for n, p := range all {
				set, order := r.rank(p)
				if set*r.orders+order != uint64(n) {
					require.Equal(t, n, set*r.orders+order, "%v", p)
				}
				unrank(r, set, order, back)
				if !slices.Equal(p, back) {
					require.Equal(t, p, back)
				}
			}
		})
	}
}

// A move changes the set as moved says and the order as its rotation says, for every
// placement, tile and free neighbour.
func TestMovesChangeNumbers(t *testing.T) {
	for _, c := range rankedSizes {
		t.Run(fmt.Sprintf("%v/%d", c.size, c.tiles), func(t *testing.T) {
			t.Parallel()
			r := newIndex(c.size, c.tiles)
			if raceDetector && r.sets()*r.orders > 2000 {
				t.Skip("too slow under the race detector, which has nothing to see here")
			}
			graph := puzzle.NewGraph(c.size, puzzle.DefaultOrder)
			for _, p := range allPlacements(c.size.Cells(), c.tiles) {
				set, order := r.rank(p)
				cells := slices.Sorted(slices.Values(p))
				for tile, from := range p {
					place := slices.Index(cells, from)
					for _, step := range graph.Steps(from) {
						if slices.Contains(p, step.To) {
							continue
						}
						after := slices.Clone(p)
						after[tile] = step.To
						wantSet, wantOrder := r.rank(after)
						gotSet, now := r.moved(set, cells, place, step.To)
						got := order
						if now != place {
							got = uint64(r.rotations[place][now].apply(uint32(order)))
						}
						if gotSet != wantSet || got != wantOrder ||
							slices.Index(slices.Sorted(slices.Values(after)), step.To) != now {
							require.Fail(t, "wrong number", "%v, tile %d to %d", p, tile, step.To)
						}
					}
				}
			}
		})
	}
}

func TestRankingOfLargePatterns(t *testing.T) {
	for _, c := range []struct {
		size  puzzle.Size
		tiles int
		want  uint64
	}{
		{puzzle.Size{Rows: 4, Cols: 4}, 7, 57_657_600},
		{puzzle.Size{Rows: 4, Cols: 4}, 8, 518_918_400},
		{puzzle.Size{Rows: 5, Cols: 5}, 6, 127_512_000},
		{puzzle.Size{Rows: 3, Cols: 4}, 11, 479_001_600},
	} {
		r := newIndex(c.size, c.tiles)
		require.Equal(t, c.want, r.sets()*r.orders)
		rng := puzzle.NewRand(1, 0)
		cells := make([]uint8, c.tiles)
		for range 1000 {
			set := rng.Uint64N(r.sets())
			order := rng.Uint64N(r.orders)
			unrank(r, set, order, cells)
			gotSet, gotOrder := r.rank(cells)
			require.Equal(t, [2]uint64{set, order}, [2]uint64{gotSet, gotOrder})
		}
	}
}

func TestCheckTiles(t *testing.T) {
	for _, c := range []struct {
		rows, cols, tiles int
		want              string
	}{
		{4, 4, 0, "a pattern of 0 tiles on 4x4; expected 1 to 12"},
		{4, 4, 13, "a pattern of 13 tiles on 4x4; expected 1 to 12"},
		{2, 3, 6, "a pattern of 6 tiles on 2x3; expected 1 to 5"},
		{6, 6, 9, "a pattern of 9 tiles on 6x6 has 3.4e+13 placements; expected fewer tiles"},
	} {
		require.EqualError(t, checkTiles(puzzle.Size{Rows: c.rows, Cols: c.cols}, c.tiles), c.want)
	}
}

// naiveRegion returns the free cells connected to one, by growing.
func naiveRegion(size puzzle.Size, taken []uint8, cell uint8) []uint8 {
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	region := []uint8{cell}
	for i := 0; i < len(region); i++ {
		for _, step := range graph.Steps(region[i]) {
			if !slices.Contains(taken, step.To) && !slices.Contains(region, step.To) {
				region = append(region, step.To)
			}
		}
	}
	slices.Sort(region)
	return region
}

// Every region has entries of its own, one for each order, without gaps but for
// the one that fills up a byte.
func TestIndexTellsRegionsApart(t *testing.T) {
	for _, c := range rankedSizes {
		if c.size.Cells() > 25 {
			continue
		}
		t.Run(fmt.Sprintf("%v/%d", c.size, c.tiles), func(t *testing.T) {
			t.Parallel()
			x := indexOf(t, c.size, c.tiles)
			next := uint64(0)
			cells := make([]uint8, c.tiles)
			for set := range x.sets() {
				unrank(x, set, 0, cells)
				first := map[string]uint64{}
				for cell := range uint8(c.size.Cells()) {
					if slices.Contains(cells, cell) {
						continue
					}
					region := string(naiveRegion(c.size, cells, cell))
					if _, known := first[region]; !known {
						first[region] = next
						next += (x.orders + 1) / 2 * 2
					}
					require.Equal(t, first[region], x.entry(set, cell), "cells %v, blank %d", cells,
						cell)
				}
			}
			require.Equal(t, next, x.len())
		})
	}
}

// The entries of a zero-aware database of six tiles of the 24-puzzle are those
// of R. Clausecker's 24puzzle, 181 MB.
func TestIndexOfSixTilesOfThe24Puzzle(t *testing.T) {
	x := indexOf(t, puzzle.Size{Rows: 5, Cols: 5}, 6)
	require.Equal(t, uint64(181_008_000), x.len())
	require.Equal(t, uint64(127_512_000), x.sets()*x.orders)
}

func indexOf(t testing.TB, size puzzle.Size, tiles int) *index {
	x := newIndex(size, tiles)
	require.NoError(t, x.findRegions(context.Background(), 2))
	return x
}
