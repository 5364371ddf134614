package ga

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// sumScorer scores under sums over tiles: zero, misplaced, Manhattan,
// out-of-row-column. It decodes 1.5 times as many genes a second as the plain
// scorer.
type sumScorer struct {
	*rules
	sumTable
	tiles [puzzle.MaxSide * puzzle.MaxSide]uint8
}

// sumTable tells what each move of each tile changes:
// [tile*4*cells + 4*cell the tile leaves + blank's move]. It is read-only.
type sumTable []change

type change struct {
	key      uint64 // exclusive-or
	estimate int64  // added
}

// newSumTable makes the table of a sum, 64 bytes for each tile on each cell.
func newSumTable(size puzzle.Size, sums *heuristics.TileSum, k keys) sumTable {
	cells := size.Cells()
	t := make(sumTable, cells*4*cells)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < cells; tile++ {
		of := tile * cells
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				from := int(step.To)
				t[(of+from)*4+int(step.Move)] = change{
					key:      k[of+from] ^ k[of+to],
					estimate: int64(sums.At(tile, to) - sums.At(tile, from)),
				}
			}
		}
	}
	return t
}

func (s *sumScorer) score(from *origin, genes []float64) score {
	tiles := &s.tiles
	copy(tiles[:], from.tiles)
	table, changes := s.table, s.sumTable
	perTile := s.cells * 4
	estimate := from.estimate
	blank, key := from.blank, from.key
	context := contextOf(blank, anyMove)
	best := unscored
	for i, gene := range genes {
		step := table[int(context)+int(gene*ranges)]
		to := step.to()
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		blank, context = to, step.context

		change := &changes[int(tile)*perTile+int(step.at)]
		estimate += change.estimate
		key ^= change.key

		fitness := s.perStep*estimate + s.perMove*int64(i+1)
		if estimate == 0 && string(tiles[:s.cells]) == s.goal {
			return score{fitness, i + 1, i + 1, key, true}
		}
		if fitness < best.fitness {
			s.offer(&best, fitness, i+1, key)
		}
	}
	return s.settle(best, estimate, len(genes), key)
}
