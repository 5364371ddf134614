package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// chromosome is a list of genes in [0,1). It stands for a path: each gene is decoded on the
// board that the genes before it have led to. It implements eaopt.Genome.
type chromosome struct {
	genes []float64 // at least one; the capacity is evolution.maxGenes
	score score     // zero if not evaluated yet
	place int       // in the ring of the model Ring
}

func chromosomeOf(individual eaopt.Individual) *chromosome { return individual.Genome.(*chromosome) }

// Evaluate returns the fitness. The solver has already evaluated every chromosome, in parallel,
// when eaopt calls Evaluate.
func (c *chromosome) Evaluate() (float64, error) { return float64(c.score.fitness), nil }

// Clone returns an independent copy.
func (c *chromosome) Clone() eaopt.Genome {
	return &chromosome{append(make([]float64, 0, cap(c.genes)), c.genes...), c.score, c.place}
}

// Mutate draws one gene anew. The moves before it stay the same. The genes after it may be
// decoded on other boards.
func (c *chromosome) Mutate(rng *rand.Rand) { c.mutate(below(rng, len(c.genes)), rng) }

// mutate draws the gene at an index anew.
func (c *chromosome) mutate(at int, rng *rand.Rand) {
	c.genes[at] = rng.Float64()
	c.score = score{}
}

// Crossover exchanges the tails of two chromosomes. Each chromosome is cut at a random position
// of its own, after its first gene or later. Genes beyond the maximum are dropped. The mate must
// be another *chromosome of the same evolution.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	d := mate.(*chromosome)
	a, b := c.Clone().(*chromosome), d.Clone().(*chromosome)
	i, j := 1+below(rng, len(a.genes)), 1+below(rng, len(b.genes))
	c.join(a, i, b, j)
	d.join(b, j, a, i)
}

// join sets c to the first i genes of a, followed by the genes of b from index j on, up to the
// maximum number of genes.
func (c *chromosome) join(a *chromosome, i int, b *chromosome, j int) {
	c.genes = append(c.genes[:0], a.genes[:i]...)
	tail := b.genes[j:]
	c.genes = append(c.genes, tail[:min(len(tail), cap(c.genes)-i)]...)
	c.score = score{}
}

// take replaces the genes from index i up to j by those of d.
func (c *chromosome) take(d *chromosome, i, j int) {
	copy(c.genes[i:j], d.genes[i:j])
	c.score = score{}
}

// become copies the genes and the score of d to c.
func (c *chromosome) become(d *chromosome) {
	c.genes, c.score = append(c.genes[:0], d.genes...), d.score
}

// draw sets c to n random genes.
func (c *chromosome) draw(n int, rng *rand.Rand) {
	c.genes = c.genes[:n]
	drawGenes(c.genes, rng)
	c.score = score{}
}
