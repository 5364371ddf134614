package pdb

import (
	"math"
	"slices"

	"npuzzle/puzzle"
)

// shape is a partition drawn for a goal with the blank in the first cell.
type shape struct {
	size          puzzle.Size
	name, drawing string
}

// shapes are the partitions of the literature. 7-8 and 6-6-6-6 are those of Korf
// and Felner (2002). Felner, Korf and Hanan (2004) give results for 6-6-3 and
// 5-5-5, but no shapes. The shapes here have the largest mean estimate among
// several dozen, and among the connected shapes that differ from the best of
// those by one exchange of two tiles.
var shapes = []shape{
	{puzzle.Size{Rows: 4, Cols: 4}, "7-8", ".aaa/aaaa/bbbb/bbbb"},
	{puzzle.Size{Rows: 4, Cols: 4}, "6-6-3", ".aab/aabb/aabb/cccb"},
	{puzzle.Size{Rows: 4, Cols: 4}, "5-5-5", ".aaa/aabb/ccbb/cccb"},
	{puzzle.Size{Rows: 5, Cols: 5}, "6-6-6-6", ".aabb/aaabb/ccabb/ccddd/ccddd"},
}

// standardShape returns the shape of some group sizes, in any order, for a goal
// with the blank in a cell, and whether there is one.
func standardShape(size puzzle.Size, sizes []int, blank uint8) (shape, bool) {
	sorted := slices.Sorted(slices.Values(sizes))
	for _, s := range shapes {
		own, _ := groupSizes(s.name)
		if s.size == size && blank == 0 && slices.Equal(slices.Sorted(slices.Values(own)), sorted) {
			return s, true
		}
	}
	return shape{}, false
}

const (
	// fewPlacements take seconds to build: 5-5-5 on 4x4, 5-5-5-5-4 on 5x5.
	fewPlacements = 1 << 25
	// manyPlacements take a minute and 2 GB: 7-8 on 4x4, 6-6-6-6 on 5x5.
	manyPlacements = 1 << 30
	// fewVisits of sets take seconds: patterns of two on 16x16, of three on 9x9,
	// but not on 10x10.
	fewVisits = 1.1e9
)

// Names returns partitions of a size's tiles that are worth building, the
// strongest first. The last is built in seconds. Both the first and the last
// have the fewest patterns possible, of sizes as equal as possible: the first
// within 2³⁰ placements in all, the last within 2²⁵ and a number of visits of
// sets that takes seconds.
func Names(size puzzle.Size) []string {
	if size == (puzzle.Size{Rows: 4, Cols: 4}) {
		return []string{"7-8", "6-6-3", "5-5-5"}
	}
	large, small := balanced(size, manyPlacements, math.Inf(1)), balanced(size, fewPlacements, fewVisits)
	if large == small {
		return []string{small}
	}
	return []string{large, small}
}

// balanced returns the fewest groups within a number of placements and of visits.
func balanced(size puzzle.Size, most, mostVisits float64) string {
	tiles := size.Cells() - 1
	for groups := 1; ; groups++ {
		sizes := make([]int, groups)
		for i := range tiles {
			sizes[i%groups]++
		}
		sum, sumVisits := 0.0, 0.0
		for _, n := range sizes {
			sum += placements(size, n)
			sumVisits += visits(size, n)
		}
		if sum <= most && sumVisits <= mostVisits && sizes[0] <= MaxTiles {
			return joinSizes(sizes)
		}
	}
}

// visits estimates how often the search for a table comes to a set of cells: in
// every layer, of which a wider board and more tiles have more, once for each
// move of a tile, which takes longer the more tiles it may pass. Where a set has
// few orders, that is what takes the time.
func visits(size puzzle.Size, tiles int) float64 {
	sets := placements(size, tiles) / math.Gamma(float64(tiles+1))
	return sets * float64(size.Rows+size.Cols) * float64(tiles*tiles*tiles)
}

// compactGroups cuts the cells of a board, except the blank's, into groups; see
// ParsePartition.
func compactGroups(size puzzle.Size, blank uint8, sizes []int) [][]uint8 {
	var path []uint8 // the cells, row by row, to the right and to the left
	for row := range size.Rows {
		for i := range size.Cols {
			col := i
			if row%2 == 1 {
				col = size.Cols - 1 - i
			}
			if cell := uint8(row*size.Cols + col); cell != blank {
				path = append(path, cell)
			}
		}
	}
	groupOf := make([]int, size.Cells())
	sums := make([]point, len(sizes)) // of the cells of each group
	squares := make([]int, len(sizes))
	next := 0
	for g, n := range sizes {
		for _, cell := range path[next : next+n] {
			groupOf[cell] = g
			sums[g] = sums[g].plus(pointOf(cell, size))
			squares[g] += pointOf(cell, size).squared()
		}
		next += n
	}
	// The squared distances within a group of n cells add up to
	// n·Σ|cell|² - |Σ cell|².
	spread := func(g int, sum point, squares int) int { return sizes[g]*squares - sum.squared() }
	for improved := true; improved; {
		improved = false
		for i, a := range path {
			for _, b := range path[i+1:] {
				g, h, p, q := groupOf[a], groupOf[b], pointOf(a, size), pointOf(b, size)
				if g == h {
					continue
				}
				gSum, hSum := sums[g].plus(q).minus(p), sums[h].plus(p).minus(q)
				change := q.squared() - p.squared()
				before := spread(g, sums[g], squares[g]) + spread(h, sums[h], squares[h])
				if spread(g, gSum, squares[g]+change)+spread(h, hSum, squares[h]-change) < before {
					groupOf[a], groupOf[b] = h, g
					sums[g], sums[h] = gSum, hSum
					squares[g], squares[h] = squares[g]+change, squares[h]-change
					improved = true
				}
			}
		}
	}
	groups := make([][]uint8, len(sizes))
	for _, cell := range path {
		groups[groupOf[cell]] = append(groups[groupOf[cell]], cell)
	}
	return groups
}

// point is a cell, or a sum of cells, by row and column.
type point struct{ row, col int }

func pointOf(cell uint8, size puzzle.Size) point {
	return point{int(cell) / size.Cols, int(cell) % size.Cols}
}

func (p point) plus(q point) point  { return point{p.row + q.row, p.col + q.col} }
func (p point) minus(q point) point { return point{p.row - q.row, p.col - q.col} }
func (p point) squared() int        { return p.row*p.row + p.col*p.col }
