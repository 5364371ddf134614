package ga

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

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

// scoreSum scores under sums over tiles: zero, misplaced, Manhattan,
// out-of-row-column. It decodes 1.5 times as many genes a second as the plain
// way.
func (s *scorer) scoreSum(from *origin, genes []float64, kept *checkpoints) score {
	now := s.resume(from, kept)
	tiles := &s.tiles
	table, changes, keys := s.decoding.table, s.sums, s.keys
	perTile, perStep := s.cells*4, s.perStep
	estimate, blank, key, context, best := now.estimate, now.blank, now.key, now.context, now.best
	i := kept.moves()
	length := s.perMove * int64(i)
	for {
		for end := part(i, len(genes), kept); i < end; i++ {
			var step decoded
			if s.byRank {
				step = s.rankedBySum(context, genes[i])
			} else {
				step = table[int(context)+int(genes[i]*ranges)]
			}
			to := step.to()
			tile := tiles[to]
			tiles[blank], tiles[to] = tile, 0
			blank, context = to, step.context

			change := &changes[int(tile)*perTile+int(step.at)]
			estimate += change.estimate
			key ^= change.key

			length += s.perMove
			fitness := perStep*estimate + length
			if estimate == 0 && string(tiles[:s.cells]) == s.goal {
				return score{fitness, i + 1, i + 1, key ^ keys[blank], true}
			}
			if fitness < best.fitness {
				s.offer(&best, fitness, i+1, key^keys[blank])
			}
		}
		if i == len(genes) {
			return s.settle(best, s.perStep*estimate, len(genes), key^keys[blank])
		}
		s.keep(kept, state{best, estimate, key, context, blank, 0})
	}
}
