package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"npuzzle/internal/random"
)

// Chromosome is a list of genes, floats in [0,1). It stands for a path: each gene selects one of
// the legal moves on the board that the genes before it have led to. So every chromosome is a legal
// path, whatever mutation and crossover do.
//
// A Chromosome implements eaopt.Genome and Breeder.
type Chromosome struct {
	genes  []float64 // at least one; the capacity is the maximum number of genes
	score  score     // of the last call of Evaluate; zero before
	scorer *scorer   // decodes and scores the genes
	mating *mating   // how children are made
}

func chromosomeOf(individual eaopt.Individual) *Chromosome {
	return individual.Genome.(*Chromosome)
}

// Evaluate decodes the genes, and returns the fitness of the path. A smaller fitness is better. The
// error is not nil if the context of the run has ended.
func (c *Chromosome) Evaluate() (float64, error) {
	c.score = c.scorer.score(c.scorer.origin, c.genes)
	if c.score.decoded == 0 {
		return 0, errStop
	}
	return float64(c.score.fitness), nil
}

// Mutate draws one gene anew. The moves before it stay the same. The genes after it may be
// decoded on other boards.
func (c *Chromosome) Mutate(rng *rand.Rand) {
	c.genes[random.Below(rng, len(c.genes))] = rng.Float64()
}

// Crossover replaces two chromosomes by two of their children. Each child begins with genes of one
// of them and has other genes of the other one. The mate must be another *Chromosome of the same
// evolution.
func (c *Chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	d := mate.(*Chromosome)
	a := c.clone()
	b := d.clone()
	c.BecomeChild(a, b, rng)
	d.BecomeChild(b, a, rng)
}

// Clone returns an independent copy.
func (c *Chromosome) Clone() eaopt.Genome { return c.clone() }

func (c *Chromosome) clone() *Chromosome {
	clone := *c
	clone.genes = append(make([]float64, 0, cap(c.genes)), c.genes...)
	return &clone
}

// Become implements Breeder. It copies the genes and the score of a chromosome.
func (c *Chromosome) Become(parent eaopt.Genome) {
	d := parent.(*Chromosome)
	c.genes = append(c.genes[:0], d.genes...)
	c.score = d.score
}

// BecomeChild implements Breeder. It makes c a child of two other chromosomes by crossover.
func (c *Chromosome) BecomeChild(a, b eaopt.Genome, rng *rand.Rand) {
	c.mating.cross(c, a.(*Chromosome), b.(*Chromosome), rng)
}

// draw sets c to n random genes.
func (c *Chromosome) draw(n int, rng *rand.Rand) {
	c.genes = c.genes[:n]
	random.Genes(c.genes, rng)
}
