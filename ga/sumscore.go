package ga

import (
	"encoding/binary"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumTable tells, for each tile on each cell, what each move of the blank to the
// cell would add to the estimate, as rises have it: [tile*cells + cell]. It is
// read-only.
type sumTable []uint32

// rises tell what each move of the blank to each cell would add to the estimate of
// a board, under sums over tiles: [4*cell + move], level standing for nothing. In
// this way the estimates that legal moves lead to are found without asking which
// tiles they move.
type rises [4 * puzzle.MaxSide * puzzle.MaxSide]uint8

// level makes up for the least rise. A move changes what a tile counts by at most 1
// in all of the sums.
const level = 1

// newSumTable makes the table of a sum, 4 bytes for each tile on each cell.
func newSumTable(size puzzle.Size, sums *heuristics.TileSum) sumTable {
	cells := size.Cells()
	t := make(sumTable, cells*cells)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < cells; tile++ {
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				// The blank goes from to to from, the tile the other way.
				from := int(step.To)
				rise := sums.At(tile, to) - sums.At(tile, from) + level
				t[tile*cells+from] |= uint32(rise) << (8 * step.Move)
			}
		}
	}
	return t
}

// put writes the rises of a tile that comes to a cell.
func (t sumTable) put(r *rises, tile, cell uint8, cells int) {
	binary.LittleEndian.PutUint32(r[4*int(cell):4*int(cell)+4], t[int(tile)*cells+int(cell)])
}

// putAll writes the rises of a board.
func (t sumTable) putAll(r *rises, tiles []uint8) {
	for cell, tile := range tiles {
		t.put(r, tile, uint8(cell), len(tiles))
	}
}

// riseBySum returns what a move adds to the estimate under sums over tiles.
func (s *scorer) riseBySum(step decoded) int64 { return int64(s.rises[step.at()]) - level }

// followSum follows plans under sums over tiles: zero, misplaced, Manhattan,
// out-of-row-column.
func (s *scorer) followSum(genes []float64) int {
	if s.byRank {
		return s.followSumByRank(genes)
	}
	table, sums, cells := s.decoding.table, s.sums, s.cells
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	n := 0
	for n < len(genes) {
		step := table[int(context)*ranges+int(genes[n]*ranges)]
		to := step.to()
		tile := s.tiles[to]
		estimate += int64(s.rises[step.at()]) - level
		s.tiles[blank], s.tiles[to] = tile, 0
		sums.put(&s.rises, tile, blank, cells)
		s.trail[n&(between-1)] = moved{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		if estimate == 0 {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}

// followSumByRank does so where genes are decoded by rank.
func (s *scorer) followSumByRank(genes []float64) int {
	contenders, all, sums, cells := s.decoding.contenders, s.decoding.outcomes, s.sums, s.cells
	first, second, third := s.bounds.cuts()
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	c, outcomes := s.contest(context, genes[0], s.riseBySum)
	n := 0
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := orderOf(int64(s.rises[c.at[0]]), int64(s.rises[c.at[1]]), int64(s.rises[c.at[2]]))
		step := outcomes[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		estimate += int64(s.rises[step.at()]) - level
		s.tiles[blank], s.tiles[to] = tile, 0
		sums.put(&s.rises, tile, blank, cells)
		s.trail[n&(between-1)] = moved{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		c, outcomes = &contenders[context], &all[context]
		if estimate == 0 || c.many {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}
