package ga

import (
	"context"
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// score is the result of decoding and scoring a chromosome.
type score struct {
	fitness int64  // the smaller, the better
	moves   int    // moves to the scored board, or to the objective
	decoded int    // moves decoded
	board   uint64 // key of the scored board
	solved  bool   // whether the path reaches the objective
}

// The fitness of a board is a sum with these weights. Those of the estimate and of moves are the
// weights 0.9 and 0.1 of the study "ga-vs-astar", times 1,000.
const (
	stepFitness = 900 // of one unit of the estimate
	moveFitness = 100 // of one move

	// pullFitness is the weight of the distance between the blank and the missing tile of
	// a line. It is small, so that the blank can go around a tile to push it.
	pullFitness = stepFitness / 4
)

// rules tell a scorer how to decode and score paths to an objective. Scorers only read them.
type rules struct {
	tables    *boardTables
	objective *objective
	record    record
	missing   uint8  // name of the tile whose distance from the blank is in the fitness; 0: none
	endOnly   bool   // score the last board, even if the path passes through the objective
	byRank    bool   // decode genes by rank
	bounds    bounds // bounds of ranks, or of indices in the order of successors
}

// states returns the number of states that decoding the given number of genes counts as. A gene
// decoded by rank counts as two, since about two moves are estimated to choose one.
func (r *rules) states(genes int) uint64 {
	if r.byRank {
		return 2 * uint64(genes)
	}
	return uint64(genes)
}

// state is a scorer's state after some moves, except the tiles and the contents of lines.
type state struct {
	best     score // score of the best board so far
	fitness  int64 // of the current board
	estimate int64
	key      uint64
	context  uint16
	blank    uint8
	missing  uint8 // cell of the rules' missing tile
}

// origin is the state of a scorer before the first gene.
type origin struct {
	state
	tiles []uint8             // relevant names by cell
	lines heuristics.Contents // of the lines; used if the objective has a MoveTable
}

// originOf returns the origin of paths that start from a board.
func (r *rules) originOf(tiles []uint8) origin {
	blank := blankOf(tiles)
	named := r.objective.relevant(tiles)
	first := state{
		best:     score{fitness: 1 << 62},
		estimate: r.objective.estimate(named),
		key:      r.tables.keyOf(named, blank),
		context:  contextOf(blank, anyMove),
		blank:    blank,
	}
	if r.endOnly {
		// No board is fitter, so best.moves stays 0, and score takes the last board.
		first.best.fitness = math.MinInt64
	}
	if r.missing != 0 {
		first.missing = uint8(slices.Index(named, r.missing))
	}
	return r.originAt(first, named)
}

// originAt returns the origin with the given state and board.
func (r *rules) originAt(first state, named []uint8) origin {
	o := origin{state: first, tiles: named}
	if r.objective.lines != nil {
		o.lines = heuristics.ContentsOf(r.objective.lines, named)
	}
	return o
}

// scorer decodes and scores chromosomes from an origin. It must be used by one goroutine at
// a time. Its scores depend only on the rules, the origin and the genes.
type scorer struct {
	rules    *rules
	origin   *origin // of the chromosomes that evaluate themselves
	tiles    [puzzle.MaxSide * puzzle.MaxSide]uint8
	contents heuristics.Contents // of the lines; used if the objective has a MoveTable
	tracker  heuristics.Tracker  // used if it has none
	tracked  *objective          // of the tracker
	now      state
	trail    [batch]madeMove // the moves decoded last
	only     ranking         // scratch of decodeByLines

	ctx       context.Context
	sincePoll int // genes decoded since ctx was last checked
}

// batch is the maximum number of genes decoded at a time, a power of two.
const batch = 16

// madeMove is a move of a path.
type madeMove struct {
	estimate int64 // of the board after the move
	step     decoded
	tile     uint8 // name of the tile moved
	from     uint8 // the blank's cell before the move
}

// score decodes genes from an origin, and returns the score of the best board on the path. If only
// the last board counts, or all boards are recorded, it returns the score of the last board. If
// that board is recorded, its fitness has a penalty that is larger than any estimate. If the
// context ends first, it returns the zero score.
func (s *scorer) score(from *origin, genes []float64) score {
	r := s.rules
	s.start(from)
	for i := 0; i < len(genes); {
		n := r.objective.decode(s, genes[i:min(i+batch, len(genes))])
		s.rate(s.trail[:n], i)
		i += n
		if s.now.estimate == 0 && !r.endOnly && r.objective.reached(s.tiles[:r.tables.cells]) {
			return score{
				fitness: s.now.fitness, moves: i, decoded: i, board: s.now.key, solved: true,
			}
		}
		if s.ended(n) {
			return score{}
		}
	}
	best := s.now.best
	if best.moves == 0 {
		best = score{fitness: s.now.fitness, moves: len(genes), board: s.now.key}
		if r.record[s.now.key] {
			farthest := 2 * r.tables.cells * (r.tables.size.Rows + r.tables.size.Cols)
			best.fitness += stepFitness * int64(farthest)
		}
	}
	best.decoded = len(genes)
	return best
}

// start sets the scorer to an origin.
func (s *scorer) start(from *origin) {
	s.now = from.state
	copy(s.tiles[:], from.tiles)
	s.contents = from.lines
	if s.rules.objective.lines != nil {
		return
	}
	if s.tracked != s.rules.objective {
		s.tracked = s.rules.objective
		s.tracker = s.tracked.estimator.Track()
	}
	s.tracker.Reset(s.tiles[:s.rules.tables.cells])
}

// ended reports whether the context has ended. It adds genes to the number of genes decoded,
// and checks the context once per pollEvery genes.
func (s *scorer) ended(genes int) bool {
	s.sincePoll += genes
	if s.sincePoll < pollEvery {
		return false
	}
	s.sincePoll = 0
	return s.ctx.Err() != nil
}

// rate compares the boards of a trail with the best board so far, and updates the key, the fitness
// and the missing tile's cell. The parameter moves is the number of moves before the trail. The
// loop is separate from the decoding loop because the processor has too few registers for both in
// one.
func (s *scorer) rate(trail []madeMove, moves int) {
	r := s.rules
	keys := r.tables.keys
	cells := r.tables.cells
	key := s.now.key
	best := s.now.best.fitness
	fitness := int64(0)
	length := moveFitness * int64(moves)
	for i := range trail {
		m := &trail[i]
		words := int(m.tile) * cells
		key ^= keys[words+int(m.step.to())] ^ keys[words+int(m.from)]
		length += moveFitness
		fitness = stepFitness*m.estimate + length
		if r.missing != 0 {
			if m.tile == r.missing {
				s.now.missing = m.from
			}
			fitness += pullFitness * int64(r.tables.windows.Distance(s.now.missing, m.step.to()))
		}
		if fitness < best && !r.record[key] {
			best = fitness
			s.now.best = score{fitness: fitness, moves: moves + i + 1, board: key}
		}
	}
	s.now.key = key
	s.now.fitness = fitness
}

// decodeByLines implements objective.decode for sums over tiles and lines.
func (s *scorer) decodeByLines(genes []float64) int {
	rankings := s.rules.tables.decoding.rankings
	lines := s.rules.objective.lines
	perMove := s.rules.tables.cells + 1
	byRank := s.rules.byRank
	first, second, third := s.rules.bounds.cuts()
	estimate := s.now.estimate
	blank := s.now.blank
	context := s.now.context
	r := &rankings[context]
	n := 0
	if r.many { // then every choice is the move that the first gene selects
		step := s.ranked(context, genes[0], func(step decoded) int64 {
			change := step.cellAndMove()*perMove + int(s.tiles[step.to()])
			return int64(lines.Delta(&s.contents, &lines.Changes[change]))
		})
		r = &s.only
		for i := range r.choices {
			r.choices[i] = step
		}
	}
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := 0
		if byRank {
			a, b, d := int(r.moves[0]), int(r.moves[1]), int(r.moves[2])
			order = orderOf(
				int64(lines.Delta(&s.contents, &lines.Changes[a*perMove+int(s.tiles[uint8(a>>2)])])),
				int64(lines.Delta(&s.contents, &lines.Changes[b*perMove+int(s.tiles[uint8(b>>2)])])),
				int64(lines.Delta(&s.contents, &lines.Changes[d*perMove+int(s.tiles[uint8(d>>2)])])))
		}
		step := r.choices[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		s.tiles[blank] = tile
		s.tiles[to] = 0
		change := step.cellAndMove()*perMove + int(tile)
		estimate += int64(lines.Make(&s.contents, &lines.Changes[change]))
		s.trail[n&(batch-1)] = madeMove{estimate: estimate, step: step, tile: tile, from: blank}
		n++
		blank = to
		context = step.context()
		r = &rankings[context]
		if estimate == 0 || r.many {
			break
		}
	}
	s.now.estimate = estimate
	s.now.blank = blank
	s.now.context = context
	return n
}

// decodeByTracker implements objective.decode for any heuristic, with its Tracker. The tests
// compare decodeByLines with it.
func (s *scorer) decodeByTracker(genes []float64) int {
	now := &s.now
	tiles := s.tiles[:s.rules.tables.cells]
	estimate := func(step decoded) int64 {
		blank := now.blank
		to := step.to()
		tile := tiles[to]
		tiles[blank] = tile
		tiles[to] = 0
		after := s.tracker.After(tiles, to, blank)
		tiles[blank] = 0
		tiles[to] = tile
		return int64(after)
	}
	for i, gene := range genes {
		step := s.ranked(now.context, gene, estimate)
		blank := now.blank
		to := step.to()
		tile := tiles[to]
		tiles[blank] = tile
		tiles[to] = 0
		now.estimate = int64(s.tracker.Move(tiles, to, blank))
		now.blank = to
		now.context = step.context()
		s.trail[i] = madeMove{estimate: now.estimate, step: step, tile: tile, from: blank}
		if now.estimate == 0 {
			return i + 1
		}
	}
	return len(genes)
}

// path decodes genes from an origin and returns their moves.
func (s *scorer) path(from *origin, genes []float64) []puzzle.Move {
	s.start(from)
	path := make([]puzzle.Move, 0, len(genes))
	for len(path) < len(genes) {
		left := genes[len(path):]
		n := s.rules.objective.decode(s, left[:min(batch, len(left))])
		for _, m := range s.trail[:n] {
			path = append(path, m.step.move())
		}
	}
	return path
}
