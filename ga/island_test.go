package ga

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
)

// Every fitness that eaopt holds equals a fresh evaluation, after every
// generation, under every setting; the generations are sorted, and no two
// individuals share genes. With elites the best is never lost.
func TestFitnessIsFresh(t *testing.T) {
	generations := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings"), Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		p := problem(4).Draw(t, "problem")
		r := start(t, s, p)
		best := 0.0
		config := r.config(s.Generations, func(ga *eaopt.GA) {
			generations++
			require.Len(t, ga.Populations, s.Islands)
			own := map[*float64]bool{}
			all := slices.Clone(ga.HallOfFame)
			for _, population := range ga.Populations {
				size := s.islandSize()
				if s.Survival == Pairs && s.Control == NoControl && ga.Generations > 0 {
					size = len(population.Individuals) // checked by TestPairs
				}
				require.Len(t, population.Individuals, size)
				require.True(t, population.Individuals.IsSortedByFitness())
				all = append(all, population.Individuals...)
			}
			for _, individual := range all {
				c := chromosomeOf(individual)
				require.True(t, individual.Evaluated)
				require.Equal(t, slowScore(r, p.Start.Tiles(), c.genes), c.score)
				require.Equal(t, float64(c.score.fitness), individual.Fitness)
				require.False(t, own[&c.genes[0]])
				own[&c.genes[0]] = true
				require.LessOrEqual(t, len(c.genes), r.maxGenes)
				for _, gene := range c.genes {
					require.True(t, gene >= 0 && gene < 1)
				}
			}
			kept := s.Survival == Plus || s.Survival == Generational && s.Elites > 0
			if ga.Generations > 0 && kept && s.Control == NoControl {
				require.LessOrEqual(t, fittest(ga), best)
			}
			best = fittest(ga)
		})
		if err := minimize(t, r, config); err != nil {
			require.ErrorIs(t, err, errStop)
		}
	})
	assert.Greater(t, generations, 20)
}

// fittest returns the best fitness of the populations.
func fittest(ga *eaopt.GA) float64 {
	best := math.Inf(1)
	for _, population := range ga.Populations {
		best = min(best, population.Individuals.FitMin())
	}
	return best
}

// eaopt's own generational model keeps stale fitness; this is the fault that
// TestFitnessIsFresh would find.
func TestStaleFitnessWouldBeFound(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
	s.Population, s.Generations = 20, 5
	p := hard(t)
	r := start(t, s, p)
	stale := 0
	config := r.config(s.Generations, func(ga *eaopt.GA) {
		for _, individual := range ga.Populations[0].Individuals {
			if float64(slowScore(r, p.Start.Tiles(), chromosomeOf(individual).genes).fitness) != individual.Fitness {
				stale++
			}
		}
	})
	config.Model = eaopt.ModGenerational{Selector: eaopt.SelTournament{NContestants: 2}, MutRate: 0.1, CrossRate: 1}
	require.NoError(t, minimize(t, r, config))
	assert.Positive(t, stale)
}

func minimize(t require.TestingT, r *evolution, config eaopt.GAConfig) error {
	ga, err := config.NewGA()
	require.NoError(t, err)
	if err := r.drawPopulations(); err != nil {
		return err
	}
	return ga.Minimize(r.newGenome())
}

// Of n individuals, rank i wins a tournament of k with probability
// ((n-i)^k - (n-i-1)^k) / n^k, drawing with replacement.
func TestTournament(t *testing.T) {
	const n, draws = 4, 40000
	rng := rand.New(rand.NewSource(1))
	for contestants, want := range map[int][n]float64{
		1: {1. / 4, 1. / 4, 1. / 4, 1. / 4},
		2: {7. / 16, 5. / 16, 3. / 16, 1. / 16},
		3: {37. / 64, 19. / 64, 7. / 64, 1. / 64},
	} {
		e := evolutionOf(1, func(s *Settings) { s.Tournament = contestants })
		in := &island{evo: e, members: make([]*chromosome, n)}
		var wins [n]float64
		for range draws {
			wins[in.parent(rng)]++
		}
		for i := range wins {
			assert.InDelta(t, want[i], wins[i]/draws, 0.012, "rank %d of %d contestants", i, contestants)
		}
	}
}

func TestBreedingReusesItsStorage(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: 1}
	r := start(t, s, hard(t))
	config := r.config(1, func(*eaopt.GA) {})
	ga, err := config.NewGA()
	require.NoError(t, err)
	require.NoError(t, r.drawPopulations())
	require.NoError(t, ga.Minimize(r.newGenome()))
	allocations := testing.AllocsPerRun(20, func() {
		require.NoError(t, config.Model.Apply(&ga.Populations[0]))
	})
	assert.LessOrEqual(t, allocations, 5.0, "for 199 children")
}
