package ga

import (
	"context"
	"fmt"
	"math/rand"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// Decoder makes chromosomes, which it decodes and scores as the genetic solver does. So another
// search, such as hill climbing or simulated annealing, can work on the same chromosomes with the
// same fitness, in which one unit of the estimate counts as StepFitness. A Decoder and its chromosomes
// must be used by one goroutine at a time.
type Decoder struct {
	rules  rules
	origin origin
	scorer *scorer
	mating *mating
	record bool
	start  []uint8 // tiles of the problem's start
	tiles  []uint8 // of the board that all paths start from
	genes  int     // of a random chromosome
	most   int     // of any chromosome
}

// NewDecoder makes a Decoder for a problem. Paths start from the problem's start and lead to its
// goal as a whole; there are no subgoals. Of the settings, Target, Genes, Decoding, Greed, Record
// and CrossoverKind matter. An error names an invalid setting, or says that the heuristic does not
// fit the problem. It wraps search.ErrUnitCosts if moves have other costs than 1.
func NewDecoder(
	p search.Problem, h heuristics.Heuristic, s Settings, order puzzle.Order,
) (*Decoder, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if !p.Costs.Unit() {
		return nil, fmt.Errorf("ga: %w", search.ErrUnitCosts)
	}
	if _, _, err := search.Begin(p, order); err != nil {
		return nil, err
	}
	estimator, err := heuristics.EstimatorOf(h, p.Goal, p.Costs)
	if err != nil {
		return nil, fmt.Errorf("ga: %w", err)
	}
	size := p.Goal.Size()
	tables := decode.NewTables(size, order, p.Goal.Blank())
	d := &Decoder{
		rules:  s.rulesOf(tables.Whole(p.Goal, estimator)),
		record: s.Record,
		start:  p.Start.Tiles(),
	}
	d.genes, d.most = s.Lengths(size)
	d.mating = &mating{kind: s.CrossoverKind}
	d.scorer = newScorer(context.Background(), &d.rules, &d.origin)
	d.Restart()
	return d, nil
}

// Reset makes the problem's start the start of all paths again, and forgets the recorded boards, as
// the genetic solver does before it evolves another plan.
func (d *Decoder) Reset() {
	d.rules.record = record{}
	d.Restart()
}

// Restart makes the problem's start the start of all paths again. Recorded boards stay recorded.
func (d *Decoder) Restart() {
	d.tiles = slices.Clone(d.start)
	d.origin = d.rules.originOf(d.tiles)
}

// Advance makes the board that a path leads to the start of all paths. With the setting Record, no
// path is scored at a board of this path any more. Scores of chromosomes that were evaluated before
// stay those from the start before.
func (d *Decoder) Advance(path []puzzle.Move) {
	if d.record {
		d.rules.recordBoards(d.tiles, path)
	}
	d.rules.Tables.Graph.Play(d.tiles, decode.BlankOf(d.tiles), path)
	d.origin = d.rules.originOf(d.tiles)
}

// Estimate returns the heuristic's estimate of the board that all paths start from.
func (d *Decoder) Estimate() int64 { return d.origin.Estimate }

// Solved reports whether all paths start from the goal.
func (d *Decoder) Solved() bool { return d.rules.Objective.Reached(d.origin.Tiles) }

// Bytes returns the memory of the tables and of the recorded boards.
func (d *Decoder) Bytes() uint64 {
	return d.rules.Objective.Bytes() + uint64(len(d.rules.record)*recordSlot)
}

// Random returns a chromosome of random genes. Settings.Genes is their number.
func (d *Decoder) Random(rng *rand.Rand) *Chromosome {
	c := &Chromosome{
		genes:  make([]float64, 0, d.most),
		scorer: d.scorer,
		mating: d.mating,
	}
	c.draw(d.genes, rng)
	return c
}

// MaxStates returns the maximum number of states that an evaluation generates.
func (c *Chromosome) MaxStates() uint64 { return c.scorer.rules.States(len(c.genes)) }

// Moves returns the number of moves that the last evaluation made.
func (c *Chromosome) Moves() int { return c.score.decoded }

// Solved reports whether the path reached the goal when the chromosome was last evaluated. With the
// setting Target EndBoard it is false; then the last board of the path may be the goal.
func (c *Chromosome) Solved() bool { return c.score.solved }

// States returns the number of states that the last evaluation generated.
func (c *Chromosome) States() uint64 { return c.scorer.rules.States(c.score.decoded) }

// Path returns the moves from the start to the board that the fitness is computed from. The
// chromosome must have been evaluated since the Decoder's start was last changed.
func (c *Chromosome) Path() []puzzle.Move {
	return c.scorer.Path(&c.scorer.origin.Origin, c.genes[:c.score.moves])
}
