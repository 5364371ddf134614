package ga

import (
	"context"

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
	focus    uint8     // cell of the rules' focus
}

// rules is what a scorer needs to know of an evolution. Scorers only read it.
type rules struct {
	*arena
	*guide
	record   record
	focus    uint8 // of a subgoal, the tile that the blank is drawn to in a phase; else 0
	perStep  int64 // fitness of one unit of the estimate
	perMove  int64 // fitness of one move
	perPull  int64 // fitness of one cell between the blank and the focus of a subgoal
	penalty  int64 // fitness of being on record
	endBoard bool
	byRank   bool   // genes are decoded by rank
	bounds   bounds // of ranks
}

// originOf returns a board as the scorers start from it.
func (r *rules) originOf(tiles []uint8) origin {
	o := origin{tiles: r.name(tiles), blank: blankOf(tiles)}
	o.key = r.keys[o.blank]
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
		o.lines = linesOf(r.lines, r.size, o.tiles)
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
	codes   lineCodes          // where the guide is a sum over lines
	rises   rises              // where it is one over tiles alone
	tracker heuristics.Tracker // of its estimator, where it is neither
	tracks  *guide             // whose the tracker is
	now     state
	trail   [between]moved // the last moves
	only    outcomes       // scratch of contest

	ctx       context.Context
	sincePoll int // genes decoded since the last look at it
}

// moved is a move of a plan.
type moved struct {
	estimate int64 // of the board that it leads to
	step     decoded
	tile     uint8
	from     uint8 // where the blank was
}

// follow makes the moves that genes stand for, one at least and at most as many as
// lie between two check-points, up to the first board of an estimate of 0. It
// returns how many they are, writes them to the scorer's trail, and brings its
// board and, in its state, the estimate, the blank and the context up to date.
type follow func(s *scorer, genes []float64) int

// follow returns the fastest way that the guide's structure allows.
func (g *guide) follow() follow {
	switch {
	case g.sums != nil:
		return (*scorer).followSum
	case g.lines != nil:
		return (*scorer).followLines
	}
	return (*scorer).followTracker
}

// score decodes and scores genes. Where check-points are kept of a plan, it resumes
// behind the last of them and adds those that follow. If the context ends first, it
// returns the zero score.
func (s *scorer) score(from *origin, genes []float64, kept *checkpoints) score {
	return s.scoreBy(s.guide.follow(), from, genes, kept)
}

// scoreBy scores by a way to follow plans.
func (s *scorer) scoreBy(follow follow, from *origin, genes []float64, kept *checkpoints) score {
	s.resume(from, kept)
	for i := kept.moves(); i < len(genes); {
		n := follow(s, genes[i:min(i+between-i%between, len(genes))])
		s.rate(s.trail[:n], i)
		i += n
		switch {
		case s.now.estimate == 0 && s.reached(s.tiles[:s.cells]):
			return score{s.fitness(i), i, i, s.now.key, true}
		case kept != nil && i%between == 0 && i < len(genes):
			s.keep(kept)
		}
		if s.ended(n) {
			return score{}
		}
	}
	return s.settle(len(genes))
}

// ended tells, every so many genes, whether the context has ended.
func (s *scorer) ended(genes int) bool {
	if s.sincePoll += genes; s.sincePoll < pollEvery {
		return false
	}
	s.sincePoll = 0
	return s.ctx.Err() != nil
}

// rate offers boards on the way, given the moves to them that follow the first so
// many, and brings the key and the focus of the state up to date. It is apart from
// following because the registers do not suffice for both in one loop.
func (s *scorer) rate(trail []moved, moves int) {
	turns, perTurn, perStep, perMove := s.turns, s.cells+1, s.perStep, s.perMove
	key, best := s.now.key, s.now.best.fitness
	length := perMove * int64(moves)
	for i := range trail {
		m := &trail[i]
		key ^= turns[m.step.at()*perTurn+int(m.tile)]
		length += perMove
		fitness := perStep*m.estimate + length
		if s.focus != 0 {
			if m.tile == s.focus {
				s.now.focus = m.from
			}
			fitness += s.pull(m.step.to(), s.now.focus)
		}
		if fitness < best {
			s.offer(&s.now.best, fitness, moves+i+1, key)
			best = s.now.best.fitness
		}
	}
	s.now.key = key
}

// fitness returns the fitness of the board that a plan has come to with so many
// moves.
func (s *scorer) fitness(moves int) int64 {
	fitness := s.perStep*s.now.estimate + s.perMove*int64(moves)
	if s.focus != 0 {
		fitness += s.pull(s.now.blank, s.now.focus)
	}
	return fitness
}

// followTracker follows plans under any heuristic, through its Tracker, and is the
// oracle of the faster ways.
func (s *scorer) followTracker(genes []float64) int {
	now, tiles := &s.now, s.tiles[:s.cells]
	for i, gene := range genes {
		step := s.decoding.next(now.context, gene)
		if s.byRank {
			step = s.ranked(now.context, gene, s.estimateByTracker)
		}
		to, blank := step.to(), now.blank
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		now.estimate = int64(s.tracker.Move(tiles, to, blank))
		now.blank, now.context = to, step.context()
		s.trail[i] = moved{now.estimate, step, tile, blank}
		if now.estimate == 0 {
			return i + 1
		}
	}
	return len(genes)
}

// track readies the tracker for the scorer's tiles.
func (s *scorer) track() {
	if s.tracks != s.guide {
		s.tracker, s.tracks = s.estimator.Track(), s.guide
	}
	s.tracker.Reset(s.tiles[:s.cells])
}

// plan returns the moves that genes stand for from an origin.
func (s *scorer) plan(from *origin, genes []float64) []puzzle.Move {
	s.resume(from, nil)
	follow := s.guide.follow()
	plan := make([]puzzle.Move, 0, len(genes))
	for len(plan) < len(genes) {
		left := genes[len(plan):]
		for _, m := range s.trail[:follow(s, left[:min(between, len(left))])] {
			plan = append(plan, m.step.move())
		}
	}
	return plan
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

// settle completes a score with the end of a plan of so many genes, which counts
// where the settings say so or where no board on the way may be scored.
func (s *scorer) settle(genes int) score {
	best := s.now.best
	if best.moves == 0 {
		best = score{fitness: s.fitness(genes), moves: genes, board: s.now.key}
		if _, known := s.record[s.now.key]; known {
			best.fitness += s.penalty
		}
	}
	best.decoded = genes
	return best
}
