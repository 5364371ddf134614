package ga

import (
	"encoding/binary"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumTable tells, for each tile on each cell, what each move of the blank to the cell
// would add to the estimate, in the form of deltas: [tile*cells + cell]. It is read-only.
type sumTable []uint32

// deltas tell what each move of the blank to each cell would add to the estimate of a
// board, under sums over tiles: [4*cell + move], plus noDelta. So the estimates that legal
// moves lead to are known without looking at the tiles that they move.
type deltas [4 * puzzle.MaxSide * puzzle.MaxSide]uint8

// noDelta stands for a delta of 0, so that deltas are not negative. See newSumTable.
const noDelta = 1

// newSumTable makes the table of a sum, 4 bytes for each tile on each cell. It returns
// nil if a move can change a summand by more than 1: then only a tracker can follow.
func newSumTable(size puzzle.Size, sums *heuristics.TileSum) sumTable {
	cells := size.Cells()
	t := make(sumTable, cells*cells)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < cells; tile++ {
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				from := int(step.To) // the tile moves from there, the blank to there
				delta := sums.At(tile, to) - sums.At(tile, from) + noDelta
				if delta < 0 || delta > 2*noDelta {
					return nil
				}
				t[tile*cells+from] |= uint32(delta) << (8 * step.Move)
			}
		}
	}
	return t
}

// put writes the deltas of a tile that comes to a cell.
func (t sumTable) put(d *deltas, tile, cell uint8, cells int) {
	binary.LittleEndian.PutUint32(d[4*int(cell):4*int(cell)+4], t[int(tile)*cells+int(cell)])
}

// putAll writes the deltas of a board.
func (t sumTable) putAll(d *deltas, tiles []uint8) {
	for cell, tile := range tiles {
		t.put(d, tile, uint8(cell), len(tiles))
	}
}

// deltaBySums returns what a move adds to the estimate under sums over tiles.
func (s *scorer) deltaBySums(step decoded) int64 { return int64(s.deltas[step.at()]) - noDelta }

// decodeBySums decodes under sums over tiles in which a move changes a summand by at
// most 1.
func (s *scorer) decodeBySums(genes []float64) int {
	rankings, sums, cells := s.rules.tables.decoding.rankings, s.rules.objective.sums, s.rules.tables.cells
	byRank := s.rules.byRank
	first, second, third := s.rules.bounds.cuts()
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	r := s.ranking(context, genes[0], s.deltaBySums)
	n := 0
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := 0
		if byRank {
			order = orderOf(int64(s.deltas[r.at[0]]), int64(s.deltas[r.at[1]]), int64(s.deltas[r.at[2]]))
		}
		step := r.choices[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		estimate += int64(s.deltas[step.at()]) - noDelta
		s.tiles[blank], s.tiles[to] = tile, 0
		sums.put(&s.deltas, tile, blank, cells)
		s.trail[n&(between-1)] = madeMove{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		r = &rankings[context]
		if estimate == 0 || r.many {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}
