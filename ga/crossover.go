package ga

import (
	"math/rand"

	"npuzzle/internal/random"
)

// mating is how two chromosomes make a child.
type mating struct {
	kind string // a value of Settings.CrossoverKind

	// With headless, the second parent is a random chromosome of first genes (headless chicken,
	// Jones 1995).
	headless bool
	first    int
}

// cross makes c a child of a and b.
func (m *mating) cross(c, a, b *Chromosome, rng *rand.Rand) {
	if m.headless {
		b = b.clone()
		b.draw(m.first, rng)
	}
	common := min(len(a.genes), len(b.genes))
	switch m.kind {
	case Splice:
		i := random.Below(rng, len(a.genes))
		j := random.Below(rng, len(b.genes))
		c.join(a, i, b, j)
	case OnePoint:
		i := random.Below(rng, common)
		c.join(a, i, b, i)
	case TwoPoint:
		i := random.Below(rng, common+1)
		j := random.Below(rng, common+1)
		c.Become(a)
		c.take(b, min(i, j), max(i, j))
	case Uniform:
		c.Become(a)
		for i := range common {
			if rng.Uint64()>>63 == 0 {
				c.take(b, i, i+1)
			}
		}
	}
}

// join sets c to the first i genes of a, followed by the genes of b from index j on, up to the
// maximum number of genes.
func (c *Chromosome) join(a *Chromosome, i int, b *Chromosome, j int) {
	tail := b.genes[j:]
	room := cap(c.genes) - i
	c.genes = append(c.genes[:0], a.genes[:i]...)
	c.genes = append(c.genes, tail[:min(len(tail), room)]...)
}

// take replaces the genes from index i up to j by those of d.
func (c *Chromosome) take(d *Chromosome, i, j int) {
	copy(c.genes[i:j], d.genes[i:j])
}
