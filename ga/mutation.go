package ga

import "math/rand"

// MutationKind says what a mutation does to the genes.
type MutationKind string

const (
	OneGene MutationKind = "gene"  // draws one anew, the study's way
	Several MutationKind = "genes" // draws each anew with probability 1/10
	Indel   MutationKind = "indel" // inserts one, or deletes one
	NewTail MutationKind = "tail"  // draws all behind a place anew
	Mixed   MutationKind = "mixed" // any of these, at random
)

// severalShare is the share of genes that a mutation of several draws anew.
const severalShare = 0.1

// Mutate changes genes. The moves before the first of them stay; those behind
// it are decoded from other boards.
func (c *chromosome) Mutate(rng *rand.Rand) {
	kind := c.MutationKind
	if kind == Mixed {
		kind = []MutationKind{OneGene, Several, Indel, NewTail}[rng.Intn(4)]
	}
	at := below(rng, len(c.genes))
	first := at
	switch kind {
	case OneGene:
		c.genes[at] = rng.Float64()
	case Several:
		for i := range c.genes {
			if i == at || rng.Float64() < severalShare {
				c.genes[i], first = rng.Float64(), min(first, i)
			}
		}
	case Indel:
		if rng.Intn(2) == 0 && len(c.genes) > 1 {
			c.genes = append(c.genes[:at], c.genes[at+1:]...)
		} else {
			c.extend([]float64{0}) // without room for it, the last goes
			copy(c.genes[at+1:], c.genes[at:])
			c.genes[at] = rng.Float64()
		}
	case NewTail:
		drawGenes(c.genes[at:], rng)
	}
	c.changed(first)
}
