package ga

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/search"
)

// chromosomeWith makes a chromosome that has room for the given number of genes.
func chromosomeWith(most int, genes []float64) *Chromosome {
	return &Chromosome{
		genes:  append(make([]float64, 0, most), genes...),
		mating: &mating{kind: Splice},
	}
}

func TestMutationDrawsOneGeneAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := genes(10).Draw(t, "genes")
		c := chromosomeWith(10, before)
		c.Mutate(rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))
		require.Len(t, c.genes, len(before))
		changed := 0
		for i, gene := range c.genes {
			require.True(t, gene >= 0 && gene < 1)
			if gene != before[i] {
				changed++
			}
		}
		require.LessOrEqual(t, changed, 1)
	})
}

func TestMutationReachesEveryGene(t *testing.T) {
	c := chromosomeWith(5, make([]float64, 5))
	rng := rand.New(rand.NewSource(1))
	for range 100 {
		c.Mutate(rng)
	}
	assert.NotContains(t, c.genes, 0.0)
}

// The genes of the parents are told apart by their whole part, which says where they stood. Each of
// the two children begins with genes of one parent and ends with genes of the other.
func TestCrossoverExchangesTails(t *testing.T) {
	const most = 12
	isChild := func(child, a, b []float64) bool {
		for i := range a {
			for j := range b {
				genes := slices.Concat(a[:i], b[j:])
				if slices.Equal(child, genes[:min(len(genes), most)]) {
					return true
				}
			}
		}
		return false
	}
	rapid.Check(t, func(t *rapid.T) {
		a := make([]float64, rapid.IntRange(1, most).Draw(t, "a"))
		b := make([]float64, rapid.IntRange(1, most).Draw(t, "b"))
		for i := range a {
			a[i] = float64(i)
		}
		for i := range b {
			b[i] = float64(100 + i)
		}
		c := chromosomeWith(most, a)
		d := chromosomeWith(most, b)
		c.Crossover(d, rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))
		require.True(t, isChild(c.genes, a, b), "%v", c.genes)
		require.True(t, isChild(d.genes, b, a), "%v", d.genes)
	})
}

func TestCrossoverCutsAreIndependentAndReachEveryPlace(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	seen := map[[2]int]bool{}
	for range 500 {
		c := chromosomeWith(8, make([]float64, 3))
		c.Crossover(chromosomeWith(8, []float64{1, 1, 1, 1}), rng)
		ones := 0
		for _, gene := range c.genes {
			if gene == 1 {
				ones++
			}
		}
		seen[[2]int{len(c.genes) - ones, ones}] = true
	}
	assert.Len(t, seen, 3*4, "0 to 2 genes of one and 1 to 4 of the other")
}

func TestCloneIsIndependent(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}
	goal := goalOf(t, "blank-last", 3, 3)
	r := start(t, s, search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goal})
	c := chromosomeOf(r.populations[0].Individuals[0])
	c.genes = append(c.genes[:0], 0.1, 0.2, 0.3)
	fitness, err := c.Evaluate()
	require.NoError(t, err)
	clone := c.Clone().(*Chromosome)
	assert.Equal(t, c.score, clone.score)
	assert.EqualValues(t, fitness, clone.score.fitness)
	clone.genes[0] = 0.9
	assert.Equal(t, 0.1, c.genes[0])
	assert.Equal(t, cap(c.genes), cap(clone.genes))
}
