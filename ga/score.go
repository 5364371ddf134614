package ga

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// score is what decoding a chromosome tells about it.
type score struct {
	fitness int64  // the smaller the better
	moves   int    // up to the scored board, or to the target
	decoded int    // moves decoded
	board   uint64 // key of the scored board
	solved  bool   // the plan passes through the target
}

// origin is the board that plans start from.
type origin struct {
	tiles    []uint8 // by the guide's names
	blank    uint8
	key      uint64
	estimate int64
	lines    lineCodes // where the guide is one over lines
	focus    uint8     // cell of the guide's focus
}

// rules is what a scorer needs to know of an evolution. Scorers only read it.
type rules struct {
	*arena
	*guide
	record   record
	perStep  int64 // fitness of one unit of the estimate
	perMove  int64 // fitness of one move
	perPull  int64 // fitness of one cell between the blank and the focus of a subgoal
	penalty  int64 // fitness of being on record
	endBoard bool
	byRank   bool   // genes are decoded by rank
	bounds   bounds // of ranks
	most     int64  // more than the moves of any plan, where fitness is lexicographic; else 0
}

// originOf returns a board as the scorers start from it.
func (r *rules) originOf(tiles []uint8) origin {
	o := origin{tiles: r.name(tiles), blank: blankOf(tiles)}
	for cell, name := range o.tiles {
		if name == 0 {
			continue
		}
		o.key ^= r.keys[int(name)*r.cells+cell]
		if name == r.focus {
			o.focus = uint8(cell)
		}
	}
	o.estimate = r.guide.estimate(o.tiles)
	if r.lines != nil {
		o.lines = r.lines.linesOf(r.size, o.tiles)
	}
	return o
}

// penaltyOf returns more moves than any of our estimates on a board of a size:
// a plan with nothing but boards on record is worse than any other.
func penaltyOf(size puzzle.Size) int64 {
	return int64(2 * size.Cells() * (size.Rows + size.Cols))
}

// scorer decodes chromosomes from an origin and scores them. It is for the use
// of one goroutine, and its scores depend on nothing but the rules, the origin
// and the genes.
type scorer struct {
	*rules
	tiles   [puzzle.MaxSide * puzzle.MaxSide]uint8
	codes   lineCodes
	tracker heuristics.Tracker // of the guide's estimator, where it is neither of the sums
	tracks  *guide
	way     []puzzle.Move // decoded by rank in the last score
}

// score decodes and scores genes. Where check-points are kept of a plan, it resumes
// behind the last of them and adds those that follow.
func (s *scorer) score(from *origin, genes []float64, kept *checkpoints) score {
	s.way = s.way[:0]
	sc := s.scoreByGuide(from, genes, kept)
	if sc.solved && s.most > 0 {
		sc.fitness = int64(sc.moves) - s.most // less than 0, which no other plan is
	}
	return sc
}

// scoreByGuide takes the fastest way that the guide's structure allows.
func (s *scorer) scoreByGuide(from *origin, genes []float64, kept *checkpoints) score {
	switch {
	case s.sums != nil:
		return s.scoreSum(from, genes, kept)
	case s.lines != nil:
		return s.scoreLines(from, genes, kept)
	}
	return s.scorePlain(from, genes, kept)
}

// part returns where the genes from i on that are decoded without a check-point
// end.
func part(i, genes int, kept *checkpoints) int {
	if kept == nil {
		return genes
	}
	return min(i+between, genes)
}

// scorePlain scores under any heuristic, through its Tracker, in O(genes)
// updates of the estimate. It is the oracle of the faster ways.
func (s *scorer) scorePlain(from *origin, genes []float64, kept *checkpoints) score {
	now := s.resume(from, kept)
	tiles := s.tiles[:s.cells]
	if s.tracks != s.guide {
		s.tracker, s.tracks = s.estimator.Track(), s.guide
	}
	now.estimate = int64(s.tracker.Reset(tiles))
	i := kept.moves()
	for {
		for end := part(i, len(genes), kept); i < end; i++ {
			var step decoded
			if s.byRank {
				step = s.rankedByTracker(now.context, now.blank, genes[i])
			} else {
				step = s.decoding.next(now.context, genes[i])
			}
			to, blank := step.to(), now.blank
			tile := tiles[to]
			tiles[blank], tiles[to] = tile, 0
			now.estimate = int64(s.tracker.Move(tiles, to, blank))
			now.key ^= s.keys[int(tile)*s.cells+int(to)] ^ s.keys[int(tile)*s.cells+int(blank)]
			now.blank, now.context = to, step.context
			board := now.key ^ s.keys[to]
			fitness := s.perStep*now.estimate + s.perMove*int64(i+1)
			if now.estimate == 0 && string(tiles) == s.goal {
				return score{fitness, i + 1, i + 1, board, true}
			}
			if fitness < now.best.fitness {
				s.offer(&now.best, fitness, i+1, board)
			}
		}
		if i == len(genes) {
			return s.settle(now.best, s.perStep*now.estimate, len(genes), now.key^s.keys[now.blank])
		}
		s.keep(kept, now)
	}
}

// plan returns the moves that genes stand for from an origin, up to the target.
func (s *scorer) plan(from *origin, genes []float64) []puzzle.Move {
	if s.byRank {
		s.score(from, genes, nil)
		return slices.Clone(s.way)
	}
	return s.decoding.plan(from.blank, genes)
}

// before returns the best board of no moves: worse than any, or, where only the
// end of a plan counts, one that no board is better than.
func (r *rules) before() score {
	if r.endBoard {
		return score{fitness: -1 << 62}
	}
	return score{fitness: 1 << 62}
}

// offer takes the board after some moves for the best so far, unless it is on
// record.
func (r *rules) offer(best *score, fitness int64, moves int, key uint64) {
	if _, known := r.record[key]; known {
		return
	}
	best.fitness, best.moves, best.board = fitness, moves, key
}

// settle completes a score with the end of the plan, which counts where the
// settings say so or where no board on the way may be scored.
func (r *rules) settle(best score, estimated int64, genes int, key uint64) score {
	if best.moves == 0 {
		best = score{fitness: estimated + r.perMove*int64(genes), moves: genes, board: key}
		if _, known := r.record[key]; known {
			best.fitness += r.penalty
		}
	}
	best.decoded = genes
	return best
}
