package ga

import (
	"context"
	"math"
	"slices"

	"npuzzle/search/decode"
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
	StepFitness = 900 // of one unit of the estimate
	moveFitness = 100 // of one move

	// pullFitness is the weight of the distance between the blank and the missing tile of
	// a line. It is small, so that the blank can go around a tile to push it.
	pullFitness = StepFitness / 4
)

// rules tell a scorer how to decode and score paths to an objective. Scorers only read them.
type rules struct {
	decode.Rules
	record  record
	missing uint8 // name of the tile whose distance from the blank is in the fitness; 0: none
	endOnly bool  // score the last board, even if the path passes through the objective
}

// origin is the state of a scorer before the first gene.
type origin struct {
	decode.Origin
	scored
}

// scored is what a scorer knows of the boards after some moves.
type scored struct {
	best    score // score of the best board so far
	fitness int64 // of the current board
	key     uint64
	missing uint8 // cell of the rules' missing tile
}

// originOf returns the origin of paths that start from a board.
func (r *rules) originOf(tiles []uint8) origin {
	o := origin{Origin: r.OriginOf(tiles)}
	o.best.fitness = 1 << 62
	o.key = r.Tables.KeyOf(o.Tiles, o.Blank)
	if r.endOnly {
		// No board is fitter, so best.moves stays 0, and score takes the last board.
		o.best.fitness = math.MinInt64
	}
	if r.missing != 0 {
		o.missing = uint8(slices.Index(o.Tiles, r.missing))
	}
	return o
}

// scorer decodes and scores chromosomes from an origin. It must be used by one goroutine at
// a time. Its scores depend only on the rules, the origin and the genes.
type scorer struct {
	decode.Walker
	rules  *rules
	origin *origin // of the chromosomes that evaluate themselves
	now    scored

	ctx       context.Context
	sincePoll int // genes decoded since ctx was last checked
}

func newScorer(ctx context.Context, r *rules, from *origin) *scorer {
	return &scorer{Walker: decode.Walker{Rules: &r.Rules}, rules: r, origin: from, ctx: ctx}
}

// score decodes genes from an origin, and returns the score of the best board on the path. If only
// the last board counts, or all boards are recorded, it returns the score of the last board. If
// that board is recorded, its fitness has a penalty that is larger than any estimate. If the
// context ends first, it returns the zero score.
func (s *scorer) score(from *origin, genes []float64) score {
	s.Start(&from.Origin)
	s.now = from.scored
	for i := 0; i < len(genes); {
		n := s.Decode(genes[i:min(i+decode.Batch, len(genes))])
		s.rate(s.Trail[:n], i)
		i += n
		if !s.rules.endOnly && s.Reached() {
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
		if s.rules.record[s.now.key] {
			tables := s.rules.Tables
			farthest := 2 * tables.Cells * (tables.Size.Rows + tables.Size.Cols)
			best.fitness += StepFitness * int64(farthest)
		}
	}
	best.decoded = len(genes)
	return best
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
func (s *scorer) rate(trail []decode.Made, moves int) {
	r := s.rules
	keys := r.Tables.Keys
	cells := r.Tables.Cells
	key := s.now.key
	best := s.now.best.fitness
	fitness := int64(0)
	length := moveFitness * int64(moves)
	for i := range trail {
		m := &trail[i]
		words := int(m.Tile) * cells
		key ^= keys[words+int(m.Step.To())] ^ keys[words+int(m.From)]
		length += moveFitness
		fitness = StepFitness*m.Estimate + length
		if r.missing != 0 {
			if m.Tile == r.missing {
				s.now.missing = m.From
			}
			fitness += pullFitness * int64(r.Tables.Windows.Distance(s.now.missing, m.Step.To()))
		}
		if fitness < best && !r.record[key] {
			best = fitness
			s.now.best = score{fitness: fitness, moves: moves + i + 1, board: key}
		}
	}
	s.now.key = key
	s.now.fitness = fitness
}
