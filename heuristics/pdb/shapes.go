package pdb

import (
	"math"
	"slices"

	"npuzzle/puzzle"
)

// shape is a partition drawn for a goal with the blank first.
type shape struct {
	size          puzzle.Size
	name, drawing string
}

// shapes are the partitions that have a standard. 7-8 and 6-6-6-6 are those of
// Korf and Felner (2002). For 6-6-3 and 5-5-5, of which Felner, Korf and Hanan
// (2004) give results, these are the shapes with the greatest mean estimate of
// some dozen that were compared, and of the connected shapes that exchange two
// tiles with them.
var shapes = []shape{
	{puzzle.Size{Rows: 4, Cols: 4}, "7-8", ".aaa/aaaa/bbbb/bbbb"},
	{puzzle.Size{Rows: 4, Cols: 4}, "6-6-3", ".aab/aabb/aabb/cccb"},
	{puzzle.Size{Rows: 4, Cols: 4}, "5-5-5", ".aaa/aabb/ccbb/cccb"},
	{puzzle.Size{Rows: 5, Cols: 5}, "6-6-6-6", ".aabb/aaabb/ccabb/ccddd/ccddd"},
}

// standardShape returns the shape of some group sizes, in any order, for a blank
// in a cell, or none.
func standardShape(size puzzle.Size, sizes []int, blank uint8) shape {
	sorted := slices.Sorted(slices.Values(sizes))
	for _, s := range shapes {
		theirs, _ := groupSizes(s.name)
		if s.size == size && blank == 0 && slices.Equal(slices.Sorted(slices.Values(theirs)), sorted) {
			return s
		}
	}
	return shape{}
}

const (
	// fewPlacements take seconds to build: 5-5-5 on 4x4, 5-5-5-5-4 on 5x5.
	fewPlacements = 1 << 25
	// manyPlacements take a minute and 2 GB: 7-8 on 4x4, 6-6-6-6 on 5x5.
	manyPlacements = 1 << 30
	// fewVisits of sets take seconds, too: patterns of two on 16x16, of three on
	// 9x9, but not on 10x10.
	fewVisits = 1.1e9
)

// Names returns partitions of a size's tiles that are worth building, the
// strongest first and the one that is built in seconds last. A general rule
// gives the first and the last: as few patterns, as equal in size as can be, as
// have together at most 2³⁰ placements, or 2²⁵ and so few sets of cells that
// going through them takes seconds.
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

// balanced returns the fewest groups whose placements, and whose visits of sets,
// together stay within a number.
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

// visits tells about how often the search for a table comes to a set: in each of
// its layers, of which there are the more the wider the board and the more the
// tiles, by the moves of each tile, each the slower the more tiles it may pass.
// Where orders are few, that takes the time.
func visits(size puzzle.Size, tiles int) float64 {
	sets := placements(size, tiles) / math.Gamma(float64(tiles+1))
	return sets * float64(size.Rows+size.Cols) * float64(tiles*tiles*tiles)
}

// compactGroups cuts the cells of a board, the blank's left out, into groups;
// see ParsePartition.
func compactGroups(size puzzle.Size, blank uint8, sizes []int) [][]uint8 {
	var snake []uint8
	for row := range size.Rows {
		for i := range size.Cols {
			col := i
			if row%2 == 1 {
				col = size.Cols - 1 - i
			}
			if cell := uint8(row*size.Cols + col); cell != blank {
				snake = append(snake, cell)
			}
		}
	}
	group := make([]int, size.Cells()) // of each cell
	sums := make([]point, len(sizes))  // of the cells of each group
	next := 0
	for g, n := range sizes {
		for _, cell := range snake[next : next+n] {
			group[cell] = g
			sums[g] = sums[g].plus(pointOf(cell, size))
		}
		next += n
	}
	// The squared distances within a group of n cells add up to
	// n·Σ|cell|² - |Σ cell|².
	spread := func(g int, sum point, squares int) int { return sizes[g]*squares - sum.squared() }
	squares := make([]int, len(sizes))
	for _, cell := range snake {
		squares[group[cell]] += pointOf(cell, size).squared()
	}
	for improved := true; improved; {
		improved = false
		for i, a := range snake {
			for _, b := range snake[i+1:] {
				g, h, p, q := group[a], group[b], pointOf(a, size), pointOf(b, size)
				if g == h {
					continue
				}
				gSum, hSum := sums[g].plus(q).minus(p), sums[h].plus(p).minus(q)
				change := q.squared() - p.squared()
				before := spread(g, sums[g], squares[g]) + spread(h, sums[h], squares[h])
				if spread(g, gSum, squares[g]+change)+spread(h, hSum, squares[h]-change) < before {
					group[a], group[b] = h, g
					sums[g], sums[h] = gSum, hSum
					squares[g], squares[h] = squares[g]+change, squares[h]-change
					improved = true
				}
			}
		}
	}
	groups := make([][]uint8, len(sizes))
	for _, cell := range snake {
		groups[group[cell]] = append(groups[group[cell]], cell)
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
