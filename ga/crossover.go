package ga

import (
	"math/rand"

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
// of the same island.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	d := mate.(*chromosome)
	i, j := 1+rng.Intn(len(c.genes)), 1+rng.Intn(len(d.genes))
	switch c.Cut {
	case TwoCuts:
		c.exchangePieces(d, i, j, rng)
		return
	case StateCut:
		if at, other, ok := c.meeting(d, rng); ok {
			i, j = at, other
		}
	}
	c.exchangeTails(d, i, j)
}

// exchangeTails exchanges what lies behind the first i genes of c and the first
// j of d.
func (c *chromosome) exchangeTails(d *chromosome, i, j int) {
	ours, theirs := c.genes[i:], d.genes[j:]
	both := min(len(ours), len(theirs))
	for k := range both {
		ours[k], theirs[k] = theirs[k], ours[k]
	}
	c.genes, d.genes = c.genes[:i+both], d.genes[:j+both]
	c.extend(theirs[both:])
	d.extend(ours[both:])
	c.changed()
	d.changed()
}

// exchangePieces exchanges pieces of equal length that begin behind the first i
// genes of c and the first j of d.
func (c *chromosome) exchangePieces(d *chromosome, i, j int, rng *rand.Rand) {
	most := min(len(c.genes)-i, len(d.genes)-j)
	if most == 0 {
		return
	}
	for k := range 1 + rng.Intn(most) {
		c.genes[i+k], d.genes[j+k] = d.genes[j+k], c.genes[i+k]
	}
	c.changed()
	d.changed()
}

// meetingTries bounds the boards of one plan that are looked up in the other.
const meetingTries = 8

// meeting returns where two plans, both scored, pass through one board, other
// than at the same number of moves with the same moves before.
func (c *chromosome) meeting(d *chromosome, rng *rand.Rand) (i, j int, ok bool) {
	if c.decoded < 2 || d.decoded < 2 {
		return 0, 0, false
	}
	for range meetingTries {
		i := rng.Intn(c.decoded - 1)
		key := c.trail[i]
		for j, other := range d.trail[:d.decoded-1] {
			if other == key && (i != j || c.trail[i+1] != d.trail[j+1]) {
				return i + 1, j + 1, true
			}
		}
	}
	return 0, 0, false
}
