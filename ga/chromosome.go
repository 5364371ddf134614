package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// chromosome is a plan as float genes in [0,1), each decoded in the context of
// the board that the genes before it have led to. It implements eaopt.Genome.
type chromosome struct {
	genes   []float64 // 1 to evolution.maxGenes, in storage of that capacity
	kept    checkpoints
	resumed int  // moves that the score took over from a check-point
	score        // the zero score: not evaluated yet
	counted bool // as evaluated
	*evolution
}

// Evaluate decodes and scores the plan, unless it is scored already. It fails
// with errStop when that ends the evolution.
func (c *chromosome) Evaluate() (float64, error) {
	if c.decoded > 0 {
		return float64(c.fitness), nil
	}
	err := c.evaluate([]*chromosome{c})
	return float64(c.fitness), err
}

// Clone returns an independent copy.
func (c *chromosome) Clone() eaopt.Genome {
	clone := *c
	clone.genes = append(make([]float64, 0, c.maxGenes), c.genes...)
	clone.kept = checkpoints{} // its storage is the other's
	return &clone
}

// become makes c a copy of another chromosome, in its own storage.
func (c *chromosome) become(d *chromosome) {
	c.genes, c.score, c.counted = append(c.genes[:0], d.genes...), d.score, d.counted
	c.kept.take(&d.kept, len(d.genes))
}

// draw makes c a random chromosome of n genes.
func (c *chromosome) draw(n int, rng *rand.Rand) {
	c.genes = c.genes[:n]
	drawGenes(c.genes, rng)
	c.changed(0)
}

// extend appends genes as far as there is room.
func (c *chromosome) extend(tail []float64) {
	room := c.maxGenes - len(c.genes)
	c.genes = append(c.genes, tail[:min(len(tail), room)]...)
}

// changed tells that the genes from the first on are other than those that were
// scored.
func (c *chromosome) changed(first int) {
	c.score, c.counted = score{}, false
	c.kept.cut(first)
}
