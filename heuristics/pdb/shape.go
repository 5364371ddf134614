package pdb

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"npuzzle/puzzle"
)

// shapes holds the partitions of the literature, drawn for a goal with the blank in the
// first cell. The key is the board size and the numbers of tiles in ascending order. The
// shapes of 7-8 and 6-6-6-6 are those of Korf and Felner (2002). Felner, Korf and Hanan
// (2004) give results for 6-6-3 and 5-5-5, but no shapes. The shapes here were chosen by
// mean estimate in two steps. The first step chose the best of several dozen shapes. The
// second step chose the best connected shape that differs from it by at most one exchange
// of two tiles.
var shapes = map[string]struct{ name, drawing string }{
	"4x4 7-8":     {"7-8", ".aaa/aaaa/bbbb/bbbb"},
	"4x4 3-6-6":   {"6-6-3", ".aab/aabb/aabb/cccb"},
	"4x4 5-5-5":   {"5-5-5", ".aaa/aabb/ccbb/cccb"},
	"5x5 6-6-6-6": {"6-6-6-6", ".aabb/aaabb/ccabb/ccddd/ccddd"},
}

// sizedGroups returns the name and the groups of the partition into groups of the given
// sizes. ParsePartition describes the groups.
func sizedGroups(sizes []int, goal puzzle.Board) (name string, groups [][]uint8, err error) {
	size := goal.Size()
	blank := goal.Blank()
	sum := 0
	for _, n := range sizes {
		sum += n
	}
	if tiles := size.Cells() - 1; sum != tiles {
		return "", nil, fmt.Errorf("the numbers add up to %d; expected %d, the tiles of %v", sum,
			tiles, size)
	}
	// image of each cell under the symmetry that maps the blank to the lowest cell
	var turned []uint8
	for _, s := range symmetries(size) {
		if s.size == size && (turned == nil || s.to[blank] < turned[blank]) {
			turned = s.to
		}
	}
	name = join(sizes)
	shape, known := shapes[size.String()+" "+join(slices.Sorted(slices.Values(sizes)))]
	if known && turned[blank] == 0 {
		name = shape.name
		groups, _ = drawnGroups(shape.drawing, size, 0)
	} else {
		groups = compactGroups(size, turned[blank], sizes)
	}
	for _, group := range groups {
		for i, image := range group {
			group[i] = uint8(bytes.IndexByte(turned, image))
		}
		slices.Sort(group)
	}
	return name, groups, nil
}

// compactGroups divides the cells of a board, except the blank's, into groups of the
// given sizes. ParsePartition describes the method.
func compactGroups(size puzzle.Size, blank uint8, sizes []int) [][]uint8 {
	var path []uint8 // the cells row by row, alternately from left to right and from right to left
	for cell := range size.Cells() {
		if row, col := cell/size.Cols, cell%size.Cols; row%2 == 1 {
			cell += size.Cols - 1 - 2*col
		}
		if uint8(cell) != blank {
			path = append(path, uint8(cell))
		}
	}
	groups := make([][]uint8, len(sizes))
	groupOf := make([]int, size.Cells())
	rest := path
	for g, n := range sizes {
		groups[g] = slices.Clone(rest[:n])
		rest = rest[n:]
		for _, cell := range groups[g] {
			groupOf[cell] = g
		}
	}
	squares := func(cell uint8, group ...uint8) (sum int) { // sum of squared distances to a group
		for _, other := range group {
			rows := int(cell)/size.Cols - int(other)/size.Cols
			cols := int(cell)%size.Cols - int(other)%size.Cols
			sum += rows*rows + cols*cols
		}
		return sum
	}
	for improved := true; improved; {
		improved = false
		for i, a := range path {
			for _, b := range path[i+1:] {
				g := groupOf[a]
				h := groupOf[b]
				if g == h || squares(b, groups[g]...)+squares(a, groups[h]...)-2*squares(a, b) >=
					squares(a, groups[g]...)+squares(b, groups[h]...) {
					continue
				}
				groups[g][bytes.IndexByte(groups[g], a)] = b
				groups[h][bytes.IndexByte(groups[h], b)] = a
				groupOf[a] = h
				groupOf[b] = g
				improved = true
			}
		}
	}
	return groups
}

// Small returns the name of a partition whose tables can be built in seconds. It has the
// fewest patterns possible, of sizes as equal as possible.
func Small(size puzzle.Size) string {
	for patterns := 1; ; patterns++ {
		sizes := make([]int, patterns)
		for tile := range size.Cells() - 1 {
			sizes[tile%patterns]++
		}
		if sizes[0] <= maxTiles && quick(size, sizes) {
			return join(sizes)
		}
	}
}

// Quick reports whether the tables of a partition can be built in seconds.
func (p Partition) Quick() bool {
	var sizes []int
	for _, pattern := range p.patterns {
		sizes = append(sizes, len(pattern.cells))
	}
	return quick(p.goal.Size(), sizes)
}

// quick reports whether the tables of patterns with the given numbers of tiles can be
// built in seconds. There are two conditions. First, the patterns have at most 2²⁵
// placements together, as 5-5-5 on 4x4 and 5-5-5-5-4 on 5x5 do. Second, the search makes
// at most about 1.1·10⁹ visits of cell sets. Patterns of two tiles on 16x16 and of three
// on 9x9 meet this condition, but patterns of three on 10x10 do not.
//
// The second condition is for patterns of few tiles, whose sets have few orders. There,
// visits take most of the time. In each layer, the search visits each set once for each
// move of a tile. The number of layers is estimated as the sum of the board's sides times
// the number of tiles. The time of a move grows with the number of tiles that it may pass.
func quick(size puzzle.Size, sizes []int) bool {
	const (
		mostPlacements = 1 << 25
		mostVisits     = 1.1e9
	)
	placed := 0.0
	visits := 0.0
	for _, tiles := range sizes {
		n := placements(size, tiles)
		placed += n
		sets := n / math.Gamma(float64(tiles+1))
		visits += sets * float64(size.Rows+size.Cols) * float64(tiles*tiles*tiles)
	}
	return placed <= mostPlacements && visits <= mostVisits
}
