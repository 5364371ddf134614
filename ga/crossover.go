package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
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
