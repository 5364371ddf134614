package ga

import "math/rand"

// Mutate draws one gene anew. The moves before it stay; those behind it are
// decoded from other boards.
func (c *chromosome) Mutate(rng *rand.Rand) {
	at := below(rng, len(c.genes))
	c.genes[at] = rng.Float64()
	c.changed(at)
}
