package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// chromosome is a plan as float genes in [0,1), each decoded in the context of
// the board that the genes before it have led to. It implements eaopt.Genome.
type chromosome struct {
	genes []float64 // 1 to run.maxGenes, in storage of that capacity
	score           // the zero score: not evaluated yet
	run   *run
}

// Evaluate decodes and scores the plan. It fails with errStop when that ends
// the run.
func (c *chromosome) Evaluate() (float64, error) {
	err := c.run.evaluate([]*chromosome{c})
	return float64(c.fitness), err
}

// Mutate draws one gene anew. The moves before it stay; those behind it are
// decoded from other boards.
func (c *chromosome) Mutate(rng *rand.Rand) {
	c.genes[rng.Intn(len(c.genes))] = rng.Float64()
}

// Crossover cuts two chromosomes, each at random, and exchanges what lies
// behind the cuts. Each keeps at least one gene; what exceeds the most genes is
// dropped. The mate must be another *chromosome of the same run.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	d := mate.(*chromosome)
	i, j := 1+rng.Intn(len(c.genes)), 1+rng.Intn(len(d.genes))
	ours, theirs := c.genes[i:], d.genes[j:]
	both := min(len(ours), len(theirs))
	for k := range both {
		ours[k], theirs[k] = theirs[k], ours[k]
	}
	c.genes, d.genes = c.genes[:i+both], d.genes[:j+both]
	c.extend(theirs[both:])
	d.extend(ours[both:])
}

// extend appends genes as far as there is room.
func (c *chromosome) extend(tail []float64) {
	room := c.run.maxGenes - len(c.genes)
	c.genes = append(c.genes, tail[:min(len(tail), room)]...)
}

// Clone returns an independent copy.
func (c *chromosome) Clone() eaopt.Genome {
	clone := *c
	clone.genes = append(make([]float64, 0, c.run.maxGenes), c.genes...)
	return &clone
}

// become makes c a copy of another chromosome, in its own storage, that is yet
// to be scored.
func (c *chromosome) become(d *chromosome) {
	c.genes = append(c.genes[:0], d.genes...)
	c.score = score{}
}

// draw makes c a random chromosome of n genes.
func (c *chromosome) draw(n int, rng *rand.Rand) {
	c.genes, c.score = c.genes[:n], score{}
	for i := range c.genes {
		c.genes[i] = rng.Float64()
	}
}
