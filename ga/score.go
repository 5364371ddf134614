package ga

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// score is what decoding a chromosome tells about it.
type score struct {
	fitness int64  // the smaller the better
	moves   int    // up to the scored board, or to the goal
	decoded int    // moves decoded
	board   uint64 // key of the scored board
	solved  bool   // the plan passes through the goal
}

// origin is the board that the plans of a phase start from.
type origin struct {
	tiles    []uint8
	blank    uint8
	key      uint64
	estimate int64
	lines    lineCodes // for the lines' scorer
}

// scorer decodes chromosomes from an origin and scores them. It is for the use
// of one goroutine, and its scores depend on nothing but the origin and the
// genes.
type scorer interface {
	score(from *origin, genes []float64) score
}

// rules is what a scorer needs to know of the run. Scorers only read it.
type rules struct {
	*decoding
	estimator heuristics.Estimator
	goal      string // tiles
	cells     int
	keys      keys
	record    record
	perStep   int64 // fitness of one unit of the estimate
	perMove   int64 // fitness of one move
	penalty   int64 // fitness of being on record
	endBoard  bool
}

// penaltyOf returns more moves than any of our estimates on a board of a size:
// a plan with nothing but boards on record is worse than any other.
func penaltyOf(size puzzle.Size) int64 {
	return int64(2 * size.Cells() * (size.Rows + size.Cols))
}

// plainScorer scores under any heuristic, through its Tracker, in O(genes)
// updates of the estimate. It is the oracle of the faster scorers.
type plainScorer struct {
	*rules
	tracker heuristics.Tracker
	tiles   [puzzle.MaxSide * puzzle.MaxSide]uint8
}

func (s *plainScorer) score(from *origin, genes []float64) score {
	tiles := s.tiles[:s.cells]
	copy(tiles, from.tiles)
	estimate := int64(s.tracker.Reset(tiles))
	blank, key := from.blank, from.key
	context := contextOf(blank, anyMove)
	best := unscored
	for i, gene := range genes {
		step := s.next(context, gene)
		to := step.to()
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		estimate = int64(s.tracker.Move(tiles, to, blank))
		key ^= s.keys[int(tile)*s.cells+int(to)] ^ s.keys[int(tile)*s.cells+int(blank)]
		blank, context = to, step.context
		fitness := s.perStep*estimate + s.perMove*int64(i+1)
		if estimate == 0 && string(tiles) == s.goal {
			return score{fitness, i + 1, i + 1, key, true}
		}
		if fitness < best.fitness {
			s.offer(&best, fitness, i+1, key)
		}
	}
	return s.settle(best, estimate, len(genes), key)
}

// unscored is worse than any score.
var unscored = score{fitness: 1 << 62}

// offer takes the board after some moves for the best so far, unless it is on
// record.
func (r *rules) offer(best *score, fitness int64, moves int, key uint64) {
	if _, known := r.record[key]; known || r.endBoard {
		return
	}
	best.fitness, best.moves, best.board = fitness, moves, key
}

// settle completes a score with the end of the plan, which counts where the
// settings say so or where no board on the way may be scored.
func (r *rules) settle(best score, estimate int64, genes int, key uint64) score {
	if best.moves == 0 {
		best = score{fitness: r.perStep*estimate + r.perMove*int64(genes), moves: genes, board: key}
		if _, known := r.record[key]; known {
			best.fitness += r.penalty
		}
	}
	best.decoded = genes
	return best
}
