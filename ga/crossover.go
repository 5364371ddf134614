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
	cross(c, d, c.Clone().(*chromosome), d.Clone().(*chromosome), rng)
}

// cross makes c and d the children of a and b, in their own storage.
func cross(c, d, a, b *chromosome, rng *rand.Rand) {
	i, j := 1+below(rng, len(a.genes)), 1+below(rng, len(b.genes))
	switch a.Cut {
	case TwoCuts:
		c.become(a)
		d.become(b)
		c.exchangePieces(d, i, j, rng)
		return
	case StateCut:
		if at, other, ok := a.meeting(b, rng); ok {
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
	c.changed()
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
		i := below(rng, c.decoded-1)
		key := c.trail[i]
		for j, other := range d.trail[:d.decoded-1] {
			if other == key && (i != j || c.trail[i+1] != d.trail[j+1]) {
				return i + 1, j + 1, true
			}
		}
	}
	return 0, 0, false
}
