package ga

import (
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// Cut says where two plans are cut to be crossed.
type Cut string

const (
	OneCut   Cut = "one"   // each at random, the study's way
	TwoCuts  Cut = "two"   // each twice at random: the pieces between change places
	StateCut Cut = "state" // where both pass through one board, if they do, else as one
)

// Crossover exchanges parts of two chromosomes. Each keeps at least one gene;
// what exceeds the most genes is dropped. The mate must be another *chromosome
// of the same evolution.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	d := mate.(*chromosome)
	c.cross(c, d, c.Clone().(*chromosome), d.Clone().(*chromosome), rng)
}

// cross makes c and d the children of a and b, in their own storage.
func (e *evolution) cross(c, d, a, b *chromosome, rng *rand.Rand) {
	i, j := 1+below(rng, len(a.genes)), 1+below(rng, len(b.genes))
	switch e.Cut {
	case TwoCuts:
		c.become(a)
		d.become(b)
		c.exchangePieces(d, i, j, rng)
		return
	case StateCut:
		if at, other, ok := e.meeting(a, b, rng); ok {
			i, j = at, other
		}
	}
	c.join(a, i, b, j)
	d.join(b, j, a, i)
}

// join makes c the first i genes of a and what lies behind the first j of b, as
// far as there is room.
func (c *chromosome) join(a *chromosome, i int, b *chromosome, j int) {
	c.genes = append(c.genes[:0], a.genes[:i]...)
	c.extend(b.genes[j:])
	c.kept.take(&a.kept, i)
	c.changed(i)
}

// exchangePieces exchanges pieces of equal length that begin behind the first i
// genes of c and the first j of d.
func (c *chromosome) exchangePieces(d *chromosome, i, j int, rng *rand.Rand) {
	most := min(len(c.genes)-i, len(d.genes)-j)
	if most == 0 {
		return
	}
	for k := range 1 + below(rng, most) {
		c.genes[i+k], d.genes[j+k] = d.genes[j+k], c.genes[i+k]
	}
	c.changed(i)
	d.changed(j)
}

// meetingTries bounds the boards of one plan that are looked up in the other.
const meetingTries = 8

// meeting returns where two plans pass through one board, other than at the same
// number of moves with the same moves before. It decodes both.
func (e *evolution) meeting(c, d *chromosome, rng *rand.Rand) (i, j int, ok bool) {
	if c.decoded < 2 || d.decoded < 2 {
		return 0, 0, false
	}
	scorer := e.workers[0].scorer
	ours := scorer.trail(&e.origin, c.genes[:c.decoded])
	theirs := scorer.trail(&e.origin, d.genes[:d.decoded])
	for range meetingTries {
		i := below(rng, len(ours)-1)
		for j, key := range theirs[:len(theirs)-1] {
			if key == ours[i] && (i != j || ours[i+1] != theirs[j+1]) {
				return i + 1, j + 1, true
			}
		}
	}
	return 0, 0, false
}

// trail returns the keys of the boards that a plan from an origin passes
// through, the origin left out.
func (s *scorer) trail(from *origin, genes []float64) []uint64 {
	tiles, blank, key := slices.Clone(from.tiles), from.blank, from.key
	trail := make([]uint64, len(genes))
	for i, move := range s.plan(from, genes) {
		to := s.graph.To(blank, move)
		tile := tiles[to]
		if tile != 0 {
			key ^= s.keys[int(tile)*s.cells+int(to)] ^ s.keys[int(tile)*s.cells+int(blank)]
		}
		tiles[blank], tiles[to] = tile, 0
		blank = to
		trail[i] = key ^ s.keys[blank]
	}
	return trail
}
