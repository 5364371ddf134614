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

// chromosomeWith makes a chromosome of an evolution that allows so many genes.
func chromosomeWith(e *evolution, genes []float64) *chromosome {
	return &chromosome{genes: append(make([]float64, 0, e.maxGenes), genes...)}
}

// evolutionOf makes an evolution that allows so many genes, under the default settings
// but for what change does to them.
func evolutionOf(most int, change func(*Settings)) *evolution {
	s := firstPlan()
	change(&s)
	return &evolution{settings: &s, maxGenes: most}
}

func TestMutationDrawsOneGeneAnew(t *testing.T) {
	r := evolutionOf(10, func(*Settings) {})
	rapid.Check(t, func(t *rapid.T) {
		before := genes(r.maxGenes).Draw(t, "genes")
		c := chromosomeWith(r, before)
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
	c := chromosomeWith(evolutionOf(5, func(*Settings) {}), make([]float64, 5))
	rng := rand.New(rand.NewSource(1))
	for range 100 {
		c.Mutate(rng)
	}
	assert.NotContains(t, c.genes, 0.0)
}

// The genes of the parents are told apart by their whole part, which says
// where they stood.
func TestCrossoverExchangesTails(t *testing.T) {
	r := evolutionOf(12, func(*Settings) {})
	rapid.Check(t, func(t *rapid.T) {
		a, b := make([]float64, rapid.IntRange(1, 12).Draw(t, "a")), make([]float64, rapid.IntRange(1, 12).Draw(t, "b"))
		for i := range a {
			a[i] = float64(i)
		}
		for i := range b {
			b[i] = float64(100 + i)
		}
		c, d := chromosomeWith(r, a), chromosomeWith(r, b)
		c.Crossover(d, rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))

		cut := func(child, own []float64) int {
			n := 0
			for n < min(len(child), len(own)) && child[n] == own[n] {
				n++
			}
			return n
		}
		i, j := cut(c.genes, a), cut(d.genes, b)
		require.Positive(t, i)
		require.Positive(t, j)
		bounded := func(head, tail []float64) []float64 {
			child := slices.Concat(head, tail)
			return child[:min(len(child), r.maxGenes)]
		}
		require.Equal(t, bounded(a[:i], b[j:]), c.genes)
		require.Equal(t, bounded(b[:j], a[i:]), d.genes)
	})
}

func TestCrossoverCutsAreIndependentAndReachEveryPlace(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	r := evolutionOf(8, func(*Settings) {})
	seen := map[[2]int]bool{}
	for range 500 {
		c, d := chromosomeWith(r, make([]float64, 3)), chromosomeWith(r, []float64{1, 1, 1, 1})
		c.Crossover(d, rng)
		zeros := func(genes []float64) int {
			n := 0
			for _, gene := range genes {
				if gene == 0 {
					n++
				}
			}
			return n
		}
		seen[[2]int{zeros(c.genes), len(d.genes) - zeros(d.genes)}] = true
	}
	assert.Len(t, seen, 3*4)
}

func TestCloneIsIndependent(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}
	goal := goalOf(t, "blank-last", 3, 3)
	r := start(t, s, search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goal})
	c := chromosomeWith(r, []float64{0.1, 0.2, 0.3})
	require.NoError(t, r.evaluate([]*chromosome{c}))
	fitness, err := c.Evaluate()
	require.NoError(t, err)
	clone := c.Clone().(*chromosome)
	assert.Equal(t, c.score, clone.score)
	assert.EqualValues(t, fitness, clone.score.fitness)
	clone.genes[0] = 0.9
	assert.Equal(t, 0.1, c.genes[0])
	clone.Crossover(chromosomeWith(r, make([]float64, r.maxGenes)), rand.New(rand.NewSource(1)))
	assert.LessOrEqual(t, len(clone.genes), r.maxGenes)
}
