package ga

import (
	"context"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// score is the result of decoding and scoring a chromosome.
type score struct {
	fitness int64  // the smaller, the better
	moves   int    // up to the scored board, or to the objective
	decoded int    // moves decoded
	board   uint64 // key of the scored board
	solved  bool   // the plan reaches the objective
}

// The fitness of a board in thousandths, as weighed in the study "ga-vs-astar".
const (
	stepFitness = 900 // of one unit of the estimate
	moveFitness = 100 // of one move

	// pullFitness is that of one cell between the blank and the missing tile of a
	// subgoal: little enough that the blank may go around a tile that it pushes.
	pullFitness = stepFitness / 4
)

// rules are what a scorer needs to know of a stage. Scorers only read them.
type rules struct {
	tables    *boardTables
	objective *objective
	record    record
	missing   uint8  // of a subgoal, the tile that the blank is drawn to in a phase; else 0
	endOnly   bool   // plans are played to their ends and scored there, the objective or not
	byRank    bool   // genes are decoded by rank
	bounds    bounds // of ranks, or of places in the order of successors
}

// states returns the number of states that decoding so many genes generates: two for each
// gene that is decoded by rank, since about two moves are estimated of which it is one.
func (r *rules) states(genes int) uint64 {
	if r.byRank {
		return 2 * uint64(genes)
	}
	return uint64(genes)
}

// state is a scorer's state after some moves, except the tiles and the codes of lines.
type state struct {
	best     score // of the boards so far
	estimate int64
	key      uint64
	context  uint16
	blank    uint8
	missing  uint8 // cell of the rules' missing tile
}

// origin is the state of a scorer before the first gene.
type origin struct {
	state
	tiles []uint8             // names of the objective
	lines heuristics.Contents // under sums over tiles and lines
}

// originOf returns the origin of plans that start from a board.
func (r *rules) originOf(tiles []uint8) origin {
	blank, named := blankOf(tiles), r.objective.relevant(tiles)
	first := state{
		best:     score{fitness: 1 << 62},
		estimate: r.objective.estimate(named),
		key:      r.tables.keyOf(named, blank),
		context:  contextOf(blank, anyMove),
		blank:    blank,
	}
	if r.endOnly {
		first.best.fitness = -first.best.fitness // which no board is below
	}
	if r.missing != 0 {
		first.missing = uint8(slices.Index(named, r.missing))
	}
	return r.originAt(first, named)
}

// originAt returns the origin on a board whose other state is known.
func (r *rules) originAt(first state, named []uint8) origin {
	o := origin{state: first, tiles: named}
	if r.objective.lines != nil {
		o.lines = heuristics.ContentsOf(r.objective.lines, named)
	}
	return o
}

// scorer decodes and scores chromosomes from an origin. It is for the use of one
// goroutine, and its scores depend only on the rules, the origin and the genes.
type scorer struct {
	rules    *rules
	tiles    [puzzle.MaxSide * puzzle.MaxSide]uint8
	contents heuristics.Contents // under sums over tiles and lines
	tracker  heuristics.Tracker  // under any other estimator
	now      state
	trail    [batch]madeMove // the last moves
	only     ranking         // scratch of the method ranking

	ctx       context.Context
	sincePoll int // genes decoded since the last look at the context
}

// batch is the maximum number of genes decoded at a time, a power of two.
const batch = 16

// madeMove is a move of a plan.
type madeMove struct {
	estimate int64 // of the board that it leads to
	step     decoded
	tile     uint8
	from     uint8 // the blank's cell before
}

// score decodes and scores genes from an origin. If the context ends first, it returns the
// zero score.
func (s *scorer) score(from *origin, genes []float64) score {
	s.start(from)
	for i := 0; i < len(genes); {
		n := s.rules.objective.decode(s, genes[i:min(i+batch, len(genes))])
		s.rate(s.trail[:n], i)
		i += n
		if s.now.estimate == 0 && !s.rules.endOnly && s.rules.objective.reached(s.tiles[:s.rules.tables.cells]) {
			return score{s.fitness(i), i, i, s.now.key, true}
		}
		if s.ended(n) {
			return score{}
		}
	}
	return s.finalScore(len(genes))
}

// start sets the scorer to an origin.
func (s *scorer) start(from *origin) {
	s.now = from.state
	copy(s.tiles[:], from.tiles)
	if s.contents = from.lines; s.rules.objective.lines != nil {
		return
	}
	if s.tracker == nil { // one objective of a run has an estimator
		s.tracker = s.rules.objective.estimator.Track()
	}
	s.tracker.Reset(s.tiles[:s.rules.tables.cells])
}

// ended reports whether the context has ended. It looks at the context every so many
// genes.
func (s *scorer) ended(genes int) bool {
	if s.sincePoll += genes; s.sincePoll < pollEvery {
		return false
	}
	s.sincePoll = 0
	return s.ctx.Err() != nil
}

// rate compares the boards of a trail, which follows so many moves, with the best board
// so far, and brings the key and the missing tile's cell up to date. It is separate from
// decoding because the registers do not suffice for both in one loop.
func (s *scorer) rate(trail []madeMove, moves int) {
	r := s.rules
	keyDeltas, perMove := r.tables.keyDeltas, r.tables.cells+1
	key, best := s.now.key, s.now.best.fitness
	length := moveFitness * int64(moves)
	for i := range trail {
		m := &trail[i]
		key ^= keyDeltas[m.step.at()*perMove+int(m.tile)]
		length += moveFitness
		fitness := stepFitness*m.estimate + length
		if r.missing != 0 {
			if m.tile == r.missing {
				s.now.missing = m.from
			}
			fitness += r.pull(m.step.to(), s.now.missing)
		}
		if fitness < best {
			if _, known := r.record[key]; !known { // the best board so far is not on record
				best, s.now.best = fitness, score{fitness: fitness, moves: moves + i + 1, board: key}
			}
		}
	}
	s.now.key = key
}

// fitness returns the fitness of the board that a plan has come to with so many moves.
func (s *scorer) fitness(moves int) int64 {
	r := s.rules
	fitness := stepFitness*s.now.estimate + moveFitness*int64(moves)
	if r.missing != 0 {
		fitness += r.pull(s.now.blank, s.now.missing)
	}
	return fitness
}

// pull is the fitness of the distance between the blank and a cell.
func (r *rules) pull(blank, cell uint8) int64 {
	return pullFitness * int64(r.tables.apart(cell, blank))
}

// finalScore returns the score of a plan of so many genes: of its best board, or else,
// if only the end counts or all boards are on record, of its end. An end on record costs
// more than any estimate.
func (s *scorer) finalScore(genes int) score {
	best, t := s.now.best, s.rules.tables
	if best.moves == 0 {
		best = score{fitness: s.fitness(genes), moves: genes, board: s.now.key}
		if _, known := s.rules.record[s.now.key]; known {
			best.fitness += stepFitness * int64(2*t.cells*(t.size.Rows+t.size.Cols))
		}
	}
	best.decoded = genes
	return best
}

// deltaByLines returns what a move adds to the estimate under sums over tiles and
// lines.
func (s *scorer) deltaByLines(step decoded) int64 {
	lines := s.rules.objective.lines
	change := &lines.Changes[step.at()*(s.rules.tables.cells+1)+int(s.tiles[step.to()])]
	return int64(lines.Delta(&s.contents, change))
}

// decodeByLines decodes under sums over tiles and lines.
func (s *scorer) decodeByLines(genes []float64) int {
	rankings, lines, perMove := s.rules.tables.decoding.rankings, s.rules.objective.lines, s.rules.tables.cells+1
	byRank := s.rules.byRank
	first, second, third := s.rules.bounds.cuts()
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	r := s.ranking(context, genes[0], s.deltaByLines)
	n := 0
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := 0
		if byRank {
			a, b, d := int(r.at[0]), int(r.at[1]), int(r.at[2])
			order = orderOf(
				int64(lines.Delta(&s.contents, &lines.Changes[a*perMove+int(s.tiles[uint8(a>>2)])])),
				int64(lines.Delta(&s.contents, &lines.Changes[b*perMove+int(s.tiles[uint8(b>>2)])])),
				int64(lines.Delta(&s.contents, &lines.Changes[d*perMove+int(s.tiles[uint8(d>>2)])])))
		}
		step := r.choices[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		s.tiles[blank], s.tiles[to] = tile, 0
		estimate += int64(lines.Make(&s.contents, &lines.Changes[step.at()*perMove+int(tile)]))
		s.trail[n&(batch-1)] = madeMove{estimate, step, tile, blank}
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

// decodeByTracker decodes under any heuristic, through its Tracker. The tests compare
// the faster decoders with it.
func (s *scorer) decodeByTracker(genes []float64) int {
	now, tiles := &s.now, s.tiles[:s.rules.tables.cells]
	estimate := func(step decoded) int64 {
		blank, to := now.blank, step.to()
		tiles[blank], tiles[to] = tiles[to], 0
		after := s.tracker.After(tiles, to, blank)
		tiles[blank], tiles[to] = 0, tiles[blank]
		return int64(after)
	}
	for i, gene := range genes {
		step := s.ranked(now.context, gene, estimate)
		to, blank := step.to(), now.blank
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		now.estimate = int64(s.tracker.Move(tiles, to, blank))
		now.blank, now.context = to, step.context()
		s.trail[i] = madeMove{now.estimate, step, tile, blank}
		if now.estimate == 0 {
			return i + 1
		}
	}
	return len(genes)
}

// plan returns the moves that genes stand for from an origin.
func (s *scorer) plan(from *origin, genes []float64) []puzzle.Move {
	s.start(from)
	plan := make([]puzzle.Move, 0, len(genes))
	for len(plan) < len(genes) {
		left := genes[len(plan):]
		for _, m := range s.trail[:s.rules.objective.decode(s, left[:min(batch, len(left))])] {
			plan = append(plan, m.step.move())
		}
	}
	return plan
}
